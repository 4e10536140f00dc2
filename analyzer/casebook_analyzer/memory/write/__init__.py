"""What changes incidents: recording, resolving, judging again, embedding, feedback.

Each operation computes first and then writes in one transaction. May not search. A function that takes a connection
runs in its caller's transaction, and raises what ``Session.transaction`` makes of the driver's errors.
"""
