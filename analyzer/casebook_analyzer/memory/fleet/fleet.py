"""A cluster in its fleet: what it shares, and what it finds of others. What fails here takes nothing from its own."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar, final

import msgspec
import structlog
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.fleet import publishing
from casebook_analyzer.memory.fleet.finding import find_shared, read_clusters
from casebook_analyzer.memory.fleet.merging import merged
from casebook_analyzer.memory.search.results import SimilarResult
from casebook_analyzer.memory.search.text_query import TextQuery
from casebook_analyzer.memory.search.transaction import PLANNER_SETTINGS
from casebook_analyzer.models import Conclusion, FamilyRecord

PATIENCE = "2s"
"""Of the server, for what other clusters share: fifty clusters of 10,000 families each."""

_log = structlog.get_logger(__name__)
_T = TypeVar("_T")


class FleetState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a cluster stands."""

    name: str
    """Of the fleet that the owner of the tables has put it into; empty where that is none."""
    clusters: tuple[str, ...]
    """The others that share. Nobody is told of them who shares nothing."""


@final
class Fleet:
    """The other clusters of one database, for one that may take part."""

    def __init__(self, session: Session, *, takes_part: bool) -> None:
        """Who does not take part asks nothing, is told nothing, and takes back what it has shared."""
        self._session = session
        self._takes_part = takes_part

    async def publish(self, now: datetime) -> int:
        """Share what is new, or take everything back; how many families were written.

        As long as these are :data:`publishing.BATCH`, there may be more to do.
        """
        async with self._session.transaction() as connection:
            if self._takes_part:
                return await publishing.publish(connection, self._session.tenant, now)
            await publishing.withdraw(connection, self._session.tenant)
            return 0

    async def state(self) -> FleetState:
        """The fleet that this cluster is in, and who shares in it."""

        async def read(connection: AsyncConnection) -> FleetState:
            name = (await connection.execute(select(func.own_fleet()))).scalar_one()
            others = (await connection.execute(select(func.fleet_clusters()))).scalars()
            return FleetState(name=name or "", clusters=tuple(sorted(others)))

        return await self._session.read(read)

    async def joined(self, found: SimilarResult, query: TextQuery, conclusion: Conclusion, limit: int) -> SimilarResult:
        """What a case's own memory has found, with what other clusters share, in the places that are left."""
        if not self._takes_part or len(found.incidents) >= limit:
            return found
        attached = [one.id for one in found.incidents]
        shared = await self._asked(lambda connection: find_shared(connection, query, conclusion, attached))
        return merged(found, shared, conclusion, limit) if shared else found

    async def known(self, record: FamilyRecord | None) -> FamilyRecord | None:
        """The record of a family with all clusters that know it, one's own first."""
        return record and (await self.known_all([record]))[0]

    async def known_all(self, records: Sequence[FamilyRecord]) -> Sequence[FamilyRecord]:
        """The same for several, in one statement."""
        if not self._takes_part or not records:
            return records
        families = [record.id for record in records]
        others = await self._asked(lambda connection: read_clusters(connection, families)) or {}
        return [
            msgspec.structs.replace(record, clusters=(*record.clusters, *others.get(record.id, ())))
            for record in records
        ]

    async def _asked(self, work: Callable[[AsyncConnection], Awaitable[_T]]) -> _T | None:
        """In a transaction of its own: one that fails can be asked nothing more."""
        try:
            return await self._session.read(work, settings=PLANNER_SETTINGS | {"statement_timeout": PATIENCE})
        except CasebookError as error:
            _log.warning("what other clusters share is left out", error=str(error))
            return None
