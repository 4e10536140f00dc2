"""Incidents page by page, the latest first: what a person sees who looks for one without knowing its name."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row, Select, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.browse.wanted import wanted_rows
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents import feedback
from casebook_analyzer.memory.incidents.filters import IncidentFilter, of_tenant
from casebook_analyzer.memory.incidents.members import member_from
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.incidents.rows import RESOLUTION, WITH_RESOLUTION, storable
from casebook_analyzer.models import IncidentIdentity, ResolutionKind, Said, Severity, Verdict


class ListedIncident(IncidentIdentity, frozen=True, kw_only=True):
    """One incident in a list, as people see it now."""

    confidence: int
    severity: Severity
    family: str
    node: str
    verdict: Verdict | None = None
    resolution: str = ""
    """What ended it; empty while it is open."""
    resolution_kind: ResolutionKind | None = None
    seconds_to_resolve: int | None = None
    ended_at: datetime | None = None
    caused_by: str = ""
    """The id of the head that it hangs on."""

    @property
    def cursor(self) -> PageCursor:
        """The cursor of a page that ends with this incident."""
        return PageCursor(self.opened_at, self.id)


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a list of incidents."""

    rows: tuple[ListedIncident, ...]
    newer: bool
    """Whether there are newer incidents than those of this page."""
    older: bool

    @property
    def ends(self) -> PageCursor | None:
        """The cursor of the next page, None when there is none."""
        return self.rows[-1].cursor if self.older and self.rows else None


class IncidentCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many incidents are open and how many are resolved."""

    open: int
    resolved: int

    @property
    def all(self) -> int:
        """The number of incidents, open and resolved."""
        return self.open + self.resolved


_NARROW = tuple(
    incident.c[name] for name in ("id", "namespace", "name", "subject", "category", "title", "family", "caused_by")
)
_CONFIDENCE = incident.c.conclusion["confidence"].as_integer().label("confidence")


async def read_listing(
    connection: AsyncConnection,
    tenant: str,
    wanted: IncidentFilter,
    *,
    before: PageCursor | None = None,
    after: PageCursor | None = None,
    limit: int = 50,
) -> Listing:
    """The page of older ones than ``before``, or of newer ones than ``after``; the newest without either.

    The rows are wide: which ones belong to the page is found in an index, and only these are read.
    """
    of = wanted_rows(tenant, wanted.terms, incident.c.opened_at, incident.c.id)
    found, key = select(of.c.id), tuple_(of.c.opened_at, of.c.id)
    if after is not None:
        found = found.where(key > (after.opened_at, storable(after.id)))
        found = found.order_by(of.c.opened_at, of.c.id)
    else:
        if before is not None:
            found = found.where(key < (before.opened_at, storable(before.id)))
        found = found.order_by(of.c.opened_at.desc(), of.c.id.desc())
    ids = (await connection.execute(found.limit(limit + 1), wanted.parameters)).scalars().all()
    more = len(ids) > limit
    rows = await read_rows(connection, tenant, ids[:limit])
    if after is not None:
        return Listing(rows=rows, newer=more, older=True)
    return Listing(rows=rows, newer=before is not None, older=more)


async def read_counts(connection: AsyncConnection, tenant: str, wanted: IncidentFilter) -> IncidentCounts:
    """Count the open and the resolved incidents of a filter; its own ``state`` is ignored."""
    either = msgspec.structs.replace(wanted, state=None)
    over = func.count().filter(incident.c.ended_at.is_not(None))
    query = select(func.count().label("all"), over.label("over")).where(*of_tenant(tenant, either.terms))
    row = (await connection.execute(query, either.parameters)).one()
    return IncidentCounts(open=row.all - row.over, resolved=row.over)


async def read_namespaces(connection: AsyncConnection, tenant: str) -> list[str]:
    """All namespaces that have incidents, in order. One step of an index for each, however many incidents there are."""
    mine = incident.c.tenant == tenant
    first = select(func.min(incident.c.namespace).label("namespace")).where(mine).cte("steps", recursive=True)
    following = select(func.min(incident.c.namespace)).where(mine, incident.c.namespace > first.c.namespace)
    steps = first.union_all(select(following.scalar_subquery()).where(first.c.namespace.is_not(None)))
    return list((await connection.execute(select(steps.c.namespace).where(steps.c.namespace.is_not(None)))).scalars())


async def read_rows(
    connection: AsyncConnection, tenant: str, incident_ids: Sequence[str]
) -> tuple[ListedIncident, ...]:
    """The incidents with these ids as lists show them, the latest first."""
    query: Select[Any] = select(
        *_NARROW,
        incident.c.opened_at,
        incident.c.node,
        _CONFIDENCE,
        incident.c.severity,
        *RESOLUTION,
        incident.c.withdrawn,
    )
    query = query.select_from(WITH_RESOLUTION).where(incident.c.tenant == tenant, incident.c.id.in_(incident_ids))
    rows = await connection.execute(query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()))
    said = await feedback.said_of(connection, tenant, incident_ids)
    return tuple(_one(row, said.get(row.id)) for row in rows)


def _one(row: Row[Any], said: Said | None) -> ListedIncident:
    member = member_from(row, said)
    ended = member.resolution
    return ListedIncident(
        **msgspec.structs.asdict(member.mention),
        confidence=row.confidence,
        severity=Severity(row.severity),
        family=row.family,
        node=row.node,
        verdict=said.verdict if said else None,
        resolution_kind=ended.kind if ended else None,
        seconds_to_resolve=ended.seconds_to_resolve if ended else None,
        ended_at=ended.resolved_at if ended else None,
        caused_by=row.caused_by,
    )
