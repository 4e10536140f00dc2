"""``make graph``: writes the graph of the packaged embedding model, from the layout of its weights."""

import sys

from casebook_analyzer.embedding import packaged_weights
from casebook_analyzer.embedding.folder import WEIGHTS_FILE
from casebook_analyzer.embedding.minilm import GRAPH
from tools.graph.minilm import written

if __name__ == "__main__":
    folder = packaged_weights()
    if folder is None:
        sys.exit("The weights are not installed: make init")
    GRAPH.write_bytes(written(folder / WEIGHTS_FILE))
