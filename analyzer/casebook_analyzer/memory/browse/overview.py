"""All incidents of a period at a glance: what is open, what failed when, how long it took, what recurs and what helped.

Counts come from an index that has all they ask for; of the wide rows only those of the latest incidents are read.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ARRAY, DateTime, Double, Integer, Interval, Select, Text, bindparam, cast, func, select, true
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import Member, fixes_of_families
from casebook_analyzer.memory.browse.few import by_ids
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
_OF_FAMILIES = incident.c.family == func.any(bindparam("families", type_=ARRAY(Text)))


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
    always = await by_ids(connection, tenant, msgspec.structs.replace(wanted, state=None, since=None, until=None))
    period = msgspec.structs.replace(always, since=wanted.since, until=wanted.until or now)
    standing = msgspec.structs.replace(always, state=IncidentState.OPEN)
    first = await _first(connection, tenant, period)
    step = step_of(first, period.until or now)
    steps, resolved, times = await _counts(connection, tenant, period, first, step)
    fixes, learned_from = await _fixes(connection, tenant, period, recurrence)
    nodes, devices = await _places(connection, tenant, period)
    failed = [one for one in fixes if one.succeeded < one.tried]
    failed.sort(key=lambda one: (one.succeeded - one.tried, one.bound_percent, one.fix))
    return Overview(
        since=wanted.since,
        until=period.until or now,
        opened=sum(one.count for one in steps),
        resolved=resolved,
        open=await _open(connection, tenant, standing),
        heads=await _heads(connection, tenant, standing),
        step_seconds=int(step.total_seconds()),
        steps=steps,
        times=times,
        recurring=await _recurring(connection, tenant, period),
        fixes=tuple(one for one in fixes if one.succeeded)[:SHOWN],
        failed_fixes=tuple(failed[:SHOWN]),
        learned_from=learned_from,
        nodes=nodes,
        devices=devices,
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


async def _counts(
    connection: AsyncConnection, tenant: str, period: IncidentFilter, first: datetime, step: timedelta
) -> tuple[tuple[Step, ...], int, tuple[TimeToResolve, ...]]:
    """What was opened by step and category, how much of it is over, and how long it lasted: all in one scan."""
    origin = begins(first, step)
    given = {"step": step, "origin": origin, "shares": [0.5, 0.9]}
    rows = (await connection.execute(_counted(tenant, period), period.parameters | given)).all()
    counts: defaultdict[datetime, dict[Category, int]] = defaultdict(dict)
    times: list[TimeToResolve] = []
    for row in rows:
        category = Category(row.category)
        for begin, count in zip(row.bins, row.counts, strict=True):
            counts[begin.astimezone(UTC)][category] = count
        if row.ended:
            median, ninth_decile = (max(0, int(one)) for one in row.seconds)
            times.append(
                TimeToResolve(
                    category=category, count=row.ended, median_seconds=median, ninth_decile_seconds=ninth_decile
                )
            )
    made = (
        Step(begins=begin, count=sum(counts[begin].values()), categories=counts[begin])
        for begin in beginnings(origin, period.until or first, step)
    )
    times.sort(key=lambda one: (-one.median_seconds, one.category))
    return tuple(made), sum(row.over for row in rows), tuple(times)


def _counted(tenant: str, period: IncidentFilter) -> Select[Any]:
    """A row for each category. Seconds are sorted within each: to sort all rows by category takes twice as long."""
    at = incident.c.opened_at
    bin_ = func.date_bin(bindparam("step", type_=Interval), at, bindparam("origin", type_=DateTime(timezone=True)))
    lasted = func.array_agg(func.date_part("epoch", incident.c.ended_at - at, type_=Double), type_=ARRAY(Double))
    counted = (
        select(
            bin_.label("bin"),
            incident.c.category,
            func.count().label("all"),
            func.count(incident.c.ended_at).label("over"),
            lasted.filter(incident.c.instructive, incident.c.ended_at.is_not(None)).label("seconds"),
        )
        .where(*of_tenant(tenant, period.terms))
        .group_by("bin", incident.c.category)
        .cte("counted")
    )
    same = counted.alias("same")
    each = func.unnest(same.c.seconds).table_valued("seconds", name="each").render_derived()
    shares = func.percentile_cont(bindparam("shares", type_=ARRAY(Double))).within_group(each.c.seconds)
    of_category = select(shares).select_from(same.join(each, true())).where(same.c.category == counted.c.category)
    return select(
        counted.c.category,
        func.array_agg(counted.c.bin).label("bins"),
        func.array_agg(counted.c.all).label("counts"),
        cast(func.sum(counted.c.over), Integer).label("over"),
        func.sum(func.cardinality(counted.c.seconds)).label("ended"),
        of_category.correlate(counted).scalar_subquery().label("seconds"),
    ).group_by(counted.c.category)


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


async def _recurring(connection: AsyncConnection, tenant: str, period: IncidentFilter) -> tuple[Recurring, ...]:
    count, last = func.count().label("all"), func.max(incident.c.opened_at).label("last")
    left, subjects = func.count().filter(incident.c.ended_at.is_(None)), func.count(incident.c.subject.distinct())
    query = select(incident.c.family, count, last).where(*of_tenant(tenant, period.terms))
    query = query.group_by(incident.c.family).having(func.count() > 1)
    query = query.order_by(count.desc(), last.desc(), incident.c.family).limit(SHOWN)
    rows = (await connection.execute(query, period.parameters)).all()
    of_families = {"families": [row.family for row in rows]}
    told = select(incident.c.family, left.label("left"), subjects.label("subjects"))
    told = told.where(*of_tenant(tenant, period.terms), _OF_FAMILIES).group_by(incident.c.family)
    more = {row.family: row for row in await connection.execute(told, period.parameters | of_families)}
    # Of what is wanted alone: a fault of a node gives namespaces incidents of one family and one second.
    ends = select(incident.c.id).ext(distinct_on(incident.c.family))
    ends = ends.where(*of_tenant(tenant, period.terms), _OF_FAMILIES)
    ends = ends.where(incident.c.opened_at.in_([row.last for row in rows]))
    ends = ends.order_by(incident.c.family, incident.c.opened_at.desc(), incident.c.id.desc())
    ids = (await connection.execute(ends, period.parameters | of_families)).scalars().all()
    shown: dict[str, ListedIncident] = {row.family: row for row in await read_rows(connection, tenant, ids)}
    return tuple(
        Recurring(
            family=row.family,
            latest=shown[row.family],
            count=row.all,
            open=more[row.family].left,
            subjects=more[row.family].subjects,
        )
        for row in rows
    )


async def _fixes(
    connection: AsyncConnection, tenant: str, period: IncidentFilter, recurrence: timedelta
) -> tuple[Sequence[FixRecord], int]:
    latest = select(incident.c.id).where(*of_tenant(tenant, period.terms))
    latest = latest.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(LEARNED_FROM)
    ids = (await connection.execute(latest, period.parameters)).scalars().all()
    query: Select[Any] = select(*IDENTITY, *RESOLUTION, incident.c.withdrawn, incident.c.device, incident.c.family)
    query = query.select_from(WITH_RESOLUTION).where(*of_tenant(tenant), incident.c.id == func.any(_IDS))
    said = await feedback.said_of(connection, tenant, ids)
    families: defaultdict[str, list[Member]] = defaultdict(list)
    for row in await connection.execute(query, {"ids": ids}):
        families[row.family].append(member_from(row, said.get(row.id), device=row.device))
    return [one for one in fixes_of_families(families.values(), recurrence) if one.tried], len(ids)


async def _places(
    connection: AsyncConnection, tenant: str, period: IncidentFilter
) -> tuple[tuple[FailingNode, ...], tuple[FailingDevice, ...]]:
    """By node alone, in whose order an index is; of few incidents is a device known."""
    own = func.count().filter(incident.c.subject == "Node/" + incident.c.node)
    of_devices = func.array_agg(incident.c.device, type_=ARRAY(Text)).filter(incident.c.device != "")
    query = select(incident.c.node, func.count().label("all"), own.label("own"), of_devices.label("devices"))
    query = query.where(*of_tenant(tenant, period.terms), incident.c.node != "").group_by(incident.c.node)
    rows = (await connection.execute(query, period.parameters)).all()
    nodes = [FailingNode(node=row.node, count=row.all, own=row.own) for row in rows]
    devices = [
        FailingDevice(node=row.node, device=device, count=count)
        for row in rows
        for device, count in Counter(row.devices or ()).items()
    ]
    return (
        tuple(sorted(nodes, key=lambda one: (-one.own, -one.count, one.node))[:SHOWN]),
        tuple(sorted(devices, key=lambda one: (-one.count, one.node, one.device))[:SHOWN]),
    )
