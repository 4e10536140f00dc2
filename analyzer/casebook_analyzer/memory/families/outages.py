"""Heads of outages and what hangs on them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.in_view import within
from casebook_analyzer.memory.incidents.members import member_from
from casebook_analyzer.memory.incidents.rows import IDENTITY, RESOLUTION, WITH_RESOLUTION
from casebook_analyzer.models import Incident, Mention, Outage

SHOWN = 20
"""Followers that a report draws. The others are a number."""


async def hang(connection: AsyncConnection, tenant: str, incident_ids: Sequence[str], head: str) -> None:
    """Say on which head incidents hang; on none, where it is empty. Those that say so already are not written."""
    mine = (incident.c.tenant == tenant, incident.c.id.in_(incident_ids), incident.c.caused_by != head)
    await connection.execute(update(incident).where(*mine).values(caused_by=head))


async def read_outage(connection: AsyncConnection, case: Incident, view: View) -> Outage | None:
    """The outage that a case is the head or a follower of; None where it stands for itself."""
    root = case.caused_by or case.id
    of_root = (incident.c.tenant == case.tenant, incident.c.caused_by == root, within(view.namespaces))
    counts = select(func.count(), func.count().filter(incident.c.ended_at.is_(None)))
    count, left = (await connection.execute(counts.where(*of_root))).one()
    if not count:
        return None
    head = await _mentions(
        connection, (incident.c.tenant == case.tenant, incident.c.id == root, within(view.namespaces))
    )
    followers = await _mentions(connection, of_root)
    return Outage(head=next(iter(head), None), followers=followers, count=count, open=left)


async def _mentions(connection: AsyncConnection, conditions: Sequence[ColumnElement[bool]]) -> tuple[Mention, ...]:
    query: Select[Any] = (
        select(*IDENTITY, *RESOLUTION, incident.c.withdrawn).select_from(WITH_RESOLUTION).where(*conditions)
    )
    rows = await connection.execute(query.order_by(incident.c.opened_at, incident.c.id).limit(SHOWN))
    return tuple(member_from(row, None).mention for row in rows)
