"""Other ways to fuse two retrieved. They live here and nowhere in the product: only their figures are of use."""

import numpy as np

from bench.retrieval.metrics import Floats
from bench.retrieval.retrievers import RetrieverScores
from bench.retrieval.vectors import Matrix
from casebook_analyzer.memory.search.scoring import COSINE_WEIGHT, LEXICAL_WEIGHT

_RRF = 60
_LAMBDA = 0.7
_POOL = 50


def reciprocal_ranks(retrieved: RetrieverScores) -> Floats:
    """RRF (Cormack, Clarke and Büttcher 2009), k = 60. A document without a shared word is in no lexical ranking."""
    lexical_part = np.where(retrieved.bm25 > 0, 1 / (_RRF + _places(retrieved.bm25)), 0.0)
    return 1 / (_RRF + _places(retrieved.cosine)) + lexical_part


def seed_as_coded(retrieved: RetrieverScores, query: dict[int, int], documents: list[dict[int, int]]) -> Floats:
    """The seed: words joined by AND, and ``1 / (1 + |bm25|)``, so that a better match adds less."""
    matched = np.array([query.keys() <= document.keys() for document in documents])
    lexical_part = np.where(matched, 1 / (1 + np.abs(retrieved.bm25)), 0.0)
    return COSINE_WEIGHT * np.clip(retrieved.cosine, 0, None) + LEXICAL_WEIGHT * lexical_part


def maximal_marginal_relevance(score: Floats, vectors: Matrix) -> Floats:
    """Our score re-ordered by MMR, lambda 0.7, over the best 50 (Carbonell and Goldstein 1998)."""
    pool = list(np.argsort(-score, kind="stable")[:_POOL])
    likeness = vectors[pool] @ vectors[pool].T
    left, taken = list(range(len(pool))), [0]
    left.remove(0)
    while left:
        gains = [_LAMBDA * score[pool[i]] - (1 - _LAMBDA) * likeness[i, taken].max() for i in left]
        taken.append(left.pop(int(np.argmax(gains))))
    ranked = np.full(len(score), -1.0)
    for place, i in enumerate(taken):
        ranked[pool[i]] = len(pool) - place
    return ranked


def _places(values: Floats) -> Floats:
    places = np.empty(len(values))
    places[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return places
