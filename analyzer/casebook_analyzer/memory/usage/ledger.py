"""Of what use past incidents and their fixes were, and how often reports are opened."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import final

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import View, with_usage_of_fixes
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.families.records import read_fixes
from casebook_analyzer.memory.incidents.usage import read_usage
from casebook_analyzer.memory.write.usage import count_openings
from casebook_analyzer.models import Attachable, FamilyRecord, Usage

MOST = 10_000
"""Openings that wait to be written, at most: a megabyte. What is opened beyond is not counted."""


@final
class UsageLedger:
    """It counts in memory, so that no reader waits for it, and writes what it has counted when it is told to.

    It raises what :class:`casebook_analyzer.memory.Memory` raises.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._opened: set[tuple[str, int]] = set()
        self.uncounted = 0
        """Openings for which there was no room."""

    def opened(self, incident_id: str, reader: str = "") -> None:
        """Somebody has opened the report of an incident. The same reader counts once until it is written down.

        Who it was is not kept.
        """
        if len(self._opened) < MOST:
            self._opened.add((incident_id, hash(reader)))
        else:
            self.uncounted += 1

    async def flush(self) -> int:
        """Write down what was opened, in one statement; how many openings there were. What fails is kept for later."""
        taken = frozenset(self._opened)
        if taken:
            counts = Counter(incident_id for incident_id, _ in taken)
            async with self._session.transaction() as connection:
                await count_openings(connection, self._session.tenant, counts)
            self._opened -= taken
        return len(taken)

    async def of_incidents(self, incident_ids: Sequence[str], view: View) -> Mapping[str, Usage]:
        """Of what use incidents were to the cases in view, by their ids."""
        tenant = self._session.tenant
        return await self._session.read(
            lambda connection: read_usage(connection, tenant, Attachable.INCIDENT, incident_ids, view)
        )

    async def of_fixes(self, record: FamilyRecord, view: View) -> FamilyRecord:
        """The record of a family with the usage of its fixes."""
        tenant = self._session.tenant

        async def read(connection: AsyncConnection) -> FamilyRecord:
            fixes = await read_fixes(connection, tenant, record.id, view)
            used = await read_usage(connection, tenant, Attachable.INCIDENT, list(fixes), view)
            return with_usage_of_fixes(record, fixes, used)

        return await self._session.read(read) if record.fixes else record
