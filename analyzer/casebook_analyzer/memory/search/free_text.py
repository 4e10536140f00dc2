"""Free text in the reports."""

import math
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.incidents.rows import identity_from
from casebook_analyzer.memory.search.excerpt import excerpt
from casebook_analyzer.memory.search.passages import best_passages
from casebook_analyzer.memory.search.results import SearchHit, SearchResult
from casebook_analyzer.memory.search.scoring import permille, score
from casebook_analyzer.memory.search.text_query import MAX_CHARACTERS, TextQuery
from casebook_analyzer.text import counted


async def search_reports(connection: AsyncConnection, query: TextQuery, text: str, limit: int) -> SearchResult:
    """The best chunk of each visible incident that shares a word with the query, or is close to it in meaning."""
    asked = query.parameters | {"perfect": query.self_score or math.inf, "limit": limit}
    rows = await connection.execute(best_passages(query.wanted_shape), asked)
    hits = sorted((_hit(row, query) for row in rows), key=_order)
    reason = _reason(query, text, len(hits))
    return SearchResult(hits=tuple(hits), reason=reason, searched=query.documents, exact=not query.wanted_shape.indexed)


def _order(hit: SearchHit) -> tuple[int, float, str]:
    return -hit.score_permille, -hit.opened_at.timestamp(), hit.id


def _reason(query: TextQuery, text: str, hits: int) -> str:
    if query.documents == 0:
        return "memory is empty"
    if not query.names and query.space is None:
        return "the query has no words that could be searched for"
    among = counted(query.documents, "piece") + " of reports"
    if query.wanted.terms:  # how many these are is not counted
        among = "the reports that the filters leave"
    found = f"{counted(hits, 'report')} found" if hits else "nothing found"
    how = [] if not query.wanted_shape.indexed else ["by index"]
    if not query.names:
        how.append("by meaning alone: the query has no words")
    if len(text) > MAX_CHARACTERS:
        how.append(f"for the first {MAX_CHARACTERS} characters of the query")
    return ", ".join((f"{found} in {among}", *how))


def _hit(row: Any, query: TextQuery) -> SearchHit:
    return SearchHit(
        **identity_from(row),
        heading=row.heading,
        start_line=row.start_line,
        excerpt=excerpt(row.text, set(query.names.values())),
        score_permille=permille(score(row.cosine, query.share(row.bm25))),
        cosine_permille=None if row.cosine is None else permille(max(0.0, row.cosine)),
        lexical_permille=permille(query.share(row.bm25)),
    )
