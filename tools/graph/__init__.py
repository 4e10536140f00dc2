"""The graph of the packaged embedding model, written node by node instead of exported by torch."""
