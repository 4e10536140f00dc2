"""Outages in lists of incidents: which are open, how many hang on each, and on what a follower hangs."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.browse.listing import ListedIncident, read_rows
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, of_tenant
from casebook_analyzer.memory.incidents.in_view import within


class Followers(msgspec.Struct, frozen=True):
    """How many incidents hang on a head, and how many of them are not over."""

    count: int
    open: int


class HeadPlace(msgspec.Struct, frozen=True):
    """Where the report of a head is found, and what it is about."""

    namespace: str
    name: str
    subject: str


class ListedOutages(msgspec.Struct, frozen=True):
    """What a list says of outages: of heads in it by their id, and of what hangs on a head by the id of the head."""

    followers: Mapping[str, Followers] = {}
    heads: Mapping[str, HeadPlace] = {}


NO_OUTAGES = ListedOutages()


async def read_outages(
    connection: AsyncConnection, tenant: str, rows: Sequence[ListedIncident], namespaces: Collection[str] | None
) -> ListedOutages:
    """The outages that some listed incidents belong to, as far as they lie in ``namespaces``; None means in all."""
    seen = (incident.c.tenant == tenant, within(namespaces))
    hung, ids = sorted({row.caused_by for row in rows} - {""}), [row.id for row in rows]
    count, left = func.count().label("all"), func.count().filter(incident.c.ended_at.is_(None)).label("left")
    of_heads = (incident.c.caused_by != "", incident.c.caused_by.in_(ids))  # the first is that of the index
    counted = select(incident.c.caused_by, count, left).where(*seen, *of_heads).group_by(incident.c.caused_by)
    followers = {row.caused_by: Followers(row.all, row.left) for row in await connection.execute(counted)}
    if not hung:
        return ListedOutages(followers)
    named = select(incident.c.id, incident.c.namespace, incident.c.name, incident.c.subject)
    found = await connection.execute(named.where(*seen, incident.c.id.in_(hung)))
    return ListedOutages(followers, {row.id: HeadPlace(row.namespace, row.name, row.subject) for row in found})


async def read_open_heads(
    connection: AsyncConnection, tenant: str, wanted: IncidentFilter, limit: int
) -> tuple[ListedIncident, ...]:
    """The wanted incidents that others hang on and that are not over, the latest first; the filter's state is ignored.

    One step of an index for each head that memory has, however many hang on it.
    """
    mine = (incident.c.tenant == tenant, incident.c.caused_by != "")
    first = select(func.min(incident.c.caused_by).label("head")).where(*mine).cte("steps", recursive=True)
    following = select(func.min(incident.c.caused_by)).where(*mine, incident.c.caused_by > first.c.head)
    steps = first.union_all(select(following.scalar_subquery()).where(first.c.head.is_not(None)))
    lasting = msgspec.structs.replace(wanted, state=IncidentState.OPEN)
    query: Select[Any] = select(incident.c.id).join(steps, steps.c.head == incident.c.id)
    query = query.where(*of_tenant(tenant, lasting.terms))
    query = query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(limit)
    return await read_rows(connection, tenant, list((await connection.execute(query, lasting.parameters)).scalars()))
