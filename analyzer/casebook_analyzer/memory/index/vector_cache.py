"""Vectors by the content that they were made of: the same crash again needs no model.

Kept per tenant, as a digest that is there would tell another tenant which texts this one has seen.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec
from sqlalchemy import ColumnElement, delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import embedding_cache as table
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors

KEPT = timedelta(days=90)
"""What was not asked for in so long is embedded anew when it comes back."""

KEPT_ROWS = 20_000
"""Per tenant: 20 MB at 384 dimensions. All texts of one to two thousand reports."""

_TOUCHED_AFTER = timedelta(days=1)
"""How often the last use of a vector is written: a crash that comes back every minute must not write every minute."""


async def vectors(session: Session, encoder: Encoder, texts: Sequence[str]) -> Vectors | None:
    """Vectors of the texts, from the model only where the database has none; None when there is no model that works.

    Reads only: what is new is stored by ``write``, with what it was made for.
    """
    return await encoder.vectors(texts, await known(session, encoder, texts))


async def known(session: Session, encoder: Encoder, texts: Sequence[str]) -> dict[str, list[float]]:
    """The cached vectors of these texts, by text. Texts that the current model has not embedded are left out."""
    space = await encoder.space()
    if space is None:
        return {}
    digests = {_digest(text): text for text in texts}
    query = select(table.c.digest, table.c.embedding).where(
        *_in_space(session.tenant, space), table.c.digest.in_(sorted(digests))
    )
    async with session.transaction() as connection:
        return {digests[row.digest]: row.embedding for row in await connection.execute(query)}


async def write(
    connection: AsyncConnection,
    tenant: str,
    space: Space,
    found: Iterable[tuple[str, Sequence[float]]],
    now: datetime,
) -> None:
    """Keep vectors, each with its text, in the caller's transaction. Those that are there already were used now."""
    common = {"tenant": tenant, "used_at": now} | msgspec.structs.asdict(space)
    rows = {digest: common | {"digest": digest, "embedding": row} for digest, row in _digests(found).items()}
    if not rows:
        return
    statement = insert(table)
    statement = statement.on_conflict_do_update(
        index_elements=table.primary_key,
        set_={"used_at": statement.excluded.used_at},
        where=table.c.used_at < statement.excluded.used_at - _TOUCHED_AFTER,
    )
    # Sorted, so that two writers take their locks in one order.
    await connection.execute(statement, [rows[digest] for digest in sorted(rows)])


async def trim(session: Session, now: datetime, *, kept_rows: int = KEPT_ROWS) -> int:
    """Forget what was not used for long, and the least recently used beyond a number; how many rows went."""
    mine = table.c.tenant == session.tenant
    key = tuple_(*table.primary_key)
    newest_first = (table.c.used_at.desc(), table.c.digest)
    surplus = select(*table.primary_key).where(mine).order_by(*newest_first).offset(kept_rows)
    async with session.transaction() as connection:
        old = await connection.execute(delete(table).where(mine, table.c.used_at < now - KEPT))
        beyond = await connection.execute(delete(table).where(mine, key.in_(surplus)))
    return old.rowcount + beyond.rowcount


async def forget(connection: AsyncConnection, tenant: str, texts: Iterable[str]) -> None:
    """Forget the vectors of texts, of whatever model, in the caller's transaction."""
    digests = sorted({_digest(text) for text in texts})
    await connection.execute(delete(table).where(table.c.tenant == tenant, table.c.digest.in_(digests)))


async def clear(session: Session) -> None:
    """Forget all vectors of the tenant's texts."""
    async with session.transaction() as connection:
        await connection.execute(delete(table).where(table.c.tenant == session.tenant))


async def count(session: Session) -> int:
    """How many texts of the tenant have a cached vector."""
    async with session.transaction() as connection:
        query = select(func.count()).select_from(table).where(table.c.tenant == session.tenant)
        return (await connection.execute(query)).scalar_one()


def _in_space(tenant: str, space: Space) -> tuple[ColumnElement[bool], ...]:
    own = msgspec.structs.asdict(space).items()
    return table.c.tenant == tenant, *(table.c[name] == value for name, value in own)


def _digests(found: Iterable[tuple[str, Sequence[float]]]) -> Mapping[bytes, list[float]]:
    return {_digest(text): list(row) for text, row in found}


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()
