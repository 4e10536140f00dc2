"""Both retrievers of the product over a memory that grows: a query sees only what was there before it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bench.retrieval.metrics import Floats
from bench.retrieval.vectors import Matrix
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.search import scoring


class RetrieverScores(NamedTuple):
    """One query against some documents, in their order."""

    cosine: Floats
    bm25: Floats
    share: Floats

    @property
    def score(self) -> Floats:
        """The product's."""
        pairs = zip(self.cosine.tolist(), self.share.tolist(), strict=True)
        return np.array([scoring.score(cosine, share) for cosine, share in pairs])


class Memory:
    """Weights and document frequencies, as the product keeps them in PostgreSQL.

    Weights are computed again when the average length has drifted, as ``casebook_analyzer.memory.corpus`` does.
    """

    def __init__(self, texts: Sequence[str], vectors: Matrix) -> None:
        self.counts = [bm25.count(tokenize(text)) for text in texts]
        self._vectors = vectors
        self._lengths = [sum(counts.values()) for counts in self.counts]

    def growing(self, queries: Iterable[int]) -> Iterator[tuple[int, RetrieverScores]]:
        """Each query (a place in the texts) against all texts before it."""
        frequencies: dict[int, int] = {}
        weights: list[dict[int, float]] = []
        average, total, seen = 0.0, 0, 0
        for query in sorted(queries):
            for place in range(seen, query):
                total += self._lengths[place]
                _count_in(frequencies, self.counts[place])
            seen = query
            if not average or bm25.drifted(average, total / seen):
                average, weights = total / seen, []
            weights += [bm25.document_weights(counts, average) for counts in self.counts[len(weights) : seen]]
            yield query, self._scores_of(query, range(seen), weights, frequencies, average)

    def all_pairs(self) -> list[RetrieverScores]:
        """Each text as a query against all of them, itself among them."""
        frequencies: dict[int, int] = {}
        for counts in self.counts:
            _count_in(frequencies, counts)
        average = sum(self._lengths) / len(self._lengths)
        weights = [bm25.document_weights(counts, average) for counts in self.counts]
        places = range(len(self.counts))
        return [self._scores_of(query, places, weights, frequencies, average) for query in places]

    def _scores_of(
        self,
        query: int,
        documents: Sequence[int],
        weights: Sequence[dict[int, float]],
        frequencies: dict[int, int],
        average: float,
    ) -> RetrieverScores:
        asked = bm25.query_weights(self.counts[query], len(documents), frequencies)
        itself = bm25.inner(asked, bm25.document_weights(self.counts[query], average))
        scores = [bm25.inner(asked, weight) for weight in weights]
        return RetrieverScores(
            cosine=(self._vectors[np.asarray(documents)] @ self._vectors[query]).astype(np.float64),
            bm25=np.array(scores),
            share=np.array([scoring.lexical_share(value, itself) for value in scores]),
        )


def _count_in(frequencies: dict[int, int], counts: Iterable[int]) -> None:
    for term in counts:
        frequencies[term] = frequencies.get(term, 0) + 1
