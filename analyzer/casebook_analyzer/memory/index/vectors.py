"""Rows of vectors. Each says which model made it; only vectors of one space are ever compared."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import VECTOR, Corpus
from casebook_analyzer.memory.encoding.encoder import Space


class VectorRow(NamedTuple):
    """The vector of one document of an incident. ``key`` is the family, or the position."""

    incident_id: str
    key: Mapping[str, Any]
    space: Space
    vector: Sequence[float]


async def delete_vectors(connection: AsyncConnection, tenant: str, incident_ids: Sequence[str], corpus: Corpus) -> None:
    """Delete the vectors of incidents, of whatever model."""
    table = VECTOR[corpus]
    await connection.execute(delete(table).where(table.c.tenant == tenant, table.c.incident_id.in_(incident_ids)))


async def insert_vectors(
    connection: AsyncConnection, tenant: str, corpus: Corpus, vectors: Sequence[VectorRow]
) -> None:
    """Write vectors of incidents, which have none in their place."""
    rows = [
        {"tenant": tenant, "incident_id": incident_id, **key, **msgspec.structs.asdict(space)}
        | {"embedding": list(row)}
        for incident_id, key, space, row in vectors
    ]
    if rows:
        await connection.execute(insert(VECTOR[corpus]), rows)
