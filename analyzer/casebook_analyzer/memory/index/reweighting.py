"""Computes the stored weights of a corpus again, some rows at a time: no caller's event loop waits for all of them."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from pgvector import SparseVector
from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import LEXICAL, Corpus, report_lexical
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.sparse import dense, sparse

BATCH = 100
"""Rows of a statement: to write and read as many sparse vectors takes some 20 ms of the event loop's time."""


async def reweight(
    connection: AsyncConnection, tenant: str, corpus: Corpus, statistics: CorpusStatistics
) -> CorpusStatistics:
    """Compute all stored weights again, for the average length as it is now. The caller holds the lock."""
    table = LEXICAL[corpus]
    keys = [column for column in table.primary_key if column.name != "tenant"]
    at = [key == bindparam(f"at_{key.name}") for key in keys]
    change = update(table).where(table.c.tenant == tenant, *at).values(weights=bindparam("new"))
    average = statistics.actual
    chunks: dict[str, list[SparseVector]] = defaultdict(list)
    rows = await connection.stream(select(*keys, table.c.length, table.c.weights).where(table.c.tenant == tenant))
    async for batch in rows.partitions(BATCH):
        new = await asyncio.to_thread(_reweighted, batch, statistics.average_length, average)
        changes = [
            {f"at_{key.name}": getattr(row, key.name) for key in keys} | {"new": weights}
            for row, weights in zip(batch, new, strict=True)
        ]
        await connection.execute(change, changes)
        if corpus is Corpus.CHUNK:
            for row, weights in zip(batch, new, strict=True):
                chunks[row.incident_id].append(weights)
    await _pool_again(connection, tenant, chunks)
    return msgspec.structs.replace(statistics, average_length=average)


async def _pool_again(connection: AsyncConnection, tenant: str, chunks: dict[str, list[SparseVector]]) -> None:
    """Compute the weights of whole reports again, after those of their chunks have changed."""
    own = (report_lexical.c.tenant == tenant, report_lexical.c.incident_id == bindparam("at"))
    change = update(report_lexical).where(*own).values(weights=bindparam("new"))
    incidents = sorted(chunks)
    for start in range(0, len(incidents), BATCH):
        some = incidents[start : start + BATCH]
        pooled = await asyncio.to_thread(_pooled, [chunks[incident] for incident in some])
        await connection.execute(
            change, [{"at": incident, "new": new} for incident, new in zip(some, pooled, strict=True)]
        )


def _reweighted(rows: Iterable[Any], old: float, new: float) -> list[SparseVector]:
    return [sparse(bm25.reweight(dense(row.weights), row.length, old_average=old, new_average=new)) for row in rows]


def _pooled(reports: Iterable[Iterable[SparseVector]]) -> list[SparseVector]:
    return [sparse(bm25.pool(map(dense, chunks))) for chunks in reports]
