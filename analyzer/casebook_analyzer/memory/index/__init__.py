"""What is derived from incidents so that they can be searched: document statistics, words, vectors, HNSW indexes.

All of it can be made anew from the incidents. Writers keep it up to date, searches read it; neither is known here.
"""
