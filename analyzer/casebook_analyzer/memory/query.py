"""A query as both legs see it."""

from collections.abc import Mapping, Sequence

import msgspec
from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import ColumnElement, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import indexes, lexical
from casebook_analyzer.memory.encoder import Space, Vectors
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.scoring import lexical_share
from casebook_analyzer.memory.tables import LEXICAL, VECTOR, Corpus
from casebook_analyzer.memory.tokens import tokenize

MAX_CHARACTERS = 20_000
"""Of a query. A case has at most a few thousand; who pastes a whole log searches for its beginning."""

_SHOWN_TERMS = 4

_SETTINGS = {
    "jit": "off",  # compiling takes longer than the search
    # A few hundred rows are looked up in large tables. The planner does not know how few, and would read all of these.
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "hnsw.iterative_scan": "strict_order",  # rows that a condition drops are replaced by further ones
}

_EFFORT = {Corpus.CASE: "200", Corpus.CHUNK: "800"}
"""How many rows an index keeps in sight (``hnsw.ef_search``): with it recall@10 is 1.00 for cases and 0.98 for reports
(docs/decisions)."""


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """One text against one corpus of one tenant."""

    tenant: str
    corpus: Corpus
    documents: int
    """How many the corpus has."""
    names: Mapping[int, str]
    """The query's terms by id."""
    weights: Mapping[int, float]
    """Of those terms that the corpus has, their inverse document frequencies, raised where the query repeats a term."""
    self_score: float
    """BM25 of the query as its own document: what a perfect match would have."""
    space: Space | None
    vector: Sequence[float] | None
    indexed: frozenset[Leg] = frozenset()
    """The legs that an index answers. The others look at every row."""

    @property
    def exact(self) -> bool:
        """Whether every row was looked at."""
        return not self.indexed

    @property
    def bm25(self) -> ColumnElement[float]:
        """The BM25 score of a row of the lexical table."""
        return -self.unlikeness(Leg.LEXICAL)

    @property
    def cosine(self) -> ColumnElement[float]:
        """The cosine of a row of the vector table."""
        return 1 - self.unlikeness(Leg.VECTOR)

    def unlikeness(self, leg: Leg) -> ColumnElement[float]:
        """What a leg sorts by, as its index knows it: the *negative* inner product, or the cosine distance."""
        distance: ColumnElement[float]
        if leg is Leg.LEXICAL:
            distance = LEXICAL[self.corpus].c.weights.max_inner_product(statistics_of.sparse(self.weights))
            return distance
        kind = HALFVEC(self.space.dimension if self.space else None)
        stored = cast(VECTOR[self.corpus].c.embedding, kind)
        distance = stored.cosine_distance(cast(literal(self.vector, HALFVEC()), kind))
        return distance

    def share(self, bm25: float) -> float:
        """A BM25 score as a share of the perfect one."""
        return lexical_share(bm25, self.self_score)

    def shared_terms(self, weights: Mapping[int, float]) -> list[str]:
        """A few terms that a document shares, the weightiest first. Parts of a shared identifier go without saying."""
        shared = self.contributions(weights)
        best = sorted(shared, key=lambda name: (-shared[name], name))[: 4 * _SHOWN_TERMS]
        return [name for name in best if not any(name in other for other in best if other != name)][:_SHOWN_TERMS]

    def contributions(self, weights: Mapping[int, float]) -> dict[str, float]:
        """What each term that a document shares adds to its BM25 score."""
        return {self.names[term]: self.weights[term] * weights[term] for term in self.weights.keys() & weights.keys()}


def searchable(text: str) -> str:
    """The beginning of a text, as UTF-8 can write it: what a terminal or a log passes on is not always Unicode."""
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode()


async def ask(connection: AsyncConnection, *, tenant: str, corpus: Corpus, text: str, vectors: Vectors | None) -> Query:
    """Weigh the text's terms by the statistics of the corpus, and prepare the transaction for the search."""
    settings = {**_SETTINGS, "hnsw.ef_search": _EFFORT[corpus]}
    await connection.execute(select(*(func.set_config(name, value, True) for name, value in settings.items())))
    terms = tokenize(text)
    counts = lexical.count(terms)
    statistics = await statistics_of.read(connection, tenant, corpus)
    known = await statistics_of.frequencies(connection, tenant, corpus, counts)
    weights = lexical.query_weights(counts, statistics.documents, known)
    itself = lexical.document_weights(counts, statistics.average_length or statistics.actual)
    space = vectors.space if vectors else None
    return Query(
        tenant=tenant,
        corpus=corpus,
        documents=statistics.documents,
        names={lexical.term_id(term): term for term in terms},
        # What no document has cannot be shared. It still belongs to what a perfect match would have.
        weights={term: weights[term] for term in known},
        self_score=lexical.inner(weights, itself),
        space=space,
        vector=vectors.rows[0] if vectors else None,
        indexed=await indexes.usable(connection, tenant, corpus, space, statistics.documents),
    )
