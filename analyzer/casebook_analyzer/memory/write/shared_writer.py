"""Incidents that are recorded at the same time are written together."""

import asyncio

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.write import record
from casebook_analyzer.memory.write.record import PreparedIncident

MOST = 8
"""Incidents of one transaction: it holds the statistics of the tenant, for which other processes wait."""


class SharedWriter:
    """One transaction at a time: the next would wait for the tenant's statistics all the same.

    Whoever comes while one is under way waits, and whoever is first of those writes for all of them. Alone, nobody
    waits for anybody.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._turn = asyncio.Lock()
        self._waiting: list[_Place] = []

    async def write(self, prepared: PreparedIncident) -> None:
        """Write an incident, with others or by itself.

        Raises:
            CasebookError: What ``Session.transaction`` raises. It concerns this incident: one that cannot be written
                fails nobody else.
        """
        place = _Place(prepared)
        self._waiting.append(place)
        try:
            async with self._turn:
                if not place.written:
                    await self._write_for_all(place)
        finally:
            self._waiting.remove(place)

    async def _write_for_all(self, place: "_Place") -> None:
        together = {place.id: place}
        for other in self._waiting:
            if len(together) < MOST and not other.written:
                together.setdefault(other.id, other)
        try:
            await self._write(list(together.values()))
        except CasebookError:
            if len(together) == 1:
                raise
            await self._write([place])

    async def _write(self, places: "list[_Place]") -> None:
        async with self._session.transaction() as connection:
            await record.write(connection, [place.prepared for place in places])
        for place in places:
            place.written = True


class _Place:
    """In the line of those that wait."""

    def __init__(self, prepared: PreparedIncident) -> None:
        self.prepared = prepared
        self.written = False

    @property
    def id(self) -> str:
        return self.prepared.incident.id
