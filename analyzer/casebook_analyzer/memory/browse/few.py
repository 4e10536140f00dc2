"""Few incidents by their ids: what many statements ask of the same ones is looked for once."""

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.filters import ABOUT, IncidentFilter, of_tenant

FEW = 1_000
"""Rows that are looked up by their keys in less time than an index is read in from end to end."""


async def by_ids(connection: AsyncConnection, tenant: str, wanted: IncidentFilter) -> IncidentFilter:
    """The same incidents by their ids, where an object or a tag leaves :data:`FEW` of them.

    No index is in the order of objects and tags: each statement reads one from end to end to find them.
    """
    if not wanted.terms & ABOUT:
        return wanted
    query = select(incident.c.id).where(*of_tenant(tenant, wanted.terms)).limit(FEW + 1)
    ids = (await connection.execute(query, wanted.parameters)).scalars().all()
    return wanted if len(ids) > FEW else msgspec.structs.replace(wanted, entity="", tag="", ids=frozenset(ids))
