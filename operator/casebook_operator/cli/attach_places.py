"""Where ``casebook attach`` keeps what it is given: the database, or a server that does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, final
from urllib.parse import quote

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Kept, Memory
from casebook_analyzer.memory.write.exhibits import MOST, MOST_EVER
from casebook_analyzer.models import Exhibit, FeedbackSource, Incident
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.cli.reading import as_pages_read, one_incident, reading
from casebook_operator.cli.remote import RemoteCasebook, incident_path
from casebook_operator.exhibits.taking import Brought, File, TakenFile, erased_by, taken, to_send
from casebook_operator.feedback.annotate import login
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.recall import opened_memory
from casebook_operator.settings import Settings
from casebook_operator.views.incident import Attached, ShownIncident
from casebook_operator.web.reads.incidents import no_exhibit, read_exhibit


class Attachments(Protocol):
    """What is attached to one incident. Each method raises ``CasebookError`` with what is wrong and what to do."""

    async def attach(self, files: Sequence[File], author: str) -> list[Attached]:
        """What became of each file. What is wrong with one is said before any is kept."""
        ...

    async def attached(self) -> tuple[Exhibit, ...]:
        """What is attached, each with the beginning of its text."""
        ...

    async def erase(self, digest: str, author: str) -> Exhibit:
        """What was erased: the one whose digest begins so."""
        ...


@final
@dataclass(frozen=True, slots=True)
class OfMemory:
    """In the database of the settings, under the name that is given, else that of the login."""

    settings: Settings
    namespace: str
    name: str

    async def attach(self, files: Sequence[File], author: str) -> list[Attached]:
        brought, done = self._taken(files, author), []
        # Texts are embedded by the operator; a picture by whoever still has it.
        async with opened_memory(self.settings, embeds=any(got.picture for got in brought)) as memory:
            found = await self._incident(memory)
            for one, picture in ((got.kept, got.picture) for got in brought):
                match await memory.exhibits.attach(found.id, one, picture):
                    case Kept.NO_INCIDENT:
                        raise ConfigurationError(f"The incident {self._whole} was purged at this moment.")
                    case Kept.ENOUGH:
                        bounds = f"{MOST} attachments, or had {MOST_EVER}, and no more are kept"
                        why = f"{self._whole} has {bounds}: {one.name} is not attached."
                        raise ConfigurationError(f"{why} --remove erases one.")
                    case kept:
                        done.append(Attached(exhibit=one, known=kept is Kept.KNOWN))
        return done

    async def attached(self) -> tuple[Exhibit, ...]:
        async with reading(self.settings) as memory:
            return await memory.exhibits.of((await self._incident(memory)).id)

    async def erase(self, digest: str, author: str) -> Exhibit:
        async with as_pages_read(self.settings, writes=True) as (records, _):
            found = await self._incident(records.memory)
            one = await read_exhibit(records, found, digest)
            word = erased_by(author or login(), FeedbackSource.COMMAND, one.digest, self._sanitizer)
            if not await records.memory.exhibits.remove(found.id, word):
                raise no_exhibit(digest)
            return one

    def _taken(self, files: Sequence[File], author: str) -> list[TakenFile]:
        who, now = author or login(), datetime.now(UTC)
        brought = (Brought(file=one, author=who, source=FeedbackSource.COMMAND, attached_at=now) for one in files)
        return [taken(one, self._sanitizer) for one in brought]

    @property
    def _sanitizer(self) -> Sanitizer:
        return PseudonymKey.of(self.settings.evidence).of_namespace(self.namespace).sanitizer

    async def _incident(self, memory: Memory) -> Incident:
        return await one_incident(memory, self._whole)

    @property
    def _whole(self) -> str:
        return f"{self.namespace}/{self.name}"


@final
@dataclass(frozen=True, slots=True)
class OfServer:
    """Behind a ``casebook web``, which asks the cluster whose token it is and what he may."""

    server: RemoteCasebook
    namespace: str
    name: str

    async def attach(self, files: Sequence[File], author: str) -> list[Attached]:  # noqa: ARG002
        done = []
        for file in [to_send(one) for one in files]:
            query = {"name": file.name.encode(errors="replace").decode(), "picture": file.picture}
            done.append(await self.server.change("POST", f"{self._path}/exhibits", Attached, file.raw, **query))
        return done

    async def attached(self) -> tuple[Exhibit, ...]:
        return (await self.server.read(self._path, ShownIncident)).past.exhibits

    async def erase(self, digest: str, author: str) -> Exhibit:  # noqa: ARG002
        return await self.server.change("DELETE", f"{self._path}/exhibits/{quote(digest, safe='')}", Exhibit)

    @property
    def _path(self) -> str:
        return incident_path(f"{self.namespace}/{self.name}")
