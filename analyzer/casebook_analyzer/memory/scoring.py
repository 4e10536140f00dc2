"""One score for two legs, and what may be attached at which score. Pure arithmetic."""

from collections.abc import Iterable
from heapq import nlargest
from statistics import fmean

import msgspec

from casebook_analyzer.memory.structure import Agreement
from casebook_analyzer.models import Band

COSINE_WEIGHT = 0.70
LEXICAL_WEIGHT = 0.30
"""The project's contract. Convex combinations of bounded legs beat rank fusion on Hadoop duplicates. What was measured,
of this and of all numbers below, stands in docs/benchmarks.md."""

FLOOR = 0.35
"""No score below is attached, but for the same signature. It is a floor and not a gate: nearly every Hadoop query
*without* a duplicate finds something above it."""

NEUTRAL_WORDS = 0.60
"""The overlap of deciding lines that speaks neither for nor against, and what a case without such a line counts as."""

STRONG_WORDS = 0.60
"""The least overlap of a strong match. "No route to host" and "i/o timeout" are decided by one rule and are not one
failure; only their words tell."""


CROWD = 10
"""How many other failures make a crowd."""

NEUTRAL_CROWD = 0.50
"""The mean score of a crowd that says nothing of a match. A memory with fewer failures counts as such."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What agreement beside the texts is worth, and from which sum on a pair is called what."""

    same_rule: float
    other_rule: float
    same_words: float
    """In points of the score. ``same_words`` is for all words of the deciding line against none."""
    crowd: float
    """What a case that resembles everything loses: the factor of how far the mean of the ten failures after the best is
    from the neutral one. That a query has an answer shows in how far the best stands out (Zhou and Croft 2007, "Query
    performance prediction in web search environments")."""
    possible: float
    strong: float
    possible_right: float
    strong_right: float
    """The share of hits of a band that had the case's cause, rounded."""

    def structure(self, agreement: Agreement) -> float:
        """What the rest of two cases adds to the score of their texts, or takes from it."""
        rule = 0.0 if agreement.rule is None else self.same_rule if agreement.rule else self.other_rule
        words = 0.0 if agreement.words is None else self.same_words * (agreement.words - NEUTRAL_WORDS)
        return rule + words

    def company(self, crowd: float) -> float:
        """What the crowd adds to all scores of a query, or takes from them."""
        return -self.crowd * (crowd - NEUTRAL_CROWD)

    def band(self, score: float, agreement: Agreement, crowd: float = NEUTRAL_CROWD) -> Band | None:
        """What to call a pair; None is "not similar". The same signature admits by itself."""
        total = score + self.structure(agreement) + self.company(crowd)
        if score >= FLOOR and total >= self.strong and _agrees(agreement):
            return Band.STRONG
        if agreement.signature or (score >= FLOOR and total >= self.possible):
            return Band.POSSIBLE
        return None

    def right(self, band: Band) -> float:
        """How often a hit of this band is right, ``0..1``, as it was measured when this was fitted."""
        return self.strong_right if band is Band.STRONG else self.possible_right


HYBRID = Calibration(
    same_rule=0.45,
    other_rule=-0.35,
    same_words=0.80,
    crowd=0.25,
    possible=0.80,
    strong=1.15,
    possible_right=0.5,
    strong_right=0.97,
)
LEXICAL_ONLY = Calibration(
    same_rule=0.40,
    other_rule=-0.35,
    same_words=0.75,
    crowd=0.0,
    possible=0.65,
    strong=1.05,
    possible_right=0.5,
    strong_right=0.97,
)


def calibration(cosine: float | None) -> Calibration:
    """Of a pair with both legs, or of one with words alone."""
    return LEXICAL_ONLY if cosine is None else HYBRID


def crowd_of(scores: Iterable[float]) -> float:
    """The mean score of the ten failures after the best; ``scores`` has one of each."""
    others = nlargest(CROWD + 1, scores)[1:]
    return fmean(others) if len(others) == CROWD else NEUTRAL_CROWD


def lexical_share(bm25: float, self_score: float) -> float:
    """How much of the query's lexical weight the document shares, ``0..1``."""
    return min(1.0, max(0.0, bm25) / self_score) if self_score > 0 else 0.0


def score(cosine: float | None, lexical: float) -> float:
    """``0..1``. Without a cosine (no model, or not embedded yet) the lexical leg carries the whole weight."""
    if cosine is None:
        return lexical
    return min(1.0, COSINE_WEIGHT * max(0.0, cosine) + LEXICAL_WEIGHT * lexical)


def permille(value: float) -> int:
    """For the Kubernetes API, which allows no floating point numbers."""
    return round(1000 * value)


def _agrees(agreement: Agreement) -> bool:
    """Whether more than the texts speaks for a pair: only then is it called strong."""
    words = agreement.words is not None and agreement.words >= STRONG_WORDS
    return agreement.signature or (agreement.rule is True and words and agreement.codes)
