"""Everything that is derived from incidents, made anew: after another way to cut, tokenize or embed them."""

from collections.abc import AsyncIterator

import msgspec

from casebook_analyzer.memory import judgements, record, vector_cache
from casebook_analyzer.memory.encoder import Encoder
from casebook_analyzer.memory.session import Session
from casebook_analyzer.models import Incident

_PAGE = 50


async def reindex(session: Session, encoder: Encoder) -> AsyncIterator[str]:
    """Cut, tokenize and embed every incident again, the newest first; gives the id of each when it is done.

    What was embedded before is forgotten, so the reports are embedded by ``Memory.embed_pending`` afterwards. Searches
    go on meanwhile. Can be stopped and begun again.
    """
    await vector_cache.clear(session)
    after: Incident | None = None
    while True:
        async with session.transaction() as connection:
            page = await judgements.read_page(
                connection, session.tenant, since=None, namespace="", after=after, limit=_PAGE
            )
        for found in page:
            await _write_again(session, encoder, found)
            yield found.id
        if len(page) < _PAGE:
            return
        after = page[-1]


async def _write_again(session: Session, encoder: Encoder, found: Incident) -> None:
    """As ``Memory.record`` would, unless the incident was judged again or deleted while this was computed."""
    prepared = await record.prepare(msgspec.structs.replace(found, resolution=None), session, encoder)
    async with session.transaction() as connection:
        if await record.stands(connection, found):
            await record.write(connection, prepared)
