"""Indexes for memories that have outgrown looking at every row: one per tenant, corpus and retriever.

Cases are found by graphs (HNSW), pieces of reports by lists of vectors that are near each other (IVFFlat): hundreds of
pieces are much alike, and in a graph of those one does not get from one crowd to the next (docs/decisions).

A tenant's index holds its own rows only. One index over all tenants would be filtered after the fact: it loses rows of
small tenants and gives away how many rows others have (0 to 2 of 50 rows measured, docs/decisions). Below the limit
there is none, and every search is exact.
"""

from collections.abc import Collection
from enum import StrEnum
from hashlib import sha256
from math import isqrt

import msgspec
import structlog
from psycopg import sql
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.engine import POOLED
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import LEXICAL, VECTOR, Corpus
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.index import corpora

MIN_DOCUMENTS = 5_000
"""Of a corpus. Both retrievers look at so many rows in about 10 ms (bench/retrieval_speed.py)."""

_LOCK = 0x6361_7365_6964_7800
"""Key of the advisory lock that builders hold: "caseidx" in ASCII."""

_BUILD_MEMORY = "512MB"
"""A graph that does not fit is built several times as slowly."""

_GRAPH = "WITH (m = 24, ef_construction = 200)"
"""Denser than pgvector's default of 16 and 64, with which 7 % of the answer are lost among reports that are much alike
(docs/decisions). Takes twice as long to build."""

_LEAST_LISTS = 256
"""Above 65,536 pieces as many as the square root of their number: as many rows in a list as there are lists."""

PROBES = 96
"""Lists that a search looks into: of 256 and of 1,000 recall@10 of 16,000 to 1,000,000 pieces is 0.982 to 0.996."""

_OUTGROWN = 1.5
"""By how much there may be more or fewer lists than one would make now, which is 2.25 times as many documents."""

_log = structlog.get_logger(__name__)


class Retriever(StrEnum):
    """How candidates are found: by words (BM25), or by vectors (cosine)."""

    LEXICAL = "lexical"
    VECTOR = "vector"


class _Index(msgspec.Struct, frozen=True):
    corpus: Corpus
    retriever: Retriever
    tenant: str
    space: Space | None
    lists: int = 0
    """How many lists of vectors it has; none in a graph."""

    @property
    def name(self) -> str:
        """Without the tenant's own name, which may be as long as it likes."""
        return f"{self._stem}{self.lists or ''}"

    @property
    def _stem(self) -> str:
        kind = "_lists" if self.lists else ""
        return f"{prefix(self.tenant)}_{self.corpus}_{self.retriever}_{_digest(self.space)}{kind}"

    def is_answered_by(self, name: str) -> bool:
        """Whether an index of this name finds the same, however many documents there were when it was built."""
        return bool(self.lists_of(name)) if self.lists else name == self.name

    def lists_of(self, name: str) -> int:
        """How many lists an index of this name has that finds the same; 0 for one that does not."""
        number = name.removeprefix(self._stem)
        return int(number) if self.lists and number != name and number.isdecimal() else 0

    def still_fits(self, name: str) -> bool:
        """Whether nothing is to be built where an index of this name is complete."""
        lists = self.lists_of(name)
        return name == self.name or 1 / _OUTGROWN <= lists / max(1, self.lists) <= _OUTGROWN

    @property
    def statement(self) -> str:
        """Its condition is what a search of this retriever asks for, so that PostgreSQL knows that it may use it."""
        table = (LEXICAL if self.retriever is Retriever.LEXICAL else VECTOR)[self.corpus].name
        own = {"tenant": self.tenant} | (msgspec.structs.asdict(self.space) if self.space else {})
        condition = " AND ".join(f"{name} = {sql.Literal(value).as_string(None)}" for name, value in own.items())
        by = "weights sparsevec_ip_ops"
        if self.space:
            by = f"(embedding::halfvec({self.space.dimension})) halfvec_cosine_ops"
        how = f"USING hnsw ({by}) {_GRAPH}"
        if self.lists:
            how = f"USING ivfflat ({by}) WITH (lists = {self.lists})"
        return f"CREATE INDEX CONCURRENTLY {self.name} ON {table} {how} WHERE {condition}"


_FROM_TENANT = (
    "FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid "
    "WHERE c.relname >= :prefix AND c.relname < :prefix || '~' AND pg_table_is_visible(c.oid)"
)
COMPLETE = f"SELECT ARRAY(SELECT c.relname::text {_FROM_TENANT} AND i.indisvalid) AS indexes"
"""The names of a tenant's complete indexes, for ``usable``. ``prefix`` is that of the tenant."""


def usable(
    complete: Collection[str], tenant: str, corpus: Corpus, space: Space | None, documents: int
) -> frozenset[Retriever]:
    """The retrievers of a corpus that one of the complete indexes answers."""
    if documents < MIN_DOCUMENTS:
        return frozenset()
    return frozenset(
        index.retriever for index in _of(tenant, corpus, space, documents) if any(map(index.is_answered_by, complete))
    )


async def maintain(session: Session, space: Space | None) -> list[str]:
    """Build indexes that are missing or outgrown, and drop those that nothing asks for; what was done, in words.

    ``space`` is that of the current model. Writers and searches go on meanwhile; a hundred thousand incidents take some
    minutes. Does nothing where this login does not own the tables.
    """
    wanted: list[_Index] = []
    async with session.transaction() as connection:
        for corpus in Corpus:
            documents = (await corpora.read(connection, session.tenant, corpus)).documents
            if documents >= MIN_DOCUMENTS:
                wanted += _of(session.tenant, corpus, space, documents)
    async with session.unbound() as connection:
        found = await _valid(connection, prefix(session.tenant))
        complete = [name for name, valid in found.items() if valid]
        missing = [index for index in wanted if not any(map(index.still_fits, complete))]
        torsos = [name for name, valid in found.items() if not valid]
        unused = [name for name in complete if not any(index.still_fits(name) for index in wanted)]
        if not (missing or unused or torsos) or _is_pooled(connection) or not await _may_build(connection):
            return []
        if not (await connection.execute(select(func.pg_try_advisory_lock(_LOCK)))).scalar_one():
            return []
        try:
            return await _change(connection, torsos, missing, unused)
        finally:
            await connection.execute(select(func.pg_advisory_unlock(_LOCK)))


async def _change(
    connection: AsyncConnection, torsos: list[str], missing: list[_Index], unused: list[str]
) -> list[str]:
    """Those that are outgrown answer until others are built. A torso has the name of what is built in its place."""
    await _drop(connection, torsos)
    await connection.execute(text(f"SET maintenance_work_mem = '{_BUILD_MEMORY}'"))
    try:
        for index in missing:
            await connection.exec_driver_sql(index.statement.replace("%", "%%"))
    finally:
        await connection.execute(text("RESET maintenance_work_mem"))
    await _drop(connection, unused)
    dropped = (f"dropped {name}" for name in (*torsos, *unused))
    return [*dropped, *(f"built {index.name}" for index in missing)]


async def _drop(connection: AsyncConnection, names: list[str]) -> None:
    for name in names:
        await connection.execute(text(f"DROP INDEX CONCURRENTLY IF EXISTS {name}"))


async def _valid(connection: AsyncConnection, prefix: str) -> dict[str, bool]:
    """The indexes of a tenant by name, and whether each is complete: a build that was interrupted leaves a torso."""
    query = text(f"SELECT c.relname, i.indisvalid {_FROM_TENANT}")
    rows = await connection.execute(query, {"prefix": prefix})
    return {row.relname: row.indisvalid for row in rows}


def _is_pooled(connection: AsyncConnection) -> bool:
    """Behind a pooler the lock would be taken by one server connection and given back by another."""
    pooled = bool(connection.sync_connection and connection.sync_connection.info[POOLED])
    if pooled:
        _log.warning("a pooler is between: name the server itself in the DSN, or searches stay exact and grow slower")
    return pooled


async def _may_build(connection: AsyncConnection) -> bool:
    owns = text("SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('case_vector')")
    if (await connection.execute(owns)).scalar_one():
        return True
    _log.warning("this login does not own the tables, so it cannot build indexes: searches stay exact and grow slower")
    return False


def _of(tenant: str, corpus: Corpus, space: Space | None, documents: int) -> list[_Index]:
    """Words of reports have none: a graph loses its way for a few words, as nearly all rows share none of them."""
    if corpus is Corpus.CASE:
        words = _Index(corpus, Retriever.LEXICAL, tenant, None)
        return [words, _Index(corpus, Retriever.VECTOR, tenant, space)] if space else [words]
    lists = max(_LEAST_LISTS, isqrt(documents))
    return [_Index(corpus, Retriever.VECTOR, tenant, space, lists)] if space else []


def prefix(tenant: str) -> str:
    """What the names of all its indexes begin with."""
    return f"hnsw_{sha256(tenant.encode()).hexdigest()[:12]}"


def _digest(space: Space | None) -> str:
    return sha256(msgspec.json.encode(space)).hexdigest()[:12]
