"""Where commands that judge past incidents again read them: the database, or a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, final
from urllib.parse import quote

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import FamilyRecord, Incident
from casebook_operator.cli.reading import one_incident, reading
from casebook_operator.cli.remote import NotThereError, RemoteCasebook, parts_of
from casebook_operator.settings import Settings
from casebook_operator.views.families import ShownFamily
from casebook_operator.web.reads.upkeep import HistoryPage


class Past(Protocol):
    """Incidents with the evidence that was kept. Each method raises ``CasebookError`` with what is wrong."""

    def history(self, since: datetime | None = None, namespace: str = "") -> AsyncIterator[Incident]:
        """Every one that was opened since then, the latest first; of all namespaces that may be read unless named."""
        ...

    async def incident(self, name: str) -> Incident:
        """The one that people call so."""
        ...

    async def family(self, key: str) -> FamilyRecord | None:
        """What is known of a family; None where people rejected all its incidents."""
        ...


@asynccontextmanager
async def the_past(settings: Settings, server: RemoteCasebook | None) -> AsyncIterator[Past]:
    """That of a server, or of the database that the settings name. Raises what :func:`reading` does."""
    if server is not None:
        yield PastOfServer(server)
        return
    async with reading(settings) as memory:
        yield PastOfMemory(memory, View(recurrence=settings.memory.view().recurrence))


@final
@dataclass(frozen=True, slots=True)
class PastOfMemory:
    """All that the database has."""

    memory: Memory
    everything: View

    def history(self, since: datetime | None = None, namespace: str = "") -> AsyncIterator[Incident]:
        return self.memory.history(since=since, namespace=namespace)

    async def incident(self, name: str) -> Incident:
        return await one_incident(self.memory, name)

    async def family(self, key: str) -> FamilyRecord | None:
        return await self.memory.family(key, self.everything)


@final
@dataclass(frozen=True, slots=True)
class PastOfServer:
    """What the token may read."""

    server: RemoteCasebook

    async def history(self, since: datetime | None = None, namespace: str = "") -> AsyncIterator[Incident]:
        begins, cursor = since.isoformat() if since else "", ""
        while True:
            page = await self._page(since=begins, namespace=namespace, cursor=cursor)
            for one in page.items:
                yield one
            if not page.next:
                return
            cursor = page.next

    async def incident(self, name: str) -> Incident:
        namespace, called = parts_of(name)
        return (await self._page(namespace=namespace, name=called)).items[0]

    async def family(self, key: str) -> FamilyRecord | None:
        try:
            return (await self.server.read(f"/families/{quote(key, safe='')}", ShownFamily, limit=1)).family
        except NotThereError:
            return None

    async def _page(self, **query: str) -> HistoryPage:
        return await self.server.read("/history", HistoryPage, **query)
