"""Rows of vectors. Each says which model made it; only vectors of one space are ever compared."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import VECTOR, Corpus
from casebook_analyzer.memory.encoding.encoder import Space


async def delete_vectors(connection: AsyncConnection, key: dict[str, Any], corpus: Corpus) -> None:
    """Delete an incident's vectors of whatever model. ``key`` is its tenant and incident id."""
    table = VECTOR[corpus]
    await connection.execute(delete(table).where(*(table.c[name] == value for name, value in key.items())))


async def insert_vectors(
    connection: AsyncConnection,
    key: dict[str, Any],
    corpus: Corpus,
    space: Space | None,
    vectors: Iterable[tuple[Mapping[str, Any], Sequence[float]]],
) -> None:
    """Write vectors of an incident, which has none in their place. ``key`` is its tenant and incident id."""
    if space is None:
        return
    table = VECTOR[corpus]
    common = key | msgspec.structs.asdict(space)
    rows = [common | dict(own) | {"embedding": list(vector)} for own, vector in vectors]
    if rows:
        await connection.execute(insert(table), rows)
