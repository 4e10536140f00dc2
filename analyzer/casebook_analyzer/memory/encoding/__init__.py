"""What is computed of a case and its report before anything is stored or searched: terms, weights, chunks, vectors.

Arithmetic over texts, and the embedding model in its thread. Nothing here may know SQL or the database.
"""
