"""The graph in the repository is the one that its writer writes."""

from itertools import pairwise
from pathlib import Path

import pytest

from casebook_analyzer.embedding import packaged_weights
from casebook_analyzer.embedding.folder import WEIGHTS_FILE
from casebook_analyzer.embedding.minilm import GRAPH
from tools.graph.minilm import written
from tools.graph.weights import read_layout


@pytest.fixture
def weights() -> Path:
    folder = packaged_weights()
    assert folder is not None
    return folder / WEIGHTS_FILE


def test_the_graph_is_up_to_date(weights: Path) -> None:
    assert GRAPH.read_bytes() == written(weights), "make graph"


def test_tensors_lie_one_after_the_other_up_to_the_end_of_the_file(weights: Path) -> None:
    tensors = sorted(read_layout(weights).values(), key=lambda tensor: tensor.offset)
    for tensor, following in pairwise(tensors):
        assert tensor.offset + tensor.length == following.offset
    assert tensors[-1].offset + tensors[-1].length == weights.stat().st_size
