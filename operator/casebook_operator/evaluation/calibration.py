"""Whether a confidence of 80 is right eight times of ten: the expected calibration error, and a fit against it."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

BINS = 10

Answer = tuple[int, bool]
"""(confidence 0-100, whether it was right)."""


class Bin(msgspec.Struct, frozen=True, kw_only=True):
    """The answers of one range of confidence, ``low`` (included) to ``high``, 0-100; the last bin includes 100.

    ``mean_confidence`` and ``accuracy`` are shares, 0-1.
    """

    low: int
    high: int
    answers: int
    mean_confidence: float
    accuracy: float


def reliability(answers: Sequence[Answer]) -> tuple[Bin, ...]:
    """The bins of equal width that hold answers (Guo et al. 2017, On Calibration of Modern Neural Networks)."""
    bins = []
    for number in range(BINS):
        held = [answer for answer in answers if min(answer[0] * BINS // 100, BINS - 1) == number]
        if held:
            bins.append(
                Bin(
                    low=number * 100 // BINS,
                    high=(number + 1) * 100 // BINS,
                    answers=len(held),
                    mean_confidence=_mean([confidence / 100 for confidence, _ in held]),
                    accuracy=_mean([float(right) for _, right in held]),
                )
            )
    return tuple(bins)


def calibration_error(answers: Sequence[Answer]) -> float | None:
    """The expected calibration error, 0-1; None without answers.

    It is the mean distance of confidence and accuracy over the bins, weighted by their answers.
    """
    if not answers:
        return None
    bins = reliability(answers)
    return sum(one.answers * abs(one.accuracy - one.mean_confidence) for one in bins) / len(answers)


def overclaim(answers: Sequence[Answer]) -> float | None:
    """How much surer the answers are than right, -1 to 1; negative where they are too careful. None without answers."""
    if not answers:
        return None
    return _mean([confidence / 100 for confidence, _ in answers]) - _mean([float(right) for _, right in answers])


_Block = tuple[int, int, int]
"""(right answers, answers, lowest confidence)."""


class Isotonic:
    """The non-decreasing step function from confidence to accuracy that fits best (pool adjacent violators).

    Call it with a confidence, 0-100: it returns the accuracy, 0-100. Without answers it returns the confidence.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        rights: dict[int, list[bool]] = {}
        for confidence, right in answers:
            rights.setdefault(confidence, []).append(right)
        blocks: list[_Block] = []
        for confidence in sorted(rights):
            blocks.append((sum(rights[confidence]), len(rights[confidence]), confidence))
            while len(blocks) > 1 and _ratio(blocks[-2]) >= _ratio(blocks[-1]):
                last, before = blocks.pop(), blocks.pop()
                blocks.append((before[0] + last[0], before[1] + last[1], before[2]))
        self._starts = [block[2] for block in blocks]
        self._values = [_ratio(block) for block in blocks]

    def __call__(self, confidence: int) -> int:
        if not self._values:
            return confidence
        return round(100 * self._values[max(0, bisect_right(self._starts, confidence) - 1)])


def _ratio(block: _Block) -> float:
    return block[0] / block[1]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
