"""Incidents page by page, the latest first: what a person sees who looks for one without knowing its name."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import feedback
from casebook_analyzer.memory.families import member_from
from casebook_analyzer.memory.rows import RESOLUTION, WITH_RESOLUTION, storable
from casebook_analyzer.memory.tables import incident, resolution
from casebook_analyzer.models import Category, ResolutionKind, Said, Verdict


class State(StrEnum):
    """Whether an incident has ended."""

    OPEN = "open"
    RESOLVED = "resolved"


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which incidents. What is left out does not matter."""

    namespaces: frozenset[str] | None = None
    """Only of these; of none when it is empty."""
    category: Category | None = None
    """As it was concluded: a correction changes what is shown, and not where it is found."""
    state: State | None = None
    subject: str = ""
    node: str = ""
    """Whose pod failed on this node."""
    family: str = ""
    ids: tuple[str, ...] | None = None
    """Only these."""


class Place(msgspec.Struct, frozen=True):
    """Where a page ends. Incidents that are added or purged meanwhile move nothing."""

    opened_at: datetime
    id: str


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """One incident in a list, as people see it now."""

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    confidence: int
    family: str
    node: str
    opened_at: datetime
    verdict: Verdict | None = None
    resolution: str = ""
    """What ended it; empty while it is open."""
    resolution_kind: ResolutionKind | None = None
    seconds_to_resolve: int | None = None

    @property
    def place(self) -> Place:
        """Where a page ends whose last one it is."""
        return Place(self.opened_at, self.id)


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """One page."""

    rows: tuple[Listed, ...]
    newer: bool
    """Whether there are others before it."""
    older: bool


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How many there are of each state."""

    open: int
    resolved: int

    @property
    def all(self) -> int:
        """Of both."""
        return self.open + self.resolved


_NARROW = tuple(incident.c[name] for name in ("id", "namespace", "name", "subject", "category", "title", "family"))
_CONFIDENCE = incident.c.conclusion["confidence"].as_integer().label("confidence")


async def read_listing(
    connection: AsyncConnection,
    tenant: str,
    wanted: Wanted,
    *,
    before: Place | None = None,
    after: Place | None = None,
    limit: int = 50,
) -> Listing:
    """The page of older ones than ``before``, or of newer ones than ``after``; the newest without either.

    The rows are wide: which ones belong to the page is found in an index, and only these are read.
    """
    key = tuple_(incident.c.opened_at, incident.c.id)
    found = select(incident.c.opened_at, incident.c.id).where(*_conditions(tenant, wanted))
    if after is not None:
        found = found.where(key > (after.opened_at, storable(after.id)))
        found = found.order_by(incident.c.opened_at, incident.c.id)
    else:
        if before is not None:
            found = found.where(key < (before.opened_at, storable(before.id)))
        found = found.order_by(incident.c.opened_at.desc(), incident.c.id.desc())
    ids = [row.id for row in await connection.execute(found.limit(limit + 1))]
    more, ids = len(ids) > limit, ids[:limit]
    rows = await _listed(connection, tenant, ids)
    if after is not None:
        return Listing(rows=rows, newer=more, older=True)
    return Listing(rows=rows, newer=before is not None, older=more)


async def read_counts(connection: AsyncConnection, tenant: str, wanted: Wanted) -> Counts:
    """Of both states, whatever state is wanted."""
    either = msgspec.structs.replace(wanted, state=None)
    over = func.count().filter(resolution.c.incident_id.is_not(None))
    query = select(func.count().label("all"), over.label("over")).select_from(WITH_RESOLUTION)
    row = (await connection.execute(query.where(*_conditions(tenant, either)))).one()
    return Counts(open=row.all - row.over, resolved=row.over)


async def read_namespaces(connection: AsyncConnection, tenant: str) -> list[str]:
    """All namespaces that have incidents, in order. One step of an index for each, however many incidents there are."""
    mine = incident.c.tenant == tenant
    first = select(func.min(incident.c.namespace).label("namespace")).where(mine).cte("steps", recursive=True)
    following = select(func.min(incident.c.namespace)).where(mine, incident.c.namespace > first.c.namespace)
    steps = first.union_all(select(following.scalar_subquery()).where(first.c.namespace.is_not(None)))
    return list((await connection.execute(select(steps.c.namespace).where(steps.c.namespace.is_not(None)))).scalars())


def _conditions(tenant: str, wanted: Wanted) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [incident.c.tenant == tenant]
    if wanted.namespaces is not None:
        conditions.append(incident.c.namespace.in_(sorted(map(storable, wanted.namespaces))))
    if wanted.category is not None:
        conditions.append(incident.c.category == wanted.category.value)
    if wanted.state is not None:
        ended = exists().where(resolution.c.tenant == tenant, resolution.c.incident_id == incident.c.id)
        conditions.append(ended if wanted.state is State.RESOLVED else ~ended)
    if wanted.ids is not None:
        conditions.append(incident.c.id.in_(list(map(storable, wanted.ids))))
    named = ((incident.c.subject, wanted.subject), (incident.c.node, wanted.node), (incident.c.family, wanted.family))
    return conditions + [column == storable(text) for column, text in named if text]


async def _listed(connection: AsyncConnection, tenant: str, ids: Sequence[str]) -> tuple[Listed, ...]:
    query: Select[Any] = select(*_NARROW, incident.c.opened_at, incident.c.node, _CONFIDENCE, *RESOLUTION)
    query = query.select_from(WITH_RESOLUTION).where(incident.c.tenant == tenant, incident.c.id.in_(ids))
    rows = await connection.execute(query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()))
    said = await feedback.said_of(connection, tenant, ids)
    return tuple(_one(row, said.get(row.id)) for row in rows)


def _one(row: Row[Any], said: Said | None) -> Listed:
    member = member_from(row, said)
    ended = member.resolution
    return Listed(
        **msgspec.structs.asdict(member.mention),
        confidence=row.confidence,
        family=row.family,
        node=row.node,
        verdict=said.verdict if said else None,
        resolution_kind=ended.kind if ended else None,
        seconds_to_resolve=ended.seconds_to_resolve if ended else None,
    )
