"""A query as both legs see it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import ColumnElement, Dialect, bindparam, cast, literal
from typing_extensions import override

from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import lexical
from casebook_analyzer.memory.encoder import Space
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.scoring import lexical_share
from casebook_analyzer.memory.tables import LEXICAL, VECTOR, Corpus

MAX_CHARACTERS = 20_000
"""Of a query. A case has at most a few thousand; who pastes a whole log searches for its beginning."""

_SHOWN_TERMS = 4


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """What the statements of a query depend on beside their parameters: they are built once for each shape.

    Building them anew for each query took as long as PostgreSQL needs to answer them (docs/decisions).
    """

    corpus: Corpus
    legs: tuple[Leg, ...]
    """Those that have something to go by."""
    tenant: str
    space: Space | None
    """Of the query's vector. PostgreSQL uses a tenant's index only where it reads both in the statement itself: a plan
    that is made once knows no parameters."""
    indexed: frozenset[Leg]
    """The legs that an index answers. The others look at every row."""

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
            distance = LEXICAL[self.corpus].c.weights.max_inner_product(bindparam("weights", type_=WEIGHTS))
            return distance
        kind = HALFVEC(self.space.dimension if self.space else None)
        stored = cast(VECTOR[self.corpus].c.embedding, kind)
        distance = stored.cosine_distance(cast(bindparam("vector", type_=_Written()), kind))
        return distance

    def mine(self, leg: Leg) -> list[ColumnElement[bool]]:
        """The rows that a leg may look at."""
        table = (LEXICAL if leg is Leg.LEXICAL else VECTOR)[self.corpus]
        own = {"tenant": self.tenant}
        if leg is Leg.VECTOR and self.space:
            own |= msgspec.structs.asdict(self.space)
        return [table.c[name] == literal(value, literal_execute=True) for name, value in own.items()]


WEIGHTS = SPARSEVEC(lexical.DIMENSIONS)


class _Written(HALFVEC):
    """A vector that is text already."""

    cache_ok = True

    @override
    def bind_processor(self, dialect: Dialect) -> None:
        return None


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """One text against one corpus of one tenant."""

    tenant: str
    corpus: Corpus
    documents: int
    """How many the corpus has."""
    exclude_id: str = ""
    """The case's own id: it is not like itself."""
    recorded: bool = False
    """Whether that incident is one of the documents."""
    names: Mapping[int, str]
    """The query's terms by id."""
    weights: Mapping[int, float]
    """Of those terms that the corpus has, their inverse document frequencies, raised where the query repeats a term."""
    self_score: float
    """BM25 of the query as its own document: what a perfect match would have."""
    space: Space | None
    vector: str | None
    """As PostgreSQL reads it: several statements send it, and to write 384 numbers takes half a millisecond."""
    indexed: frozenset[Leg] = frozenset()

    @property
    def shape(self) -> Shape:
        """What its statements look like."""
        lexical_leg = (Leg.LEXICAL,) if self.weights else ()
        return Shape(
            corpus=self.corpus,
            legs=(*lexical_leg, Leg.VECTOR) if self.space else lexical_leg,
            tenant=self.tenant,
            space=self.space,
            indexed=self.indexed,
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """What the statements of its shape ask for."""
        own = {"tenant": self.tenant, "exclude": self.exclude_id, "weights": statistics_of.sparse(self.weights)}
        return own | {"vector": self.vector}

    @property
    def exact(self) -> bool:
        """Whether every row was looked at."""
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
