"""A query as both legs see it."""

from collections.abc import Mapping, Sequence

import msgspec
from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import ColumnElement, cast, literal
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import lexical
from casebook_analyzer.memory.encoder import Space, Vectors
from casebook_analyzer.memory.schema import LEXICAL, VECTOR, Corpus
from casebook_analyzer.memory.scoring import lexical_share
from casebook_analyzer.memory.tokens import tokenize

_SHOWN_TERMS = 4


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """One text against one corpus of one tenant."""

    tenant: str
    corpus: Corpus
    names: Mapping[int, str]
    """The query's terms by id."""
    weights: Mapping[int, float]
    """Their inverse document frequencies."""
    self_score: float
    """BM25 of the query as its own document: what a perfect match would have."""
    space: Space | None
    vector: Sequence[float] | None

    @property
    def bm25(self) -> ColumnElement[float]:
        """The BM25 score of a row of the lexical table. ``<#>`` is the *negative* inner product."""
        distance: ColumnElement[float] = LEXICAL[self.corpus].c.weights.max_inner_product(
            statistics_of.sparse(self.weights)
        )
        return -distance

    @property
    def cosine(self) -> ColumnElement[float]:
        """The cosine of a row of the vector table."""
        distance: ColumnElement[float] = VECTOR[self.corpus].c.embedding.cosine_distance(
            cast(literal(self.vector, HALFVEC()), HALFVEC())
        )
        return 1 - distance

    def share(self, bm25: float) -> float:
        """A BM25 score as a share of the perfect one."""
        return lexical_share(bm25, self.self_score)

    def shared_terms(self, weights: Mapping[int, float]) -> list[str]:
        """A few terms that a document shares, the weightiest first. Parts of a shared identifier go without saying."""
        shared = {self.names[term]: self.weights[term] * weights[term] for term in self.weights.keys() & weights.keys()}
        best = sorted(shared, key=lambda name: (-shared[name], name))[: 4 * _SHOWN_TERMS]
        return [name for name in best if not any(name in other for other in best if other != name)][:_SHOWN_TERMS]


async def ask(connection: AsyncConnection, *, tenant: str, corpus: Corpus, text: str, vectors: Vectors | None) -> Query:
    """Weigh the text's terms by the statistics of the corpus."""
    terms = tokenize(text)
    counts = lexical.count(terms)
    statistics = await statistics_of.read(connection, tenant, corpus)
    known = await statistics_of.frequencies(connection, tenant, corpus, counts)
    weights = lexical.query_weights(counts, statistics.documents, known)
    itself = lexical.document_weights(counts, statistics.average_length or statistics.actual)
    return Query(
        tenant=tenant,
        corpus=corpus,
        names={lexical.term_id(term): term for term in terms},
        weights=weights,
        self_score=lexical.inner(weights, itself),
        space=vectors.space if vectors else None,
        vector=vectors.rows[0] if vectors else None,
    )
