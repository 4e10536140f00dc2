"""One score for two legs, and what may be attached at which score. Pure arithmetic."""

import msgspec

from casebook_analyzer.models import Band

COSINE_WEIGHT = 0.70
LEXICAL_WEIGHT = 0.30
"""The project's contract. Convex combinations of bounded legs beat rank fusion on Hadoop duplicates: nDCG@10 0.741
against 0.706 for reciprocal ranks and 0.681 for the cosine alone."""

FLOOR = 0.35
"""Nothing below is ever attached. It is a floor and not a gate: 95 % of Hadoop queries *without* a duplicate find
something above it."""


class Thresholds(msgspec.Struct, frozen=True):
    """From which score on a pair is called what."""

    possible: float
    strong: float


HYBRID = Thresholds(possible=0.65, strong=0.80)
LEXICAL_ONLY = Thresholds(possible=0.40, strong=0.62)
"""Set for precision on the golden cases, not calibrated on incidents (bench/similar_pairs.py, 2026-11-22): the same
failure of another workload scores 0.89 and more (words alone: 0.81), unlike failures 0.59 at their 95th percentile
(0.29). Most of the unlike pairs above 0.65 are neighbours among GPU errors."""


def lexical_share(bm25: float, self_score: float) -> float:
    """How much of the query's lexical weight the document shares, ``0..1``."""
    return min(1.0, max(0.0, bm25) / self_score) if self_score > 0 else 0.0


def score(cosine: float | None, lexical: float) -> float:
    """``0..1``. Without a cosine (no model, or not embedded yet) the lexical leg carries the whole weight."""
    if cosine is None:
        return lexical
    return min(1.0, COSINE_WEIGHT * max(0.0, cosine) + LEXICAL_WEIGHT * lexical)


def band(cosine: float | None, lexical: float, *, same_signature: bool) -> Band | None:
    """What to call a pair; None is "not similar". The same signature admits by itself, whatever the texts say."""
    value = score(cosine, lexical)
    thresholds = LEXICAL_ONLY if cosine is None else HYBRID
    if value >= max(FLOOR, thresholds.strong):
        return Band.STRONG
    if same_signature or value >= max(FLOOR, thresholds.possible):
        return Band.POSSIBLE
    return None


def permille(value: float) -> int:
    """For the Kubernetes API, which allows no floating point numbers."""
    return round(1000 * value)
