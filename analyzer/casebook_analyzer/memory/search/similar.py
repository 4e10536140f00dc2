"""Past incidents that resemble a case: each retriever proposes families, then both are computed for all of them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    FromClause,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    not_,
    null,
    select,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import case_lexical, case_vector, incident, resolution
from casebook_analyzer.memory.database.tables import family as family_of
from casebook_analyzer.memory.database.tables import feedback as feedback_table
from casebook_analyzer.memory.incidents import feedback
from casebook_analyzer.memory.incidents.filters import conditions
from casebook_analyzer.memory.incidents.rows import RESOLUTION, identity_from, resolution_from
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.index.sparse import dense
from casebook_analyzer.memory.search import retrievers
from casebook_analyzer.memory.search.comparison import TellingLines, differences, reasons, telling_lines
from casebook_analyzer.memory.search.ranking import Candidate, SimilarityMatch, attach, choose
from casebook_analyzer.memory.search.results import SimilarResult
from casebook_analyzer.memory.search.text_query import StatementShape, TextQuery
from casebook_analyzer.models import Conclusion, EvidenceBundle, IncidentIdentity, Signature, SimilarIncident
from casebook_analyzer.text import counted

_MEMBERS = 3
"""How many incidents of a family may speak for it: of a crash that came back 500 times, the last few suffice."""

_SHOWN = (*IncidentIdentity.__struct_fields__, "family", "rule", "instructive")
_READ = tuple(incident.c[name] for name in _SHOWN)
_SIGNATURE = ("reason", "exit_code", "xid", "owner_kind", "template")


async def find_similar(
    connection: AsyncConnection, query: TextQuery, bundle: EvidenceBundle, conclusion: Conclusion, *, limit: int
) -> SimilarResult:
    """Score, admit, keep one per family, explain."""
    candidates = await find_candidates(connection, query, conclusion.signature.key)
    chosen = choose(candidates, conclusion, limit)
    past = await _past(connection, query, chosen)
    here = telling_lines(bundle) if chosen else {}
    incidents = tuple(_attached(match, bundle, conclusion, here, query, past[match.candidate.id]) for match in chosen)
    if any(row.said for row in past.values()):
        incidents = await feedback.correct_similar(connection, query.tenant, incidents)
    reason = _reason(incidents, query.others, exact=query.exact)
    return SimilarResult(incidents=incidents, searched=query.others, reason=reason, exact=query.exact)


def _reason(incidents: tuple[SimilarIncident, ...], searched: int, *, exact: bool) -> str:
    if searched == 0:
        return "memory is empty: this is the first incident"
    among = counted(searched, "incident") + ("" if exact else ", by index")
    return f"{len(incidents)} similar among {among}" if incidents else f"nothing similar among {among}"


async def find_candidates(connection: AsyncConnection, query: TextQuery, family: str) -> list[Candidate]:
    """All incidents that may be attached to a case, in no order, each with BM25 and cosine.

    ``family`` is the case's own. It is a candidate whatever the retrievers propose: the same signature is a match by
    itself. What the reader may see is proposed by itself, or incidents of others could take all places.
    """
    families = {family}
    for visible in (True, False) if query.wanted.terms else (False,):
        families |= await retrievers.best_families(connection, query, visible=visible, known=family)
    rows = await connection.execute(_of_families(query.wanted_shape), query.parameters | {"families": sorted(families)})
    return [_candidate(row, query) for row in rows]


async def read_candidate(connection: AsyncConnection, query: TextQuery, incident_id: str) -> Candidate | None:
    """One incident with both retrievers computed, whether or not they propose it."""
    row = (await connection.execute(_one(query.shape), query.parameters | {"id": incident_id})).one_or_none()
    return None if row is None else _candidate(row, query)


def _candidate(row: Any, query: TextQuery) -> Candidate:
    return Candidate(
        **identity_from(row),
        family=row.family,
        rule=row.rule,
        signature=Signature(
            key=row.family,
            reason=row.family_reason,
            exit_code=row.family_exit_code,
            xid=row.family_xid,
            owner_kind=row.family_owner_kind,
            template=row.family_template,
        ),
        resolution=resolution_from(row),
        instructive=row.instructive,
        visible=query.shows(row.namespace),
        cosine=row.cosine,
        lexical=query.share(row.bm25),
    )


@cache
def _of_families(shape: StatementShape) -> Select[Any]:
    """The members of all proposed families, the visible ones beside as many of the others."""
    families = func.unnest(bindparam("families", type_=ARRAY(Text))).table_valued("family").render_derived()
    of_family = (
        select(*_READ)
        .where(incident.c.tenant == bindparam("tenant"), incident.c.family == families.c.family)
        .where(incident.c.id != bindparam("exclude"))
        .order_by(incident.c.instructive.desc(), incident.c.opened_at.desc())
        .limit(_MEMBERS)
    )
    if not shape.wanted:
        member = of_family.lateral("member")
    else:
        visible = and_(*conditions(shape.wanted))
        parts = (of_family.where(visible), of_family.where(not_(visible)))
        member = union_all(*(part.correlate(families) for part in parts)).lateral("member")
    return _scored(shape, families.join(member, true()), member)


@cache
def _one(shape: StatementShape) -> Select[Any]:
    mine = (incident.c.tenant == bindparam("tenant"), incident.c.id == bindparam("id"))
    member = select(*_READ).where(*mine).subquery("member")
    return _scored(shape, member, member)


def _scored(shape: StatementShape, source: FromClause, member: FromClause) -> Select[Any]:
    """Incidents with both retrievers. ``member`` is the part of ``source`` that has the columns of ``incident``."""

    def of(table: Table) -> ColumnElement[bool]:
        return and_(table.c.tenant == bindparam("tenant"), table.c.incident_id == member.c.id)

    joined = (
        source.join(case_lexical, of(case_lexical))
        .join(family_of, and_(family_of.c.tenant == bindparam("tenant"), family_of.c.id == member.c.family))
        .outerjoin(resolution, of(resolution))
    )
    shown = (
        *(member.c[name] for name in _SHOWN),
        *(family_of.c[name].label(f"family_{name}") for name in _SIGNATURE),
        *RESOLUTION,
        shape.bm25.label("bm25"),
    )
    if shape.space is None:
        return select(*shown, null().label("cosine")).select_from(joined)
    vectors = and_(of(case_vector), *shape.mine(Retriever.VECTOR))
    return select(*shown, shape.cosine.label("cosine")).select_from(joined.outerjoin(case_vector, vectors))


async def _past(connection: AsyncConnection, query: TextQuery, chosen: Sequence[SimilarityMatch]) -> dict[str, Any]:
    """What is read of the chosen few only: the widest columns in the database."""
    if not chosen:
        return {}
    wanted = {"tenant": query.tenant, "ids": [match.candidate.id for match in chosen]}
    return {row.id: row for row in await connection.execute(_of_chosen(), wanted)}


@cache
def _of_chosen() -> Select[Any]:
    said = select(feedback_table.c.number).where(
        feedback_table.c.tenant == incident.c.tenant, feedback_table.c.incident_id == incident.c.id
    )
    return (
        select(incident.c.id, *map(_as_text, (incident.c.bundle, incident.c.conclusion)), case_lexical.c.weights)
        .add_columns(said.exists().label("said"))
        .join(
            case_lexical, and_(case_lexical.c.tenant == incident.c.tenant, case_lexical.c.incident_id == incident.c.id)
        )
        .where(incident.c.tenant == bindparam("tenant"))
        .where(incident.c.id == func.any(bindparam("ids", type_=ARRAY(Text))))
    )


def _as_text(document: ColumnElement[Any]) -> ColumnElement[str]:
    """A document that is decoded at once, without the dictionaries in between: most of a large one's time."""
    return cast(document, Text).label(document.key)


def _attached(
    match: SimilarityMatch,
    bundle: EvidenceBundle,
    conclusion: Conclusion,
    here: TellingLines,
    query: TextQuery,
    past: Any,
) -> SimilarIncident:
    past_bundle = msgspec.json.decode(past.bundle, type=EvidenceBundle)
    past_conclusion, there = msgspec.json.decode(past.conclusion, type=Conclusion), telling_lines(past_bundle)
    shared = query.shared_terms(dense(past.weights))
    why = reasons(match, conclusion, str(bundle.subject), here, there, shared)
    differs = differences(conclusion, bundle, past_conclusion, past_bundle, here=here, there=there)
    return attach(match, why, differs, past_bundle.imported)
