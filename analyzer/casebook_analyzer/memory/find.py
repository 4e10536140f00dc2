"""Free text in the reports."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    SmallInteger,
    Table,
    Text,
    and_,
    cast,
    func,
    null,
    select,
    tuple_,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import legs
from casebook_analyzer.memory.corpus import sparse
from casebook_analyzer.memory.excerpt import excerpt
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import MAX_CHARACTERS, Query
from casebook_analyzer.memory.results import SearchHit, SearchResult
from casebook_analyzer.memory.scoring import FLOOR, permille, score
from casebook_analyzer.memory.tables import Corpus, chunk, chunk_lexical, chunk_vector, incident, report_lexical
from casebook_analyzer.memory.vectors import in_space
from casebook_analyzer.models import Category

_REPORTS = 40
"""How many reports are proposed by their words, for ten or so that are shown."""


async def find_text(connection: AsyncConnection, query: Query, text: str, limit: int) -> SearchResult:
    """The best chunk of each incident that shares a word with the query, or is close to it in meaning."""
    reports = await _reports(connection, query) if query.weights else []
    places = await legs.best_rows(connection, query, Leg.VECTOR, "incident_id", "position") if query.space else []
    scored = await connection.execute(_scores(query, reports, places))
    rows = [(score(row.cosine, query.share(row.bm25)), row) for row in scored if _matches(row)]
    rows.sort(key=lambda pair: (-pair[0], pair[1].incident_id, pair[1].position))
    best: dict[str, tuple[float, Any]] = {}
    for value, row in rows:
        best.setdefault(row.incident_id, (value, row))
    hits = await _hits(connection, query, list(best.values())[:limit])
    return SearchResult(hits=hits, reason=_reason(query, text, len(hits)), searched=query.documents, exact=query.exact)


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


def _matches(row: Any) -> bool:
    close = row.cosine is not None and row.cosine >= FLOOR
    return bool(close or row.bm25 > 0)


async def _reports(connection: AsyncConnection, query: Query) -> Sequence[str]:
    """The reports whose chunks may have the best words.

    A report is searched as one: of each term it has the largest weight of its chunks, so that none of them can score
    higher than it does. There are a dozen chunks to a report, and looking at a row is most of the work.
    """
    words = report_lexical.c.weights.max_inner_product(sparse(query.weights))
    best = select(report_lexical.c.incident_id).where(report_lexical.c.tenant == query.tenant).order_by(words)
    return (await connection.execute(best.limit(_REPORTS))).scalars().all()


def _scores(query: Query, reports: Sequence[str], places: Sequence[Any]) -> Select[Any]:
    """Both legs of all chunks of the proposed reports, and of all proposed chunks."""
    key = (chunk_lexical.c.incident_id, chunk_lexical.c.position)
    of_reports = select(*key).where(
        chunk_lexical.c.tenant == query.tenant,
        chunk_lexical.c.incident_id == func.any(cast(list(reports), ARRAY(Text))),
    )
    ids, positions = [place.incident_id for place in places], [place.position for place in places]
    arrays = (cast(ids, ARRAY(Text)), cast(positions, ARRAY(SmallInteger)))
    named = func.unnest(*arrays).table_valued("incident_id", "position").render_derived()
    proposed = union(of_reports, select(named.c.incident_id, named.c.position)).subquery("proposed")

    def is_(table: Table) -> ColumnElement[bool]:
        same = (table.c[name] == proposed.c[name] for name in ("incident_id", "position"))
        return and_(table.c.tenant == query.tenant, *same)

    joined = proposed.join(chunk_lexical, is_(chunk_lexical))
    shown = (proposed.c.incident_id, proposed.c.position, query.bm25.label("bm25"))
    if query.space is None:
        return select(*shown, null().label("cosine")).select_from(joined)
    own = and_(is_(chunk_vector), *in_space(Corpus.CHUNK, query.space))
    return select(*shown, query.cosine.label("cosine")).select_from(joined.outerjoin(chunk_vector, own))


async def _hits(connection: AsyncConnection, query: Query, best: list[tuple[float, Any]]) -> tuple[SearchHit, ...]:
    """The places with their texts: these are wide, and only a few are shown."""
    places = [(row.incident_id, row.position) for _, row in best]
    statement = (
        select(
            *(incident.c[name] for name in ("id", "namespace", "name", "subject", "category", "title", "opened_at")),
            *(chunk.c[name] for name in ("position", "heading", "start_line", "text")),
        )
        .select_from(incident)
        .join(chunk, (chunk.c.tenant == incident.c.tenant) & (chunk.c.incident_id == incident.c.id))
        .where(incident.c.tenant == query.tenant, tuple_(chunk.c.incident_id, chunk.c.position).in_(places))
    )
    shown = {(row.id, row.position): row for row in await connection.execute(statement)}
    hits = [_hit(shown[row.incident_id, row.position], value, row, query) for value, row in best]
    return tuple(sorted(hits, key=lambda hit: (-hit.score_permille, -hit.opened_at.timestamp(), hit.incident_id)))


def _hit(shown: Any, value: float, row: Any, query: Query) -> SearchHit:
    return SearchHit(
        incident_id=shown.id,
        namespace=shown.namespace,
        name=shown.name,
        subject=shown.subject,
        category=Category(shown.category),
        title=shown.title,
        opened_at=shown.opened_at.astimezone(UTC),
        heading=shown.heading,
        start_line=shown.start_line,
        excerpt=excerpt(shown.text, set(query.names.values())),
        score_permille=permille(value),
        cosine_permille=None if row.cosine is None else permille(max(0.0, row.cosine)),
        lexical_permille=permille(query.share(row.bm25)),
    )
