"""Every incident of a tenant, page by page: for whatever has to be done with all of them."""

from collections.abc import AsyncIterator
from datetime import datetime

from sqlalchemy import literal, tuple_

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.rows import incident_from, incidents
from casebook_analyzer.models import Incident

PAGE = 50
"""Incidents that are in memory at once."""


async def read_history(
    session: Session, *, since: datetime | None = None, namespace: str = "", page: int = PAGE
) -> AsyncIterator[Incident]:
    """Every incident that was opened since then, the newest first; of all namespaces unless one is given.

    Each page is a transaction of its own, and none is open while the caller works.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    after: Incident | None = None
    while True:
        found = await _read_page(session, since=since, namespace=namespace, after=after, limit=page)
        for one in found:
            yield one
        if len(found) < page:
            return
        after = found[-1]


async def _read_page(
    session: Session, *, since: datetime | None, namespace: str, after: Incident | None, limit: int
) -> list[Incident]:
    query = incidents(session.tenant)
    if since is not None:
        query = query.where(incident.c.opened_at >= since)
    if namespace:
        query = query.where(incident.c.namespace == namespace)
    if after is not None:
        place = tuple_(literal(after.opened_at), literal(after.id))
        query = query.where(tuple_(incident.c.opened_at, incident.c.id) < place)
    query = query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(limit)
    async with session.transaction() as connection:
        return [incident_from(row) for row in await connection.execute(query)]
