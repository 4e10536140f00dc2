"""Computes the stored weights of a corpus again, some rows at a time: no caller's event loop waits for all of them."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import change_rows
from casebook_analyzer.memory.database.tables import LEXICAL, Corpus, report_lexical
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.sparse import dense, written

BATCH = 100
"""Rows of a statement: to write and read as many sparse vectors takes some 20 ms of the event loop's time. A statement
for each row would wait as often for its turn in the loop, and all other writers with it: half a minute for 1,000 rows
in a busy operator."""

Weights = Mapping[int, float]


async def reweight(
    connection: AsyncConnection, tenant: str, corpus: Corpus, statistics: CorpusStatistics
) -> CorpusStatistics:
    """Compute all stored weights again, for the average length as it is now. The caller holds the lock."""
    table = LEXICAL[corpus]
    keys = [column for column in table.primary_key if column.name != "tenant"]
    average = statistics.actual
    chunks: dict[str, list[Weights]] = defaultdict(list)
    rows = await connection.stream(select(*keys, table.c.length, table.c.weights).where(table.c.tenant == tenant))
    async for batch in rows.partitions(BATCH):
        new, texts = await asyncio.to_thread(_reweighted, batch, statistics.average_length, average)
        changes = [
            {key.name: getattr(row, key.name) for key in keys} | {"weights": weights}
            for row, weights in zip(batch, texts, strict=True)
        ]
        await change_rows(connection, table, tenant, changes, changed="weights")
        if corpus is Corpus.CHUNK:
            for row, weights in zip(batch, new, strict=True):
                chunks[row.incident_id].append(weights)
    await _pool_again(connection, tenant, chunks)
    return msgspec.structs.replace(statistics, average_length=average)


async def _pool_again(connection: AsyncConnection, tenant: str, chunks: Mapping[str, list[Weights]]) -> None:
    """Compute the weights of whole reports again, after those of their chunks have changed."""
    incidents = sorted(chunks)
    for start in range(0, len(incidents), BATCH):
        some = incidents[start : start + BATCH]
        pooled = await asyncio.to_thread(_pooled, [chunks[incident] for incident in some])
        changes = [{"incident_id": one, "weights": weights} for one, weights in zip(some, pooled, strict=True)]
        await change_rows(connection, report_lexical, tenant, changes, changed="weights")


def _reweighted(rows: Iterable[Any], old: float, new: float) -> tuple[Sequence[Weights], list[str]]:
    """(weights, what PostgreSQL reads of them) of each row."""
    again = [bm25.reweight(dense(row.weights), row.length, old_average=old, new_average=new) for row in rows]
    return again, [written(weights) for weights in again]


def _pooled(reports: Iterable[Iterable[Weights]]) -> list[str]:
    return [written(bm25.pool(chunks)) for chunks in reports]
