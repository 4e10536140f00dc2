"""Clusters by density: what is near to each other by way of cores is one, and what is dense nowhere is alone."""

import numpy as np
import pytest

from bench.retrieval.density import clusters
from bench.retrieval.metrics import Floats

ANGLES = (0, 5, 10, 15, 60, 65, 120)
"""Of unit vectors, in degrees: four in a row, two beside each other, and one alone."""
NEAR = float(np.cos(np.radians(6)))


def _cosine() -> Floats:
    places = np.radians(np.array(ANGLES))
    return np.cos(places[:, None] - places[None, :])


@pytest.mark.parametrize(
    ("least", "groups"),
    [
        (2, [{0, 1, 2, 3}, {4, 5}, {6}]),
        (3, [{0, 1, 2, 3}, {4}, {5}, {6}]),
        (4, [{0}, {1}, {2}, {3}, {4}, {5}, {6}]),
    ],
)
def test_rows_are_grouped_by_the_cores_between_them(least: int, groups: list[set[int]]) -> None:
    found = clusters(_cosine(), NEAR, least)
    assert [{row for row, one in enumerate(found) if one == number} for number in dict.fromkeys(found)] == groups
