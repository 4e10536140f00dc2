"""Incidents that are recorded at the same time are written together."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.write import record
from casebook_analyzer.memory.write.record import PreparedIncident
from casebook_analyzer.models import FamilyRecord

MOST = 8
"""Incidents of one transaction: it holds the statistics of the tenant, for which other processes wait."""

PATIENCE_SECONDS = 0.25
"""For how long an incident of a storm waits for others. In a storm cases wait for half a minute anyway, and most of
what a transaction costs does not grow with what it writes."""


class SharedWriter:
    """One transaction at a time: the next would wait for the tenant's statistics all the same.

    Whoever comes while one is under way waits, and whoever is first of those writes for all of them. Who knows that
    others are on their way waits for these, too; alone, nobody waits for anybody.
    """

    def __init__(
        self,
        session: Session,
        read_family: Callable[[AsyncConnection, str, str, View], Awaitable[FamilyRecord | None]],
    ) -> None:
        """``read_family`` reads what is known of a tenant's family in a view."""
        self._session = session
        self._read_family = read_family
        self._turn = asyncio.Lock()
        self._waiting: list[_Place] = []
        self._came = asyncio.Event()

    async def write(
        self, prepared: PreparedIncident, view: View | None = None, *, companions: int = 0
    ) -> FamilyRecord | None:
        """Write an incident, with others or by itself. With a ``view``: what is then known there of its family.

        ``companions`` is how many others are on their way.

        Raises:
            CasebookError: What ``Session.transaction`` raises. It concerns this incident: one that cannot be written
                fails nobody else.
        """
        place = _Place(prepared, view)
        self._waiting.append(place)
        self._came.set()
        try:
            async with self._turn:
                if not place.written:
                    await self._wait_for(min(MOST, 1 + companions))
                    await self._write_for_all(place)
        finally:
            self._waiting.remove(place)
        return place.family

    async def _wait_for(self, number: int) -> None:
        """Until so many wait, at most :data:`PATIENCE_SECONDS`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while len(self._waiting) < number:
                    self._came.clear()
                    await self._came.wait()

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
            known = {
                asked: await self._read_family(connection, self._session.tenant, *asked)
                for asked in {place.asked for place in places if place.asked is not None}
            }
        for place in places:
            place.written = True
            place.family = known[place.asked] if place.asked is not None else None


class _Place:
    """In the line of those that wait."""

    def __init__(self, prepared: PreparedIncident, view: View | None) -> None:
        self.prepared = prepared
        self.written = False
        self.asked = None if view is None else (prepared.incident.conclusion.signature.key, view)
        self.family: FamilyRecord | None = None

    @property
    def id(self) -> str:
        return self.prepared.incident.id
