"""How well a passage fits a text. Pure; ``finding`` computes the same in SQL.

A text in the words of programs is much longer than what it has in common with a runbook, so a *share* of the text says
little: the same quotation is 30 % of one case and 5 % of another. What counts is how much is in common, in terms that
one document alone has, and a hundredth such term says no more than the tenth.
"""

from typing import NamedTuple

COSINE, DOCUMENT, PASSAGE = 0.30, 0.40, 0.30
"""What the parts of a score weigh: meaning of the passage, words of the whole document, words of the passage. Chosen on
one half of bench/knowledge; the other half is in docs/benchmarks.md."""

NAMED = 0.50
"""Added where the document names what was asked for: an alert, a rule, an object."""

HALF = 3.0
"""So many terms in common that only one document has are half of what words can say."""

FLOOR = 0.20
"""No passage is found by a cosine below."""


class Bands(NamedTuple):
    """The least scores of what is attached to a case."""

    possible: float
    strong: float


HYBRID, LEXICAL = Bands(0.74, 0.80), Bands(0.86, 0.88)
"""With a cosine, and by words alone. Chosen on the golden cases and the runbooks of examples/day-one, without the names
in these, and on alerts whose runbook is not there (docs/decisions/2026-11-26-what-people-wrote-is-attached.md and
2026-11-27-a-runbook-is-called-by-what-it-is-for.md): of what is strong nine in ten fit."""


def words(bm25: float, rarest: float) -> float:
    """``0..1`` for a BM25 score; ``rarest`` is the inverse document frequency of a term that one document has."""
    common = max(0.0, bm25) / rarest if rarest > 0 else 0.0
    return 1.0 - HALF / (common + HALF)


def score(cosine: float | None, of_document: float, of_passage: float, *, named: bool) -> float:
    """``0..1``, with words as :func:`words` gives them. Without a cosine (no model, no vector yet) they weigh all."""
    lexical = DOCUMENT * of_document + PASSAGE * of_passage
    fused = lexical / (DOCUMENT + PASSAGE) if cosine is None else COSINE * max(0.0, cosine) + lexical
    return min(1.0, fused + (NAMED if named else 0.0))


def bands(cosine: float | None) -> Bands:
    """Those of a score with this cosine, or without any."""
    return LEXICAL if cosine is None else HYBRID
