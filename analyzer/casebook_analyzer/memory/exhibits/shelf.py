"""The exhibits of one tenant's incidents: each method is one transaction, or one read."""

from datetime import UTC, datetime
from typing import final

from casebook_analyzer.embedding import Pixels
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.incidents import exhibits as reading
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.memory.index import vector_cache
from casebook_analyzer.memory.write import exhibits as writing
from casebook_analyzer.memory.write.exhibits import Kept
from casebook_analyzer.models import Erasure, Exhibit


@final
class Shelf:
    """What people attached. It raises what :class:`casebook_analyzer.memory.Memory` raises."""

    def __init__(self, session: Session, encoder: Encoder) -> None:
        self._session = session
        self._encoder = encoder

    async def attach(self, incident_id: str, one: Exhibit, picture: Pixels | None = None) -> Kept:
        """Keep an exhibit, whose texts are redacted and bounded by whoever calls, and find it with the report.

        Of the ``picture`` that it was read off a vector is kept, where there is a model that knows pictures.
        """
        heading = f"Attached: {storable(one.name)}"
        parts = await self._encoder.chunks_below(heading, storable(one.text))
        seen = None if picture is None else await self._encoder.picture(picture)
        if seen is not None:
            parts.append(_picture_itself(heading, one, len(parts)))
        async with self._session.transaction() as connection:
            kept = await writing.attach(connection, self._session.tenant, incident_id, one, parts)
            if seen is not None and kept is Kept.NEW:
                vectors = [(parts[-1].indexed, seen.rows[0])]
                await vector_cache.write(connection, self._session.tenant, seen.space, vectors, datetime.now(UTC))
        return kept

    async def remove(self, incident_id: str, word: Erasure) -> bool:
        """Erase an exhibit, its words and its vectors, and keep who did; False when the incident has none such."""
        async with self._session.transaction() as connection:
            return await writing.detach(connection, self._session.tenant, incident_id, word)

    async def of(self, incident_id: str) -> tuple[Exhibit, ...]:
        """The exhibits of an incident, each with the beginning of its text."""
        tenant = self._session.tenant
        return await self._session.read(lambda connection: reading.read(connection, tenant, incident_id))

    async def erased_of(self, incident_id: str) -> tuple[Erasure, ...]:
        """Who erased exhibits of an incident, the first first."""
        tenant = self._session.tenant
        return await self._session.read(lambda connection: reading.read_erased(connection, tenant, incident_id))

    async def called(self, incident_id: str, beginning: str) -> tuple[Exhibit, ...]:
        """The exhibits of an incident whose digest begins so, with all of their text."""
        tenant = self._session.tenant
        found = await self._session.find(
            lambda connection: reading.read_called(connection, tenant, incident_id, beginning)
        )
        return found or ()


def _picture_itself(heading: str, one: Exhibit, position: int) -> Chunk:
    """A part that stands for all of a picture. Vectors are known by texts, and no other picture has this one."""
    lines = max(1, len(one.lines))
    return Chunk(position=position, heading=heading, start_line=1, end_line=lines, text=f"Picture {one.digest}")
