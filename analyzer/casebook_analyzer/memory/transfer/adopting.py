"""Past incidents of other systems on their way into memory, some at a time."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import select

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.write import record
from casebook_analyzer.models import Incident

_AT_ONCE = 50
"""Incidents of one transaction, for which the tenant's other writers wait. They are smaller than Casebook's own."""


class Adopted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the records of another system."""

    written: int = 0
    replaced: int = 0
    """Known, and changed there since."""
    known: int = 0
    """Known, and the same. Nothing was written."""


async def adopt(
    session: Session,
    encoder: Encoder,
    incidents: Iterable[Incident],
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Adopted:
    """Bring past incidents of another system into the tenant of the session; they get vectors as others do, later.

    Stopped, it left whole incidents only; run again, it goes on. What people said of one stays when it is replaced.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    done = Adopted()
    waiting = iter(incidents)
    while batch := list(islice(waiting, _AT_ONCE)):
        digests = await _digests(session, [one.id for one in batch])
        new = [one for one in batch if digests.get(one.id) != _digest(one)]
        prepared = [await record.prepare(one, session, encoder) for one in new]
        if prepared:
            async with session.transaction() as connection:
                await record.write(connection, prepared)
        replaced = sum(one.id in digests for one in new)
        done = Adopted(
            written=done.written + len(new) - replaced,
            replaced=done.replaced + replaced,
            known=done.known + len(batch) - len(new),
        )
        progress(len(batch))
    return done


async def _digests(session: Session, ids: Sequence[str]) -> dict[str, Any]:
    """Those of the records that memory has, by id."""
    query = select(incident.c.id, incident.c.bundle["imported"]["digest"].astext.label("digest")).where(
        incident.c.tenant == session.tenant, incident.c.id.in_(ids)
    )
    async with session.transaction() as connection:
        return {row.id: row.digest for row in await connection.execute(query)}


def _digest(found: Incident) -> str:
    return found.bundle.imported.digest if found.bundle.imported is not None else ""
