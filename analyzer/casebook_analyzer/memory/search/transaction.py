"""A query, and the transaction that it is prepared and asked in."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.memory.index.hnsw import PROBES
from casebook_analyzer.memory.search.prepare import prepare_query
from casebook_analyzer.memory.search.text_query import TextQuery

_T = TypeVar("_T")

PLANNER_SETTINGS = {
    "plan_cache_mode": "force_generic_plan",  # planning a search takes as long as searching
    "jit": "off",  # compiling takes longer than the search
    # A few hundred rows are looked up in large tables. The planner does not know how few, and would read all of these.
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "random_page_cost": "1.1",  # memory or a solid state disk; with 4 indexes look dearer than reading everything
    "hnsw.iterative_scan": "strict_order",  # rows that a condition drops are replaced by further ones
    "hnsw.ef_search": "100",
    "ivfflat.iterative_scan": "relaxed_order",
    "ivfflat.probes": str(PROBES),
}
"""How PostgreSQL is to look, until the transaction ends.

A graph keeps ``ef_search`` rows in sight: with 100 recall@10 is 1.00 for cases, however many there are.
"""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a corpus."""

    corpus: Corpus
    text: str
    wanted: IncidentFilter = EVERY_INCIDENT
    exclude_id: str = ""


async def searched(
    session: Session,
    encoder: Encoder,
    question: Question,
    work: Callable[[AsyncConnection, TextQuery], Awaitable[_T]],
) -> tuple[_T, TextQuery]:
    """Prepare a search among the wanted incidents, and do it. While the model works no connection is held."""
    text = question.text
    vectors = await encoder.vectors([text]) if text.strip() else None

    async def search(connection: AsyncConnection) -> tuple[_T, TextQuery]:
        query = await prepare_query(
            connection,
            tenant=session.tenant,
            corpus=question.corpus,
            text=text,
            vectors=vectors,
            wanted=question.wanted,
            exclude_id=question.exclude_id,
        )
        return await work(connection, query), query

    return await session.read(search, settings=PLANNER_SETTINGS)
