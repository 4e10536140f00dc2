"""A text that is searched for: weighted terms for BM25, a vector for the cosine, and the shape of its statements."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import ColumnElement, Dialect, Table, and_, bindparam, cast, func, literal, select
from typing_extensions import override

from casebook_analyzer.memory.database.tables import LEXICAL, VECTOR, Corpus, incident
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter, conditions, of_tenant
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.index.sparse import sparse
from casebook_analyzer.memory.search.scoring import lexical_share

MAX_CHARACTERS = 20_000
"""Of a query. A case has at most a few thousand; who pastes a whole log searches for its beginning."""

_SHOWN_TERMS = 4


class FilterMethod(StrEnum):
    """How a statement keeps to the incidents that are wanted."""

    LISTED = "listed"
    """They are listed first and only these are compared: as fast as they are few, whatever others there are."""
    CHECKED = "checked"
    """Each row that the index proposes is looked up: for filters that leave so many that listing is slow."""


class StatementShape(msgspec.Struct, frozen=True, kw_only=True):
    """What the statements of a query depend on beside their parameters: they are built once for each shape.

    Building them anew for each query took as long as PostgreSQL needs to answer them (docs/decisions).
    """

    corpus: Corpus
    retrievers: tuple[Retriever, ...]
    """The retrievers that take part: one without terms or without a vector in the query finds nothing."""
    tenant: str
    space: Space | None
    """The model of the query's vector. PostgreSQL uses a tenant's index only where tenant and space stand in the
    statement itself: a plan that is made once knows no parameters."""
    indexed: frozenset[Retriever]
    """The retrievers that an index answers. The others look at every row."""
    wanted: frozenset[str] = frozenset()
    """The terms of the filter (``IncidentFilter.terms``); without any every incident is compared."""
    method: FilterMethod = FilterMethod.LISTED

    @property
    def bm25(self) -> ColumnElement[float]:
        """The BM25 score of a row of the lexical table."""
        return -self.unlikeness(Retriever.LEXICAL)

    @property
    def cosine(self) -> ColumnElement[float]:
        """The cosine of a row of the vector table."""
        return 1 - self.unlikeness(Retriever.VECTOR)

    def unlikeness(self, retriever: Retriever) -> ColumnElement[float]:
        """What a retriever sorts by, as its index knows it: the *negative* inner product, or the cosine distance."""
        distance: ColumnElement[float]
        if retriever is Retriever.LEXICAL:
            distance = LEXICAL[self.corpus].c.weights.max_inner_product(bindparam("weights", type_=WEIGHTS))
            return distance
        kind = HALFVEC(self.space.dimension if self.space else None)
        stored = cast(VECTOR[self.corpus].c.embedding, kind)
        distance = stored.cosine_distance(cast(bindparam("vector", type_=_Written()), kind))
        return distance

    def mine(self, retriever: Retriever) -> list[ColumnElement[bool]]:
        """The conditions on the rows of a retriever: the tenant, and for vectors the space of the query's own."""
        table = (LEXICAL if retriever is Retriever.LEXICAL else VECTOR)[self.corpus]
        own = {"tenant": self.tenant}
        if retriever is Retriever.VECTOR and self.space:
            own |= msgspec.structs.asdict(self.space)
        return [table.c[name] == literal(value, literal_execute=True) for name, value in own.items()]

    def wanted_rows(self, table: Table, *, indexed: bool = False) -> list[ColumnElement[bool]]:
        """The conditions that keep to the rows of wanted incidents; ``indexed`` where an index gives the order.

        They are subqueries that the planner cannot turn round: it does not know how few a namespace has.
        """
        if not self.wanted:
            return []
        if self.method is FilterMethod.CHECKED and indexed:
            own = (*of_tenant(bindparam("tenant")), incident.c.id == table.c.incident_id)
            all_hold = select(and_(*conditions(self.wanted))).where(*own)
            return [all_hold.correlate(table).scalar_subquery()]
        listed = select(incident.c.id).where(*of_tenant(bindparam("tenant"), self.wanted))
        return [table.c.incident_id == func.any(func.array(listed.correlate(None).scalar_subquery()))]


WEIGHTS = SPARSEVEC(bm25.DIMENSIONS)


class _Written(HALFVEC):
    """The type of a vector that was written as text already."""

    cache_ok = True

    @override
    def bind_processor(self, dialect: Dialect) -> None:
        return None


class TextQuery(msgspec.Struct, frozen=True, kw_only=True):
    """One text against one corpus of one tenant."""

    tenant: str
    corpus: Corpus
    documents: int
    """How many documents the corpus has."""
    exclude_id: str = ""
    """The case's own id: it is not like itself."""
    recorded: bool = False
    """Whether that incident is one of the documents."""
    written: bool = False
    """Whether there are documents that people wrote."""
    names: Mapping[int, str]
    """The query's terms by id."""
    weights: Mapping[int, float]
    """Of those terms that the corpus has, their inverse document frequencies, raised where the query repeats a term."""
    every_weight: Mapping[int, float]
    """The same of all its terms, for documents of another corpus, whose frequencies nobody knows here."""
    self_score: float
    """BM25 of the query as its own document: what a perfect match would have."""
    space: Space | None
    vector: str | None
    """As PostgreSQL reads it: several statements send it, and to write 384 numbers takes half a millisecond."""
    indexed: frozenset[Retriever] = frozenset()
    wanted: IncidentFilter = EVERY_INCIDENT
    """What is searched: what the reader may see, or less."""
    wanted_indexed: frozenset[Retriever] = frozenset()
    """What an index answers among the wanted documents: nothing, while they are few."""

    @property
    def wanted_shape(self) -> StatementShape:
        """As ``shape``, but of statements that look at the wanted documents alone."""
        terms = self.wanted.terms
        if not terms:
            return self.shape
        method = FilterMethod.CHECKED if self.wanted_indexed else FilterMethod.LISTED
        return msgspec.structs.replace(self.shape, indexed=self.wanted_indexed, wanted=terms, method=method)

    def shows(self, namespace: str) -> bool:
        """Whether the reader may see incidents of that namespace."""
        return self.wanted.namespaces is None or namespace in self.wanted.namespaces

    @property
    def shape(self) -> StatementShape:
        """What the query's statements are built from."""
        lexical = (Retriever.LEXICAL,) if self.weights else ()
        return StatementShape(
            corpus=self.corpus,
            retrievers=(*lexical, Retriever.VECTOR) if self.space else lexical,
            tenant=self.tenant,
            space=self.space,
            indexed=self.indexed,
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters in the statements."""
        own = {"tenant": self.tenant, "exclude": self.exclude_id, "weights": sparse(self.weights)}
        return own | {"vector": self.vector} | self.wanted.parameters

    @property
    def exact(self) -> bool:
        """Whether every row is compared. With an index a candidate may be missed."""
        return not self.indexed

    @property
    def others(self) -> int:
        """How many documents there are beside the case's own."""
        return self.documents - self.recorded

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
