"""Free text in the reports."""

from datetime import UTC
from typing import Any

from sqlalchemy import CTE, ColumnElement, Select, Table, and_, null, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.excerpt import excerpt
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.results import SearchHit
from casebook_analyzer.memory.schema import Corpus, chunk, chunk_lexical, chunk_vector, incident
from casebook_analyzer.memory.scoring import FLOOR, permille, score
from casebook_analyzer.memory.vectors import in_space
from casebook_analyzer.models import Category

_CHUNKS_PER_LEG = 100


async def find_text(connection: AsyncConnection, query: Query, limit: int) -> list[SearchHit]:
    """The best chunk of each incident that shares a word with the query, or is close to it in meaning."""
    rows = await connection.execute(_statement(query))
    hits = [(score(row.cosine, query.share(row.bm25)), row) for row in rows if _matches(row)]
    hits.sort(key=lambda hit: (-hit[0], -hit[1].opened_at.timestamp(), hit[1].id, hit[1].start_line))
    best: dict[str, SearchHit] = {}
    for value, row in hits:
        if len(best) < limit and row.id not in best:
            best[row.id] = _hit(row, value, query)
    return list(best.values())


def _matches(row: Any) -> bool:
    close = row.cosine is not None and row.cosine >= FLOOR
    return bool(close or row.bm25 > 0)


def _hit(row: Any, value: float, query: Query) -> SearchHit:
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
        score_permille=permille(value),
        cosine_permille=None if row.cosine is None else permille(max(0.0, row.cosine)),
        lexical_permille=permille(query.share(row.bm25)),
    )


def _statement(query: Query) -> Select[tuple[object, ...]]:
    """All proposed chunks, with both legs."""
    proposed = _proposed(query)
    joined = (
        proposed.join(chunk, _is(chunk, proposed, query))
        .join(chunk_lexical, _is(chunk_lexical, proposed, query))
        .join(incident, (incident.c.tenant == query.tenant) & (incident.c.id == proposed.c.incident_id))
    )
    shown = (
        *(incident.c[name] for name in ("id", "namespace", "name", "subject", "category", "title", "opened_at")),
        *(chunk.c[name] for name in ("heading", "start_line", "text")),
        query.bm25.label("bm25"),
    )
    if query.space is None:
        return select(*shown, null().label("cosine")).select_from(joined)
    own = and_(_is(chunk_vector, proposed, query), *in_space(Corpus.CHUNK, query.space))
    return select(*shown, query.cosine.label("cosine")).select_from(joined.outerjoin(chunk_vector, own))


def _proposed(query: Query) -> CTE:
    """The chunks that either leg finds best."""
    legs = [_leg(chunk_lexical, query.bm25, chunk_lexical.c.tenant == query.tenant)]
    if query.space is not None:
        mine = (chunk_vector.c.tenant == query.tenant, *in_space(Corpus.CHUNK, query.space))
        legs.append(_leg(chunk_vector, query.cosine, *mine))
    return union(*legs).cte("proposed")


def _leg(table: Table, score_: ColumnElement[float], *conditions: ColumnElement[bool]) -> Select[tuple[str, int]]:
    best = select(table.c.incident_id, table.c.position).where(*conditions).order_by(score_.desc())
    found = best.limit(_CHUNKS_PER_LEG).subquery()
    return select(found.c.incident_id, found.c.position)


def _is(table: Table, proposed: CTE, query: Query) -> ColumnElement[bool]:
    same = (table.c[name] == proposed.c[name] for name in ("incident_id", "position"))
    return and_(table.c.tenant == query.tenant, *same)
