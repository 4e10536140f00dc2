"""Vectors of passages, made by whoever has the model: a passage without one is found by its words."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import document, passage, passage_vector
from casebook_analyzer.memory.encoding.chunks import indexed_text
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.knowledge.document import words_of_path

_BATCH = 32
_KEY = ("document_id", "position")


async def embed(session: Session, encoder: Encoder, progress: Callable[[int], None] | None = None) -> int:
    """Embed all passages that have no vector of the current model; how many got one. 0 without a model that works.

    ``progress`` is called with how many were looked at, again and again.
    What the model cannot read is found by its words, and tried again the next time.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    space = await encoder.space()
    done, last = 0, ("", -1)
    while space is not None:
        async with session.transaction() as connection:
            due = await _due(connection, session.tenant, space, last)
        if not due:
            break
        last = (due[-1].document_id, due[-1].position)
        for some, vectors in await _readable(encoder, due):
            async with session.transaction() as connection:
                done += await _write(connection, session.tenant, some, vectors)
        if progress:
            progress(len(due))
    return done


async def _readable(encoder: Encoder, due: list[Any]) -> list[tuple[list[Any], Vectors]]:
    """Passages with their vectors: all at once, or one by one where the model stumbles over one of them."""
    vectors = await encoder.vectors([_indexed(row) for row in due])
    if vectors is not None:
        return [(due, vectors)]
    if not await encoder.works():
        return []
    each = [(row, await encoder.vectors([_indexed(row)])) for row in due]
    return [([row], one) for row, one in each if one is not None]


def in_space(tenant: str, space: Space) -> ColumnElement[bool]:
    """Whether a vector is the passage's, and of this model."""
    own = (passage_vector.c[name] == value for name, value in msgspec.structs.asdict(space).items())
    same = (passage_vector.c[name] == passage.c[name] for name in _KEY)
    return and_(passage_vector.c.tenant == tenant, *same, *own)


def _lack(tenant: str, space: Space) -> tuple[ColumnElement[bool], ...]:
    return passage.c.tenant == tenant, ~exists().where(in_space(tenant, space))


async def _due(connection: AsyncConnection, tenant: str, space: Space, after: tuple[str, int]) -> list[Any]:
    """The next passages without a vector, in the order of their keys."""
    owner = and_(document.c.tenant == passage.c.tenant, document.c.id == passage.c.document_id)
    shown = (*(passage.c[name] for name in (*_KEY, "heading", "text")), document.c.title, document.c.path)
    key = tuple(passage.c[name] for name in _KEY)
    query = select(*shown).join(document, owner).where(*_lack(tenant, space), tuple_(*key) > tuple_(*after))
    return list((await connection.execute(query.order_by(*key).limit(_BATCH))).all())


def _indexed(row: Any) -> str:
    """A passage says little without what it is about."""
    heading = row.heading if row.title in row.heading else " > ".join(filter(None, (row.title, row.heading)))
    return indexed_text(f"{words_of_path(row.path)}: {heading}", row.text)


async def _write(connection: AsyncConnection, tenant: str, due: list[Any], vectors: Vectors) -> int:
    """Write the vectors of those passages that are as they were when they were read."""
    keys = [(row.document_id, row.position) for row in due]
    own = (passage.c.tenant == tenant, tuple_(*(passage.c[name] for name in _KEY)).in_(keys))
    query = select(*(passage.c[name] for name in (*_KEY, "text"))).where(*own).with_for_update()
    there = {(row.document_id, row.position): row.text for row in await connection.execute(query)}
    old = tuple_(*(passage_vector.c[name] for name in _KEY)).in_(keys)
    await connection.execute(delete(passage_vector).where(passage_vector.c.tenant == tenant, old))
    space = msgspec.structs.asdict(vectors.space)
    rows = [
        {"tenant": tenant, "document_id": row.document_id, "position": row.position, **space, "embedding": list(vector)}
        for row, vector in zip(due, vectors.rows, strict=True)
        if there.get((row.document_id, row.position)) == row.text
    ]
    if rows:
        await connection.execute(insert(passage_vector), rows)
    return len(rows)
