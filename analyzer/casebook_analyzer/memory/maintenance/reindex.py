"""Derives chunks, words and vectors from all incidents again, after the way to cut, tokenize or embed has changed."""

from collections.abc import AsyncIterator

import msgspec

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.incidents.history import read_history
from casebook_analyzer.memory.index import vector_cache
from casebook_analyzer.memory.write import record
from casebook_analyzer.models import Incident


async def reindex(session: Session, encoder: Encoder) -> AsyncIterator[str]:
    """Cut, tokenize and embed every incident again, the newest first; yields the id of each when it is done.

    What was embedded before is forgotten, so the reports are embedded by ``Memory.embed_pending`` afterwards. Searches
    go on meanwhile. Can be stopped and begun again.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    await vector_cache.clear(session)
    async for found in read_history(session):
        await _write_again(session, encoder, found)
        yield found.id


async def _write_again(session: Session, encoder: Encoder, found: Incident) -> None:
    """As ``Memory.record`` would, unless the incident was judged again or deleted while this was computed."""
    prepared = await record.prepare(msgspec.structs.replace(found, resolution=None), session, encoder)
    async with session.transaction() as connection:
        if await record.stands(connection, found):
            await record.write(connection, [prepared])
