"""What an operator does to memory from time to time: retention, indexing anew, reweighting, counting.

May use everything below. Nothing that answers a case may depend on it.
"""
