"""One score from two retrievers, and which score is called strong, possible or not similar. Pure arithmetic.

Scores lie in ``0..1``. What agreement and background similarity add or take away is in the same unit, so a total may
lie outside. All numbers were fitted or measured on the corpora of docs/benchmarks.md.
"""

from collections.abc import Iterable
from heapq import nlargest
from statistics import fmean

import msgspec

from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.models import Band

COSINE_WEIGHT = 0.70
LEXICAL_WEIGHT = 0.30
"""The contract. A weighted sum of bounded scores beats rank fusion on Hadoop duplicates (docs/benchmarks.md)."""

FLOOR = 0.35
"""No score below is attached, but for the same signature. It is a floor and not a gate: nearly every Hadoop query
*without* a duplicate finds something above it."""

NEUTRAL_WORDS = 0.60
"""The overlap of deciding lines that speaks neither for nor against, and what a case without such a line counts as."""

STRONG_WORDS = 0.60
"""The least overlap of a strong match. "No route to host" and "i/o timeout" are decided by one rule and are not one
failure; only their words tell."""


BACKGROUND_FAILURES = 10
"""The background of a case: so many of the most similar failures after the best."""

NEUTRAL_BACKGROUND = 0.50
"""The background similarity at which the background neither adds to a score nor takes from it. A memory with fewer than
``BACKGROUND_FAILURES`` other failures counts as having it."""


class SimilarityCalibration(msgspec.Struct, frozen=True, kw_only=True):
    """What agreement and background are worth beside the score of the texts, and which total makes a pair similar."""

    same_rule: float
    other_rule: float
    same_words: float
    """Added to the score. ``same_words`` is the difference between sharing all words of the deciding line and none."""
    background: float = msgspec.field(name="crowd")
    """The factor of how far the background similarity is above the neutral one, which is taken from every score of a
    query. That a query has an answer shows in how far the best stands out (Zhou and Croft 2007, "Query performance
    prediction in web search environments")."""
    possible: float
    """The least total of a possible match."""
    strong: float
    """The least total of a strong match."""
    possible_right: float
    strong_right: float
    """The share of hits of a band that had the case's cause, rounded."""

    def agreement_points(self, agreement: CaseAgreement) -> float:
        """What the deciding rule and its line add to the score of the texts; negative where another rule decides."""
        rule = 0.0 if agreement.rule is None else self.same_rule if agreement.rule else self.other_rule
        words = 0.0 if agreement.words is None else self.same_words * (agreement.words - NEUTRAL_WORDS)
        return rule + words

    def background_points(self, background: float) -> float:
        """What a query's background similarity adds to each of its scores; negative where many failures resemble it."""
        return -self.background * (background - NEUTRAL_BACKGROUND)

    def band(self, score: float, agreement: CaseAgreement, background: float = NEUTRAL_BACKGROUND) -> Band | None:
        """What to call a pair; None is "not similar". The same signature admits by itself."""
        total = score + self.agreement_points(agreement) + self.background_points(background)
        if score >= FLOOR and total >= self.strong and _agrees(agreement):
            return Band.STRONG
        if agreement.signature or (score >= FLOOR and total >= self.possible):
            return Band.POSSIBLE
        return None

    def right(self, band: Band) -> float:
        """How often a hit of this band is right, ``0..1``, as it was measured when this was fitted."""
        return self.strong_right if band is Band.STRONG else self.possible_right


HYBRID = SimilarityCalibration(
    same_rule=0.45,
    other_rule=-0.35,
    same_words=0.80,
    background=0.25,
    possible=0.80,
    strong=1.15,
    possible_right=0.5,
    strong_right=0.97,
)
LEXICAL_ONLY = SimilarityCalibration(
    same_rule=0.40,
    other_rule=-0.35,
    same_words=0.75,
    background=0.0,
    possible=0.65,
    strong=1.05,
    possible_right=0.5,
    strong_right=0.97,
)


def calibration(cosine: float | None) -> SimilarityCalibration:
    """The calibration for a pair with a cosine, or for one that only the words compare (``cosine`` is None)."""
    return LEXICAL_ONLY if cosine is None else HYBRID


def background_similarity_of(scores: Iterable[float]) -> float:
    """The mean of the ``BACKGROUND_FAILURES`` scores after the best; ``scores`` has one for each failure, ``0..1``."""
    others = nlargest(BACKGROUND_FAILURES + 1, scores)[1:]
    return fmean(others) if len(others) == BACKGROUND_FAILURES else NEUTRAL_BACKGROUND


def lexical_share(bm25: float, self_score: float) -> float:
    """How much of the query's lexical weight the document shares, ``0..1``."""
    return min(1.0, max(0.0, bm25) / self_score) if self_score > 0 else 0.0


def score(cosine: float | None, lexical: float) -> float:
    """``0..1``. Without a cosine (no model, or not embedded yet) the lexical retriever carries the whole weight."""
    if cosine is None:
        return lexical
    return min(1.0, COSINE_WEIGHT * max(0.0, cosine) + LEXICAL_WEIGHT * lexical)


def permille(value: float) -> int:
    """For the Kubernetes API, which allows no floating point numbers."""
    return round(1000 * value)


def _agrees(agreement: CaseAgreement) -> bool:
    """Whether more than the texts speaks for a pair: only then is it called strong."""
    words = agreement.words is not None and agreement.words >= STRONG_WORDS
    return agreement.signature or (agreement.rule is True and words and agreement.codes)
