"""Reads families from the database: their records, their members, and the past of one incident."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Integer, Select, Text, bindparam, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import Member, Totals, View, differences, family_record, proposals, with_usage
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.families.outages import read_outage
from casebook_analyzer.memory.incidents import exhibits, feedback, judgements
from casebook_analyzer.memory.incidents.filters import IncidentFilter, of_tenant
from casebook_analyzer.memory.incidents.in_view import NAMESPACES, asked_of, shown, within
from casebook_analyzer.memory.incidents.members import member_from
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.incidents.rows import (
    IDENTITY,
    RESOLUTION,
    WITH_RESOLUTION,
    incident_from,
    incidents,
    storable,
)
from casebook_analyzer.memory.incidents.usage import read_usage
from casebook_analyzer.models import Attachable, CasePast, Differences, FamilyRecord, Incident, Mention

READ_MEMBERS = 500
"""So many of the latest incidents of a family are learned from: the older ones were of other releases."""


class FamilyListing(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a list of families."""

    records: tuple[FamilyRecord, ...]
    ends: PageCursor | None = None
    """The cursor of the next page, None when there is none."""


_MINE = bindparam("mine", type_=Text)
_OF_FAMILY = (incident.c.tenant == _MINE, incident.c.family == bindparam("of_family"))


async def read_family(connection: AsyncConnection, tenant: str, family: str, view: View) -> FamilyRecord | None:
    """The record of a family, None when memory has no incident of it in view that was not rejected."""
    family = storable(family)
    asked = {"mine": tenant, "of_family": family} | asked_of(view)
    total = (await connection.execute(_totals(NAMESPACES in asked), asked)).one()
    if not total.members:
        return None
    return family_record(
        family,
        await _learned_from(connection, asked, said=total.said > 0),
        Totals(
            count=total.members,
            open=total.members_open,
            first_seen=total.first_seen.astimezone(UTC),
            last_seen=total.last_seen.astimezone(UTC),
            namespaces=tuple(total.namespaces),
            disputed=total.disputed,
            elsewhere=total.elsewhere,
        ),
        cluster=tenant,
        view=view,
    )


async def read_fixes(connection: AsyncConnection, tenant: str, family: str, view: View) -> dict[str, str]:
    """What ended those incidents of a family in view of which something can be learned, by their ids."""
    asked = {"mine": tenant, "of_family": storable(family)} | asked_of(view)
    members = await _learned_from(connection, asked, said=True)
    return {one.id: one.lesson.fix for one in members if one.lesson is not None}


async def _learned_from(connection: AsyncConnection, asked: Mapping[str, Any], *, said: bool) -> list[Member]:
    """The members that a record is learned from. ``said`` is whether people spoke of any."""
    words = await feedback.said_of_family(connection, asked["mine"], [asked["of_family"]]) if said else {}
    query = _instructive_members(NAMESPACES in asked)
    rows = await connection.execute(query, {**asked, "most": READ_MEMBERS})
    return [member_from(row, words.get(row.id), device=row.device) for row in rows]


@cache
def _totals(namespaced: bool) -> Select[Any]:  # noqa: FBT001 (as a cache is asked)
    seen, rejected = shown(incident.c.namespace, namespaced), incident.c.id.in_(feedback.rejected_ids(_MINE))
    counted = seen & ~rejected
    columns: tuple[ColumnElement[Any], ...] = (
        func.count().filter(counted).label("members"),
        func.count().filter(counted, incident.c.ended_at.is_(None)).label("members_open"),
        func.count().filter(~seen).label("elsewhere"),
        func.count().filter(seen, rejected).label("disputed"),
        func.count().filter(incident.c.id.in_(feedback.ids(_MINE))).label("said"),
        func.min(incident.c.opened_at).filter(counted).label("first_seen"),
        func.max(incident.c.opened_at).filter(counted).label("last_seen"),
        func.array_agg(incident.c.namespace.distinct()).filter(counted).label("namespaces"),
    )
    return select(*columns).where(*_OF_FAMILY)


@cache
def _instructive_members(namespaced: bool) -> Select[Any]:  # noqa: FBT001 (as a cache is asked)
    """The latest incident in view, and those of all subjects of which one ended, relapsed or was spoken of.

    The others say nothing of what helps, and a storm brings a thousand of them. An open one on a subject that was
    fixed says that the fix did not last.
    """
    rejected = incident.c.id.in_(feedback.rejected_ids(_MINE))
    learned = (*_OF_FAMILY, shown(incident.c.namespace, namespaced), ~rejected)
    latest = select(incident.c.id).where(*learned).order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(1)
    relapsed = func.jsonb_array_length(incident.c.withdrawn) > 0
    tells = incident.c.ended_at.is_not(None) | relapsed | incident.c.id.in_(feedback.ids(_MINE))
    telling = select(incident.c.subject).where(*learned, tells)
    wanted = (incident.c.id == latest.scalar_subquery()) | incident.c.subject.in_(telling)
    return _members(*learned, wanted).add_columns(incident.c.device).limit(bindparam("most", type_=Integer))


async def read_families(
    connection: AsyncConnection,
    tenant: str,
    view: View,
    wanted: IncidentFilter,
    *,
    before: PageCursor | None,
    limit: int,
) -> FamilyListing:
    """The families in view that come after ``before``, the one that was seen last first.

    Of those that have a wanted incident, by the latest of these: their records are of all their incidents.
    """
    rejected, seen = feedback.rejected_ids(tenant), func.max(incident.c.opened_at)
    latest = (
        select(incident.c.family, seen.label("seen"))
        .where(*of_tenant(tenant, wanted.terms), within(view.namespaces), incident.c.id.not_in(rejected))
        .group_by(incident.c.family)
        .order_by(seen.desc(), incident.c.family.desc())
        .limit(limit + 1)
    )
    if before is not None:
        latest = latest.having(tuple_(seen, incident.c.family) < (before.opened_at, storable(before.id)))
    rows = (await connection.execute(latest, wanted.parameters)).all()
    found = [await read_family(connection, tenant, row.family, view) for row in rows[:limit]]
    last = rows[limit - 1] if len(rows) > limit else None
    return FamilyListing(
        records=tuple(record for record in found if record is not None),
        ends=PageCursor(last.seen.astimezone(UTC), last.family) if last else None,
    )


async def read_past(connection: AsyncConnection, case: Incident, view: View) -> CasePast:
    """What memory knows now of a case besides its own incident: family, neighbours, feedback, later corrections."""
    subject = (incident.c.tenant == case.tenant, incident.c.subject == str(case.bundle.subject))
    others = (*subject, incident.c.id != case.id, within(view.namespaces))
    previous = _members(*others, incident.c.opened_at <= case.opened_at).limit(1)
    following = _members(*others, incident.c.opened_at > case.opened_at, newest_first=False).limit(1)
    similar = await feedback.correct_similar(connection, case.tenant, case.similar)
    ids = [case.id, *(one.id for one in similar)]
    usage = await read_usage(connection, case.tenant, Attachable.INCIDENT, ids, view)
    words = tuple(await feedback.read(connection, case.tenant, case.id))
    ended = case.resolution
    return CasePast(
        family=await read_family(connection, case.tenant, case.conclusion.signature.key, view),
        differences=await _differences(connection, case, view),
        previous=await _mentioned(connection, case.tenant, previous),
        following=await _mentioned(connection, case.tenant, following),
        outage=await read_outage(connection, case, view),
        feedback=words,
        proposed=proposals(words, ended.fix if ended is not None and ended.kind.is_fix else ""),
        earlier=tuple(await judgements.read_earlier(connection, case.tenant, case.id)),
        similar=with_usage(similar, usage),
        usage=usage.get(case.id),
        exhibits=await exhibits.read(connection, case.tenant, case.id),
        erased=await exhibits.read_erased(connection, case.tenant, case.id),
    )


async def _differences(connection: AsyncConnection, case: Incident, view: View) -> Differences | None:
    """What differs from the latest earlier incident of the family that something can be learned from."""
    conditions: list[ColumnElement[bool]] = [
        incident.c.family == case.conclusion.signature.key,
        incident.c.id != case.id,
        incident.c.instructive,
        incident.c.opened_at <= case.opened_at,
        within(view.namespaces),
        incident.c.id.not_in(feedback.rejected_ids(case.tenant)),
    ]
    query = incidents(case.tenant).where(*conditions).order_by(incident.c.opened_at.desc(), incident.c.id).limit(1)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    other = incident_from(row)
    named = await _mentioned(
        connection, case.tenant, _members(incident.c.tenant == case.tenant, incident.c.id == row.id)
    )
    return differences(case.bundle, other.bundle, named) if named else None


async def _mentioned(connection: AsyncConnection, tenant: str, query: Select[Any]) -> Mention | None:
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    said = await feedback.said_of(connection, tenant, [row.id])
    return member_from(row, said.get(row.id)).mention


def _members(*conditions: ColumnElement[bool], newest_first: bool = True) -> Select[Any]:
    query = select(*IDENTITY, *RESOLUTION, incident.c.withdrawn).select_from(WITH_RESOLUTION).where(*conditions)
    order: Sequence[ColumnElement[Any]] = (incident.c.opened_at, incident.c.id)
    return query.order_by(*(column.desc() if newest_first else column.asc() for column in order))
