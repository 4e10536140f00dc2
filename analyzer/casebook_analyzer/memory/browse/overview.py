"""All incidents of a period at a glance: what is open, what failed when, how long it took, what recurs and what helped.

Counts come from indexes that have all they ask for; of the wide rows only those of the latest incidents are read.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ARRAY, Select, Text, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import Member, fixes_of_families
from casebook_analyzer.memory.browse.listed_outages import read_open_heads, read_outages
from casebook_analyzer.memory.browse.listing import ListedIncident, read_rows
from casebook_analyzer.memory.browse.overview_shapes import (
    FailingDevice,
    FailingNode,
    OpenCount,
    OpenHead,
    Overview,
    Recurring,
    Step,
    TimeToResolve,
)
from casebook_analyzer.memory.browse.period import PeriodCounts, read_period
from casebook_analyzer.memory.browse.steps import beginnings, begins, step_of
from casebook_analyzer.memory.database.planning import FROM_INDEXES
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents import feedback
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, of_tenant
from casebook_analyzer.memory.incidents.members import member_from
from casebook_analyzer.memory.incidents.rows import IDENTITY, RESOLUTION, WITH_RESOLUTION
from casebook_analyzer.models import Category, FixRecord, Severity

SHOWN = 10
"""Of heads, families, fixes, nodes and devices: the rest is in lists."""
LEARNED_FROM = 1_000
"""So many of the latest incidents of the period tell which fixes worked: each of them is a row that is read."""

_IDS = bindparam("ids", type_=ARRAY(Text))


async def read_overview(
    session: Session, tenant: str, wanted: IncidentFilter, now: datetime, recurrence: timedelta
) -> Overview:
    """The overview of what is wanted. Its state is ignored; without ``until`` it is up to ``now``.

    ``recurrence`` is the time within which a failure that is back speaks against its fix.
    """
    return await session.read(
        lambda connection: _overview(connection, tenant, wanted, now, recurrence), settings=FROM_INDEXES
    )


async def _overview(
    connection: AsyncConnection, tenant: str, wanted: IncidentFilter, now: datetime, recurrence: timedelta
) -> Overview:
    end = wanted.until or now
    period = msgspec.structs.replace(wanted, state=None, until=end)
    standing = msgspec.structs.replace(wanted, state=IncidentState.OPEN, since=None, until=None)
    first = await _first(connection, tenant, period)
    step = step_of(first, end)
    origin = begins(first, step)
    counted = await read_period(
        connection, tenant, period, origin=origin, step=step, shown=SHOWN, learned_from=LEARNED_FROM
    )
    steps = _steps(counted, beginnings(origin, end, step))
    fixes = await _fixes(connection, tenant, counted.latest, recurrence)
    failed = [one for one in fixes if one.succeeded < one.tried]
    failed.sort(key=lambda one: (one.succeeded - one.tried, one.bound_percent, one.fix))
    return Overview(
        since=wanted.since,
        until=end,
        opened=sum(one.count for one in steps),
        resolved=sum(one.over for one in counted.steps),
        open=await _open(connection, tenant, standing),
        heads=await _heads(connection, tenant, standing),
        step_seconds=int(step.total_seconds()),
        steps=steps,
        times=_times(counted),
        recurring=await _recurring(connection, tenant, counted),
        fixes=tuple(one for one in fixes if one.succeeded)[:SHOWN],
        failed_fixes=tuple(failed[:SHOWN]),
        learned_from=len(counted.latest),
        nodes=_nodes(counted),
        devices=_devices(counted),
    )


async def _first(connection: AsyncConnection, tenant: str, period: IncidentFilter) -> datetime:
    """When the first that the reader may see was opened, or the period begins: before there was any needs no steps."""
    seen = IncidentFilter(namespaces=period.namespaces)
    first = func.min(incident.c.opened_at)
    of_all = select(first).where(*of_tenant(tenant, seen.terms))
    if seen.terms:  # grouped, it reads what is in these namespaces, and not all incidents by time until it meets one
        of_each = of_all.group_by(incident.c.namespace).subquery()
        of_all = select(func.min(of_each.c[0]))
    oldest: datetime | None = (await connection.execute(of_all, seen.parameters)).scalar_one()
    end = period.until or datetime.max.replace(tzinfo=UTC)
    known = min(oldest.astimezone(UTC), end) if oldest else end
    return max(known, period.since) if period.since else known


def _steps(counted: PeriodCounts, beginnings_: Iterable[datetime]) -> tuple[Step, ...]:
    of: defaultdict[int, dict[Category, int]] = defaultdict(dict)
    for one in counted.steps:
        of[one.number][one.category] = one.count
    return tuple(
        Step(begins=begin, count=sum(of[number].values()), categories=of[number])
        for number, begin in enumerate(beginnings_)
    )


def _times(counted: PeriodCounts) -> tuple[TimeToResolve, ...]:
    times = []
    for one in counted.times:
        median, ninth_decile = (max(0, int(seconds)) for seconds in one.seconds)
        times.append(
            TimeToResolve(
                category=one.category, count=one.count, median_seconds=median, ninth_decile_seconds=ninth_decile
            )
        )
    return tuple(sorted(times, key=lambda one: (-one.median_seconds, one.category)))


async def _open(connection: AsyncConnection, tenant: str, standing: IncidentFilter) -> tuple[OpenCount, ...]:
    by = (incident.c.severity, incident.c.category)
    query = select(*by, func.count().label("all")).where(*of_tenant(tenant, standing.terms)).group_by(*by)
    found = [
        OpenCount(severity=Severity(row.severity), category=Category(row.category), count=row.all)
        for row in await connection.execute(query, standing.parameters)
    ]
    return tuple(sorted(found, key=lambda one: (one.severity.rank, -one.count, one.category)))


async def _heads(connection: AsyncConnection, tenant: str, standing: IncidentFilter) -> tuple[OpenHead, ...]:
    rows = await read_open_heads(connection, tenant, standing, SHOWN)
    hung = (await read_outages(connection, tenant, rows, standing.namespaces)).followers if rows else {}
    seen = ((row, hung[row.id]) for row in rows if row.id in hung)
    return tuple(OpenHead(incident=row, followers=of.count, followers_open=of.open) for row, of in seen)


async def _recurring(connection: AsyncConnection, tenant: str, counted: PeriodCounts) -> tuple[Recurring, ...]:
    rows = await read_rows(connection, tenant, [one.latest for one in counted.families])
    shown: dict[str, ListedIncident] = {row.id: row for row in rows}
    return tuple(
        Recurring(family=one.family, latest=shown[one.latest], count=one.count, open=one.left, subjects=one.subjects)
        for one in counted.families
        if one.latest in shown  # it may have been erased since
    )


async def _fixes(
    connection: AsyncConnection, tenant: str, ids: Sequence[str], recurrence: timedelta
) -> Sequence[FixRecord]:
    query: Select[Any] = select(*IDENTITY, *RESOLUTION, incident.c.withdrawn, incident.c.device, incident.c.family)
    query = query.select_from(WITH_RESOLUTION).where(*of_tenant(tenant), incident.c.id == func.any(_IDS))
    said = await feedback.said_of(connection, tenant, ids)
    families: defaultdict[str, list[Member]] = defaultdict(list)
    for row in await connection.execute(query, {"ids": list(ids)}):
        families[row.family].append(member_from(row, said.get(row.id), device=row.device))
    return [one for one in fixes_of_families(families.values(), recurrence) if one.tried]


def _nodes(counted: PeriodCounts) -> tuple[FailingNode, ...]:
    nodes = [FailingNode(node=one.node, count=one.count, own=one.own) for one in counted.nodes]
    return tuple(sorted(nodes, key=lambda one: (-one.own, -one.count, one.node))[:SHOWN])


def _devices(counted: PeriodCounts) -> tuple[FailingDevice, ...]:
    """Of few incidents is a device known."""
    devices = [
        FailingDevice(node=one.node, device=device, count=count)
        for one in counted.nodes
        for device, count in Counter(one.devices or ()).items()
    ]
    return tuple(sorted(devices, key=lambda one: (-one.count, one.node, one.device))[:SHOWN])
