"""Past incidents that resemble a case: each leg proposes families, then both are computed for all of them."""

from collections.abc import Collection, Sequence
from datetime import UTC
from typing import Any

import msgspec
from sqlalchemy import ARRAY, FromClause, Select, Text, and_, cast, func, null, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import legs
from casebook_analyzer.memory.corpus import dense
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.ranking import Candidate, Match, attach, choose
from casebook_analyzer.memory.results import SimilarResult
from casebook_analyzer.memory.rows import RESOLUTION, resolution_from
from casebook_analyzer.memory.tables import Corpus, case_lexical, case_vector, incident, resolution
from casebook_analyzer.memory.tables import family as family_of
from casebook_analyzer.memory.vectors import in_space
from casebook_analyzer.memory.why import Lines, differences, lines_of, reasons
from casebook_analyzer.models import Category, Conclusion, EvidenceBundle, Signature, SimilarIncident

_MEMBERS = 3
"""How many incidents of a family may speak for it: of a crash that came back 500 times, the last few suffice."""

_SHOWN = (
    "id", "namespace", "name", "subject", "category", "title", "opened_at", "family", "instructive"
)  # fmt: skip
_READ = tuple(incident.c[name] for name in (*_SHOWN, "conclusion"))
_SIGNATURE = ("reason", "exit_code", "xid", "owner_kind", "template")


async def find_similar(
    connection: AsyncConnection,
    query: Query,
    bundle: EvidenceBundle,
    conclusion: Conclusion,
    *,
    exclude_id: str | None,
    limit: int,
) -> SimilarResult:
    """Score, admit, keep one per family, explain."""
    searched = query.documents - await _is_recorded(connection, query.tenant, exclude_id)
    candidates = await find_candidates(connection, query, conclusion.signature.key, exclude_id or "")
    chosen = choose(candidates, conclusion, limit)
    past = await _past(connection, query, chosen)
    here = lines_of(bundle) if chosen else {}
    incidents = tuple(_attached(match, bundle, conclusion, here, query, past[match.candidate.id]) for match in chosen)
    reason = _reason(incidents, searched, exact=query.exact)
    return SimilarResult(incidents=incidents, searched=searched, reason=reason, exact=query.exact)


async def _is_recorded(connection: AsyncConnection, tenant: str, incident_id: str | None) -> bool:
    query = select(incident.c.id).where(incident.c.tenant == tenant, incident.c.id == incident_id)
    return incident_id is not None and (await connection.execute(query)).first() is not None


def _reason(incidents: tuple[SimilarIncident, ...], searched: int, *, exact: bool) -> str:
    if searched == 0:
        return "memory is empty: this is the first incident"
    among = f"{searched} incident{'s' if searched > 1 else ''}{'' if exact else ', by index'}"
    return f"{len(incidents)} similar among {among}" if incidents else f"nothing similar among {among}"


async def find_candidates(connection: AsyncConnection, query: Query, family: str, exclude_id: str) -> list[Candidate]:
    """What may be attached, in no order, with both legs computed.

    ``family`` is the case's own, which is a candidate whatever the legs say: the same signature is a match by itself.
    """
    families = {family}
    for leg in legs.legs_of(query):
        families.update(await legs.best_families(connection, query, leg, exclude_id))
    rows = await connection.execute(_of_families(query, families, exclude_id))
    return [_candidate(row, query) for row in rows]


async def read_candidate(connection: AsyncConnection, query: Query, incident_id: str) -> Candidate | None:
    """One incident with both legs computed, whether or not they propose it."""
    mine = (incident.c.tenant == query.tenant, incident.c.id == incident_id)
    member = select(*_READ).where(*mine).subquery("member")
    row = (await connection.execute(_scored(query, member, member))).one_or_none()
    return None if row is None else _candidate(row, query)


def _candidate(row: Any, query: Query) -> Candidate:
    return Candidate(
        id=row.id,
        namespace=row.namespace,
        name=row.name,
        subject=row.subject,
        category=Category(row.category),
        title=row.title,
        opened_at=row.opened_at.astimezone(UTC),
        family=row.family,
        rules=tuple(row.rules or ()),
        signature=Signature(key=row.family, **{name: getattr(row, f"family_{name}") for name in _SIGNATURE}),
        resolution=resolution_from(row),
        instructive=row.instructive,
        cosine=row.cosine,
        lexical=query.share(row.bm25),
    )


def _of_families(query: Query, wanted: Collection[str], exclude_id: str) -> Select[Any]:
    """The members of all proposed families."""
    families = func.unnest(cast(sorted(wanted), ARRAY(Text))).table_valued("family").render_derived()
    member = (
        select(*_READ)
        .where(incident.c.tenant == query.tenant, incident.c.family == families.c.family, incident.c.id != exclude_id)
        .order_by(incident.c.instructive.desc(), incident.c.opened_at.desc())
        .limit(_MEMBERS)
        .lateral("member")
    )
    return _scored(query, families.join(member, true()), member)


def _scored(query: Query, source: FromClause, member: FromClause) -> Select[Any]:
    """Incidents with both legs. ``member`` is the part of ``source`` that has the columns of ``incident``."""
    key = (case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id == member.c.id)
    ended = (resolution.c.tenant == query.tenant, resolution.c.incident_id == member.c.id)
    joined = (
        source.join(case_lexical, and_(*key))
        .join(family_of, and_(family_of.c.tenant == query.tenant, family_of.c.id == member.c.family))
        .outerjoin(resolution, and_(*ended))
    )
    shown = (
        *(member.c[name] for name in _SHOWN),
        *(family_of.c[name].label(f"family_{name}") for name in _SIGNATURE),
        member.c.conclusion["rules"].label("rules"),
        *RESOLUTION,
        query.bm25.label("bm25"),
    )
    if query.space is None:
        return select(*shown, null().label("cosine")).select_from(joined)
    own = (case_vector.c.tenant == query.tenant, case_vector.c.incident_id == member.c.id)
    vectors = and_(*own, *in_space(Corpus.CASE, query.space))
    return select(*shown, query.cosine.label("cosine")).select_from(joined.outerjoin(case_vector, vectors))


async def _past(connection: AsyncConnection, query: Query, chosen: Sequence[Match]) -> dict[str, Any]:
    """What is read of the chosen few only: the widest columns in the database."""
    statement = (
        select(incident.c.id, incident.c.bundle, incident.c.conclusion, case_lexical.c.weights)
        .join(case_lexical, and_(case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id == incident.c.id))
        .where(incident.c.tenant == query.tenant, incident.c.id.in_([match.candidate.id for match in chosen]))
    )
    return {row.id: row for row in await connection.execute(statement)}


def _attached(
    match: Match, bundle: EvidenceBundle, conclusion: Conclusion, here: Lines, query: Query, past: Any
) -> SimilarIncident:
    past_bundle = msgspec.convert(past.bundle, EvidenceBundle)
    past_conclusion, there = msgspec.convert(past.conclusion, Conclusion), lines_of(past_bundle)
    shared = query.shared_terms(dense(past.weights))
    why = reasons(match, conclusion, str(bundle.subject), here, there, shared)
    differs = differences(conclusion, bundle, past_conclusion, past_bundle, here=here, there=there)
    return attach(match, why, differs)
