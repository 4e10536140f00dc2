"""Documents as lists show them: by source and path, narrowed, and page by page."""

from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.tables import document, passage
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.memory.incidents.usage import read_usage
from casebook_analyzer.memory.knowledge.finding import for_the_reader
from casebook_analyzer.memory.knowledge.results import StoredDocument, address
from casebook_analyzer.models import Attachable, Usage

_OWN = and_(passage.c.tenant == document.c.tenant, passage.c.document_id == document.c.id)
_PLACE = (document.c.source, document.c.path)
_LISTED = select(
    *(document.c[name] for name in ("id", "source", "path", "title", "link", "names", "namespaces", "written_at")),
    select(func.count()).select_from(passage).where(_OWN).scalar_subquery().label("passages"),
).order_by(*_PLACE)


class DocumentFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which documents."""

    source: str = ""
    """Only of this one."""
    text: str = ""
    """Only those that have it in their title, their path or what they name, in capitals or not."""
    namespaces: frozenset[str] | None = None
    """Only what is for readers of one of these; None: whatever there is."""


class DocumentListing(msgspec.Struct, frozen=True, kw_only=True):
    """Some of the documents that were asked for."""

    rows: Sequence[StoredDocument]
    more: bool
    """Whether others follow."""
    count: int
    """How many there are in all that fit."""
    sources: tuple[str, ...]
    """Those that have a document for the reader, whatever else was asked for."""


async def read_documents(connection: AsyncConnection, tenant: str, wanted: DocumentFilter) -> list[StoredDocument]:
    """All that fit."""
    return await _stored(connection, tenant, _LISTED.where(*_fits(tenant, wanted)), wanted)


async def read_page(
    connection: AsyncConnection, tenant: str, wanted: DocumentFilter, after: str | None, limit: int
) -> DocumentListing:
    """At most ``limit`` of those that fit; those after the document with this id.

    Raises:
        LookupError: There is no such document for the reader.
    """
    fits, given = [*_fits(tenant, wanted)], _parameters(wanted)
    count = (await connection.execute(select(func.count()).select_from(document).where(*fits), given)).scalar_one()
    readable = [*_for_whom(tenant, wanted)]
    names = await connection.execute(select(document.c.source).where(*readable).distinct(), given)
    query = _LISTED.where(*fits).limit(limit + 1)
    if after:
        place = select(*_PLACE).where(*readable, document.c.id == storable(after))
        last = (await connection.execute(place, given)).one_or_none()
        if last is None:
            raise LookupError(after)
        query = query.where(tuple_(*_PLACE) > tuple_(*last))
    rows = await _stored(connection, tenant, query, wanted)
    sources = tuple(sorted(names.scalars()))
    return DocumentListing(rows=rows[:limit], more=len(rows) > limit, count=count, sources=sources)


def _fits(tenant: str, wanted: DocumentFilter) -> Iterator[ColumnElement[bool]]:
    yield from _for_whom(tenant, wanted)
    if wanted.source:
        yield document.c.source == bindparam("source")
    if wanted.text:
        text = func.lower(bindparam("text"))
        places = (document.c.title, document.c.path, func.array_to_string(document.c.names, " "))
        yield or_(*(func.strpos(func.lower(place), text) > 0 for place in places))


def _for_whom(tenant: str, wanted: DocumentFilter) -> Iterator[ColumnElement[bool]]:
    yield document.c.tenant == tenant
    if wanted.namespaces is not None:
        yield for_the_reader()


def _parameters(wanted: DocumentFilter) -> dict[str, Any]:
    given: dict[str, Any] = {name: storable(getattr(wanted, name)) for name in ("source", "text")}
    return given | {"namespaces": sorted(map(storable, wanted.namespaces or ()))}


async def _stored(
    connection: AsyncConnection, tenant: str, query: Select[Any], wanted: DocumentFilter
) -> list[StoredDocument]:
    rows = (await connection.execute(query, _parameters(wanted))).all()
    used = await read_usage(connection, tenant, Attachable.DOCUMENT, [row.id for row in rows], View())
    return [_shown(row, used[row.id]) for row in rows]


def _shown(row: Any, usage: Usage) -> StoredDocument:
    return StoredDocument(
        source=row.source,
        path=row.path,
        title=row.title,
        link=address(row.link, 1),
        names=tuple(row.names),
        namespaces=tuple(row.namespaces),
        passages=row.passages,
        written_at=row.written_at.astimezone(UTC),
        usage=usage,
    )
