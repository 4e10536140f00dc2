"""Figures of rankings, of detectors and of stated probabilities, with bootstrap intervals."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RESAMPLES = 10_000
SEED = 20261122


class Estimate(NamedTuple):
    """A mean and its 95 % interval (percentile bootstrap over queries)."""

    mean: float
    low: float
    high: float


def ndcg(relevant: Sequence[bool], existing: int, k: int = 10) -> float:
    """Of one query: ``relevant`` by rank, ``existing`` relevant documents in all (Järvelin and Kekäläinen 2002)."""
    gain = sum(1 / np.log2(place + 2) for place, hit in enumerate(relevant[:k]) if hit)
    return float(gain / sum(1 / np.log2(place + 2) for place in range(min(k, existing))))


def recall(relevant: Sequence[bool], existing: int, k: int) -> float:
    """The share of the relevant documents among the first ``k``."""
    return sum(relevant[:k]) / existing


def reciprocal_rank(relevant: Sequence[bool]) -> float:
    return next((1 / place for place, hit in enumerate(relevant, start=1) if hit), 0.0)


def estimate(values: Sequence[float] | Floats) -> Estimate:
    """Mean over queries. For a paired difference, give the differences."""
    array = np.asarray(values, dtype=np.float64)
    dice = np.random.default_rng(SEED)
    means = array[dice.integers(0, len(array), (RESAMPLES, len(array)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(array.mean()), float(low), float(high))


def auroc(positive: Sequence[float], negative: Sequence[float]) -> Estimate:
    """How often a query with an answer scores above one without; ties count half."""
    yes, no = np.asarray(positive), np.asarray(negative)
    wins = (yes[:, None] > no[None, :]) + 0.5 * (yes[:, None] == no[None, :])
    dice = np.random.default_rng(SEED)
    found = []
    for _ in range(RESAMPLES // 10):
        rows, columns = dice.integers(0, len(yes), len(yes)), dice.integers(0, len(no), len(no))
        found.append(wins[rows][:, columns].mean())
    low, high = np.quantile(found, (0.025, 0.975))
    return Estimate(float(wins.mean()), float(low), float(high))


def threshold_for(positive: Sequence[float], detection: float) -> float:
    """The highest threshold that still detects the given share of the queries with an answer."""
    ranked = sorted(positive, reverse=True)
    return ranked[ceil(detection * len(ranked)) - 1]


def calibration_error(groups: Sequence[tuple[float, int, int]]) -> float:
    """ECE over groups of answers: what was stated, how many were right, how many there were."""
    answers = sum(count for _, _, count in groups)
    return sum(abs(stated * count - right) for stated, right, count in groups) / answers if answers else 0.0
