"""How well a passage fits a text. Pure; ``finding`` computes the same in SQL.

A text in the words of programs is much longer than what it has in common with a runbook, so a *share* of the text says
little: the same quotation is 30 % of one case and 5 % of another. What counts is how much is in common, in terms that
one document alone has, and a hundredth such term says no more than the tenth.
"""

from math import log, sqrt
from typing import NamedTuple

from casebook_analyzer.models import Band

COSINE, DOCUMENT, PASSAGE = 0.36, 0.37, 0.27
"""What the parts of a score weigh: meaning of the passage, words of the whole document, words of the passage. Chosen on
the corpora of bench/knowledge, where anything near is as good (docs/benchmarks.md)."""

NAMED = 0.50
"""Added where the document names what was asked for: an alert, a rule, an object."""

HALF = 5.0
"""So many terms in common that only one document has are half of what words can say."""

FLOOR = 0.20
"""No passage is found by a cosine below."""


class Bands(NamedTuple):
    """The least scores of what is attached to a case."""

    possible: float
    strong: float


class OtherScores(NamedTuple):
    """How all documents score for one question: to a short one its own runbook scores low, to a long one any."""

    mean: float
    deviation: float
    by_chance: float
    """How many deviations the best of so many documents is above the mean by chance."""


STANDS_OUT = 0.10
"""What a deviation above the others is worth beside the score itself."""

HYBRID, LEXICAL = Bands(0.66, 0.76), Bands(0.75, 0.83)
"""With a cosine, and by words alone: the least sums of a score and of how far it stands out more than by chance. Chosen
on alerts with and without their runbook and on the golden cases (docs/decisions/2026-11-27-what-fits-stands-out.md): of
what is strong nine in ten fit."""

_IMAGINED, _USUAL_MEAN, _USUAL_DEVIATION = 10, 0.25, 0.15
"""So many imagined documents score as usual: among three runbooks nothing can stand out, nor be like the others."""


def words(bm25: float, rarest: float) -> float:
    """``0..1`` for a BM25 score; ``rarest`` is the inverse document frequency of a term that one document has."""
    common = max(0.0, bm25) / rarest if rarest > 0 else 0.0
    return 1.0 - HALF / (common + HALF)


def score(cosine: float | None, of_document: float, of_passage: float, *, named: bool) -> float:
    """``0..1``, with words as :func:`words` gives them. Without a cosine (no model, no vector yet) they weigh all."""
    lexical = DOCUMENT * of_document + PASSAGE * of_passage
    fused = lexical / (DOCUMENT + PASSAGE) if cosine is None else COSINE * max(0.0, cosine) + lexical
    return min(1.0, fused + (NAMED if named else 0.0))


def other_scores(total: float, squares: float, documents: int) -> OtherScores:
    """From the sum of the scores of so many documents, and of their squares; what names give is left out of them."""
    count = documents + _IMAGINED
    mean = (total + _IMAGINED * _USUAL_MEAN) / count
    square = (squares + _IMAGINED * (_USUAL_DEVIATION**2 + _USUAL_MEAN**2)) / count
    return OtherScores(mean, sqrt(max(0.0, square - mean**2)), sqrt(2 * log(documents + 1)))


def bands(cosine: float | None, among: OtherScores) -> Bands:
    """Those of a score with this cosine, or without any, among what the others score."""
    given = LEXICAL if cosine is None else HYBRID
    return Bands(*(_least(one + STANDS_OUT * among.by_chance, among) for one in given))


def _least(wanted: float, among: OtherScores) -> float:
    """The score that has the wanted sum with how far it stands out."""
    return (wanted * among.deviation + STANDS_OUT * among.mean) / (among.deviation + STANDS_OUT)


def band(score: float, least: Bands) -> Band | None:
    """What a score is called; None: it does not fit."""
    if score < least.possible:
        return None
    return Band.STRONG if score >= least.strong else Band.POSSIBLE
