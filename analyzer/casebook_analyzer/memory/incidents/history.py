"""Every incident of a tenant, page by page: for whatever has to be done with all of them."""

from collections.abc import AsyncIterator
from datetime import datetime

from sqlalchemy import literal, tuple_

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.in_view import within
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
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
    wanted, after = frozenset({namespace}) if namespace else None, None
    while True:
        found = await read_history_page(session, since=since, namespaces=wanted, after=after, limit=page)
        for one in found:
            yield one
        if len(found) < page:
            return
        after = PageCursor(found[-1].opened_at, found[-1].id)


async def read_history_page(
    session: Session,
    *,
    since: datetime | None,
    namespaces: frozenset[str] | None,
    after: PageCursor | None,
    limit: int,
) -> list[Incident]:
    """The newest ``limit`` of them behind a place; of all namespaces where these are None. Raises the same."""
    query = incidents(session.tenant)
    if since is not None:
        query = query.where(incident.c.opened_at >= since)
    query = query.where(within(namespaces))
    if after is not None:
        place = tuple_(literal(after.opened_at), literal(storable(after.id)))
        query = query.where(tuple_(incident.c.opened_at, incident.c.id) < place)
    query = query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(limit)
    async with session.transaction() as connection:
        return [incident_from(row) for row in await connection.execute(query)]
