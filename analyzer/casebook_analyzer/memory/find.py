"""Free text in the reports."""

import math
from datetime import UTC
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.excerpt import excerpt
from casebook_analyzer.memory.places import best_places
from casebook_analyzer.memory.query import MAX_CHARACTERS, Query
from casebook_analyzer.memory.results import SearchHit, SearchResult
from casebook_analyzer.memory.scoring import permille, score
from casebook_analyzer.models import Category


async def find_text(connection: AsyncConnection, query: Query, text: str, limit: int) -> SearchResult:
    """The best chunk of each incident that shares a word with the query, or is close to it in meaning."""
    asked = query.parameters | {"perfect": query.self_score or math.inf, "limit": limit}
    rows = await connection.execute(best_places(query.shape), asked)
    hits = sorted((_hit(row, query) for row in rows), key=_order)
    reason = _reason(query, text, len(hits))
    return SearchResult(hits=tuple(hits), reason=reason, searched=query.documents, exact=query.exact)


def _order(hit: SearchHit) -> tuple[int, float, str]:
    return -hit.score_permille, -hit.opened_at.timestamp(), hit.incident_id


def _reason(query: Query, text: str, hits: int) -> str:
    if query.documents == 0:
        return "memory is empty"
    if not query.names and query.space is None:
        return "the query has no words that could be searched for"
    among = f"{query.documents} piece{'s' if query.documents > 1 else ''} of reports"
    found = f"{hits} report{'s' if hits > 1 else ''} found" if hits else "nothing found"
    how = [] if query.exact else ["by index"]
    if not query.names:
        how.append("by meaning alone: the query has no words")
    if len(text) > MAX_CHARACTERS:
        how.append(f"for the first {MAX_CHARACTERS} characters of the query")
    return ", ".join((f"{found} in {among}", *how))


def _hit(row: Any, query: Query) -> SearchHit:
    return SearchHit(
        incident_id=row.id,
        namespace=row.namespace,
        name=row.name,
        subject=row.subject,
        category=Category(row.category),
        title=row.title,
        opened_at=row.opened_at.astimezone(UTC),
        heading=row.heading,
        start_line=row.start_line,
        excerpt=excerpt(row.text, set(query.names.values())),
        score_permille=permille(score(row.cosine, query.share(row.bm25))),
        cosine_permille=None if row.cosine is None else permille(max(0.0, row.cosine)),
        lexical_permille=permille(query.share(row.bm25)),
    )
