"""A query and the transaction to ask it in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.ask import ask
from casebook_analyzer.memory.encoder import Encoder, Vectors
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.tables import Corpus

SETTINGS = {
    "jit": "off",  # compiling takes longer than the search
    # A few hundred rows are looked up in large tables. The planner does not know how few, and would read all of these.
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "random_page_cost": "1.1",  # memory or a solid state disk; with 4 indexes look dearer than reading everything
    "hnsw.iterative_scan": "strict_order",  # rows that a condition drops are replaced by further ones
}
"""How PostgreSQL is to look, until the transaction ends."""

_SET_EFFORT = sql("SELECT set_config('hnsw.ef_search', :effort, true)")

_EFFORT = {Corpus.CASE: 200, Corpus.CHUNK: 400}
"""How many rows an index keeps in sight (``hnsw.ef_search``): recall@10 is 1.00 for cases and 0.99 for reports."""

_MANY = 50_000
_MORE_EFFORT = 1_000
"""Of so many pieces of reports hundreds are much alike: with 400 rows in sight recall@10 is 0.93, with 1000 it is 0.99.
pgvector allows no more."""


@asynccontextmanager
async def asking(
    session: Session, encoder: Encoder, corpus: Corpus, text: str, *, exclude_id: str = ""
) -> AsyncIterator[tuple[AsyncConnection, Query]]:
    """Prepare a search. While the model works no connection is held.

    The vector of a case may be cached, which then costs no transaction of its own. A free text never is.
    """
    vectors, space = None, await encoder.space()
    if corpus is Corpus.CHUNK:
        vectors = await encoder.vectors([text]) if text.strip() else None
        space = vectors.space if vectors else None
    own = vectors.rows[0] if vectors else None
    async with session.transaction(settings=SETTINGS) as connection:
        query = await ask(
            connection, tenant=session.tenant, corpus=corpus, text=text, space=space, vector=own, exclude_id=exclude_id
        )
        if query.vector is not None or space is None:
            await make_effort(connection, query)
            yield connection, query
            return
    query = _with(query, await encoder.vectors([text]))
    async with session.transaction(settings=SETTINGS) as connection:
        await make_effort(connection, query)
        yield connection, query


async def make_effort(connection: AsyncConnection, query: Query) -> None:
    """Tell the indexes, if there are any, how far to look until the transaction ends."""
    if query.indexed:
        many = query.corpus is Corpus.CHUNK and query.documents > _MANY
        effort = _MORE_EFFORT if many else _EFFORT[query.corpus]
        await connection.execute(_SET_EFFORT, {"effort": str(effort)})


def _with(query: Query, vectors: Vectors | None) -> Query:
    if vectors is None:
        return msgspec.structs.replace(query, space=None, indexed=query.indexed - {Leg.VECTOR})
    return msgspec.structs.replace(query, vector=vectors.rows[0])
