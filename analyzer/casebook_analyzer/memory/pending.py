"""Incidents that lack a vector of the current model: new ones, or all after the model failed or was changed."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.chunks import indexed_text
from casebook_analyzer.memory.corpus import lock
from casebook_analyzer.memory.encoder import Space, Vectors
from casebook_analyzer.memory.rows import COLUMNS, incident_from
from casebook_analyzer.memory.schema import Corpus, case_vector, chunk, chunk_vector, incident
from casebook_analyzer.memory.vectors import in_space, replace_vectors
from casebook_analyzer.models import Incident


class Unembedded(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of one incident as they were indexed, in the order of their vectors."""

    incident_id: str
    family: str
    positions: Sequence[int]
    texts: Sequence[str]
    """The case, then the chunk of each position."""


def is_embedded(space: Space) -> ColumnElement[bool]:
    """A condition on ``incident``: its case and all chunks of its report have vectors that can be compared here."""
    own = (case_vector.c.tenant == incident.c.tenant, case_vector.c.incident_id == incident.c.id)
    of_part = (
        chunk_vector.c.tenant == chunk.c.tenant,
        chunk_vector.c.incident_id == chunk.c.incident_id,
        chunk_vector.c.position == chunk.c.position,
    )
    embedded_part = exists().where(*of_part, *in_space(Corpus.CHUNK, space))
    parts = (chunk.c.tenant == incident.c.tenant, chunk.c.incident_id == incident.c.id)
    return and_(exists().where(*own, *in_space(Corpus.CASE, space)), ~exists().where(*parts, ~embedded_part))


async def read_pending(connection: AsyncConnection, tenant: str, space: Space, limit: int) -> list[Unembedded]:
    """The newest first: these are the likeliest to come back."""
    query = select(*COLUMNS).where(incident.c.tenant == tenant, ~is_embedded(space))
    rows = await connection.execute(query.order_by(incident.c.opened_at.desc()).limit(limit))
    return [await _texts(connection, incident_from(row)) for row in rows]


async def write_pending(connection: AsyncConnection, tenant: str, found: Unembedded, vectors: Vectors) -> None:
    """Store the vectors of one incident, unless it was recorded anew while they were computed."""
    await lock(connection, tenant, Corpus.CASE)
    query = select(*COLUMNS).where(incident.c.tenant == tenant, incident.c.id == found.incident_id)
    row = (await connection.execute(query)).one_or_none()
    if row is None or await _texts(connection, incident_from(row)) != found:
        return
    key = {"tenant": tenant, "incident_id": found.incident_id}
    case, *parts = vectors.rows
    await replace_vectors(connection, key, Corpus.CASE, vectors.space, [({"family": found.family}, case)])
    positions = [{"position": position} for position in found.positions]
    await replace_vectors(connection, key, Corpus.CHUNK, vectors.space, zip(positions, parts, strict=True))


async def _texts(connection: AsyncConnection, found: Incident) -> Unembedded:
    mine = (chunk.c.tenant == found.tenant, chunk.c.incident_id == found.id)
    parts = (await connection.execute(select(chunk).where(*mine).order_by(chunk.c.position))).all()
    return Unembedded(
        incident_id=found.id,
        family=found.conclusion.signature.key,
        positions=[part.position for part in parts],
        texts=[
            case_text(found.bundle, found.conclusion),
            *(indexed_text(part.heading, part.text) for part in parts),
        ],
    )
