"""BM25, split into a half that is stored and a half that is not.

A document's weights depend on its own counts and on the average length alone, so they can be stored. The inverse
document frequency is applied to the query: a new incident then never makes a stored weight stale.
``inner(query, document_weights(...))`` is the textbook score, and the same product is what PostgreSQL computes with
pgvector's ``sparsevec <#>``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from math import log

K1 = 1.2
B = 0.75
"""Both as in Lucene and pg_textsearch (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework")."""

K3 = 8.0
"""How much a term gains that the query repeats: twice weighs 1.8, never more than 9 (the same source; 7 or more for
long queries). A case is a long query: what it says in its title *and* in its log is what it is about."""

DIMENSIONS = 1_000_000_000
"""The most that pgvector allows for a sparsevec. Hashed terms need no vocabulary, so writers share no lock over one."""

MAX_TERMS = 1_000
"""Different terms of a text. An index of pgvector refuses a row with more."""

MAX_POOLED = 16_000
"""Different terms of a report. pgvector stores no more."""

PRIOR_DOCUMENTS = 10
"""Imagined documents without any of the terms. Among the first few incidents every shared term is "frequent" and plain
IDF would call two equal failures unlike; from a hundred incidents on the prior no longer shows."""

MAX_DRIFT = 0.10
"""How far the average length may move from the one that the weights were computed with."""


@lru_cache(maxsize=16_384)
def term_id(term: str) -> int:
    """A stable place for a term, ``0 <= id < DIMENSIONS``: the same in every process and version."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest()) % DIMENSIONS


def count(terms: Iterable[str]) -> dict[int, int]:
    """How often each term occurs, by id. Two terms that collide are one term, in documents and queries alike.

    Of more than ``MAX_TERMS`` those count that occur most often, and of these the first.
    """
    return dict(Counter(map(term_id, terms)).most_common(MAX_TERMS))


def document_weights(counts: Mapping[int, int], average_length: float) -> dict[int, float]:
    """The stored half of BM25: saturated and length-normalised term frequencies."""
    norm = _norm(sum(counts.values()), average_length)
    return {term: n * (K1 + 1) / (n + norm) for term, n in counts.items()}


def reweight(weights: Mapping[int, float], length: int, *, old_average: float, new_average: float) -> dict[int, float]:
    """Weights for another average length. The counts follow from the old weights: ``n = w * norm / (k1 + 1 - w)``.

    Rounding takes away what single precision lost, so that weights do not wear out however often this is done.
    """
    old, new = _norm(length, old_average), _norm(length, new_average)
    counts = {term: max(1, round(weight * old / (K1 + 1 - weight))) for term, weight in weights.items()}
    return {term: n * (K1 + 1) / (n + new) for term, n in counts.items()}


def drifted(old_average: float, new_average: float) -> bool:
    """Whether stored weights deserve to be computed again."""
    return abs(new_average - old_average) > MAX_DRIFT * old_average


def idf(documents: int, frequency: int) -> float:
    """Always positive (the ``1 +`` form of Lucene), also for a term that every document has."""
    return log(1 + (documents + PRIOR_DOCUMENTS - frequency + 0.5) / (frequency + 0.5))


def query_weights(counts: Mapping[int, int], documents: int, frequencies: Mapping[int, int]) -> dict[int, float]:
    """The query's half of BM25, from how often each term occurs in it."""
    return {term: idf(documents, frequencies.get(term, 0)) * n * (K3 + 1) / (n + K3) for term, n in counts.items()}


def pool(documents: Iterable[Mapping[int, float]]) -> dict[int, float]:
    """Of each term the largest weight: no query scores higher with one of the documents than with the pool."""
    pooled: dict[int, float] = {}
    for weights in documents:
        for term, weight in weights.items():
            pooled[term] = max(weight, pooled.get(term, 0.0))
    return dict(sorted(pooled.items(), key=lambda item: -item[1])[:MAX_POOLED])


def inner(query: Mapping[int, float], weights: Mapping[int, float]) -> float:
    """The BM25 score of a document, or of the query against itself."""
    return sum(weight * weights.get(term, 0.0) for term, weight in query.items())


def _norm(length: int, average_length: float) -> float:
    return K1 * (1 - B + B * length / average_length)
