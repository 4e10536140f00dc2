"""Quality of retrieval: the product's own tokens, weights, vectors, scores and bands on two labelled sets."""
