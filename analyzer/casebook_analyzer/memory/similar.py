"""Past incidents that resemble a case: both legs over all of a tenant's incidents, exactly."""

from datetime import UTC

from sqlalchemy import CTE, Select, and_, func, literal, null, select, true, union
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.corpus import dense
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.ranking import Candidate, attach, choose, reasons
from casebook_analyzer.memory.results import SimilarResult
from casebook_analyzer.memory.rows import resolution_from
from casebook_analyzer.memory.schema import Corpus, case_lexical, case_vector, incident
from casebook_analyzer.memory.vectors import in_space
from casebook_analyzer.models import Category, Conclusion, EvidenceBundle, SimilarIncident

_FAMILIES_PER_LEG = 40
"""How many families each leg proposes. Both legs are then computed for all of them, so a case that only one leg sees
still gets its full score."""

_MEMBERS = 3
"""How many incidents of a family may speak for it: of a crash that came back 500 times, the last few suffice."""

_SHOWN = (
    "id", "namespace", "name", "subject", "category", "title", "opened_at", "family", "resolution", "instructive"
)  # fmt: skip


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
    others = (incident.c.tenant == query.tenant, incident.c.id != (exclude_id or ""))
    searched = (await connection.execute(select(func.count()).where(*others))).scalar_one()
    family = conclusion.signature.key
    candidates = await _candidates(connection, query, family, exclude_id or "")
    chosen = choose(candidates, family, limit)
    shared = await _shared_terms(connection, query, [candidate.id for candidate, _ in chosen])
    subject = str(bundle.subject)
    incidents = tuple(
        attach(candidate, band, reasons(candidate, conclusion, subject, shared.get(candidate.id, [])))
        for candidate, band in chosen
    )
    return SimilarResult(incidents=incidents, searched=searched, reason=_reason(incidents, searched))


def _reason(incidents: tuple[SimilarIncident, ...], searched: int) -> str:
    if searched == 0:
        return "memory is empty: this is the first incident"
    among = f"{searched} incident{'s' if searched > 1 else ''}"
    return f"{len(incidents)} similar among {among}" if incidents else f"nothing similar among {among}"


async def _candidates(connection: AsyncConnection, query: Query, family: str, exclude_id: str) -> list[Candidate]:
    rows = await connection.execute(_statement(query, family, exclude_id))
    return [
        Candidate(
            id=row.id,
            namespace=row.namespace,
            name=row.name,
            subject=row.subject,
            category=Category(row.category),
            title=row.title,
            opened_at=row.opened_at.astimezone(UTC),
            family=row.family,
            resolution=resolution_from(row.resolution),
            instructive=row.instructive,
            cosine=row.cosine,
            lexical=query.share(row.bm25),
        )
        for row in rows
    ]


def _statement(query: Query, family: str, exclude_id: str) -> Select[tuple[object, ...]]:
    """The members of all proposed families, with both legs."""
    families = _families(query, family, exclude_id)
    member = (
        select(incident)
        .where(incident.c.tenant == query.tenant, incident.c.family == families.c.family, incident.c.id != exclude_id)
        .order_by(incident.c.instructive.desc(), incident.c.opened_at.desc())
        .limit(_MEMBERS)
        .lateral("member")
    )
    joined = families.join(member, true()).join(
        case_lexical, and_(case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id == member.c.id)
    )
    shown = (*(member.c[name] for name in _SHOWN), query.bm25.label("bm25"))
    if query.space is None:
        return select(*shown, null().label("cosine")).select_from(joined)
    own = (case_vector.c.tenant == query.tenant, case_vector.c.incident_id == member.c.id)
    vectors = and_(*own, *in_space(Corpus.CASE, query.space))
    return select(*shown, query.cosine.label("cosine")).select_from(joined.outerjoin(case_vector, vectors))


def _families(query: Query, family: str, exclude_id: str) -> CTE:
    """The families that either leg proposes, and the case's own: the same signature is a match by itself."""
    lexical_leg = (
        select(case_lexical.c.family)
        .where(case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id != exclude_id)
        .group_by(case_lexical.c.family)
        .order_by(func.max(query.bm25).desc())
        .limit(_FAMILIES_PER_LEG)
    )
    legs = [select(lexical_leg.subquery().c.family), select(literal(family).label("family"))]
    if query.space is not None:
        mine = (case_vector.c.tenant == query.tenant, case_vector.c.incident_id != exclude_id)
        vector_leg = (
            select(case_vector.c.family)
            .where(*mine, *in_space(Corpus.CASE, query.space))
            .group_by(case_vector.c.family)
            .order_by(func.max(query.cosine).desc())
            .limit(_FAMILIES_PER_LEG)
        )
        legs.append(select(vector_leg.subquery().c.family))
    return union(*legs).cte("proposed")


async def _shared_terms(connection: AsyncConnection, query: Query, ids: list[str]) -> dict[str, list[str]]:
    """For the chosen few only: their weights are the widest thing in the database."""
    table = case_lexical
    rows = await connection.execute(
        select(table.c.incident_id, table.c.weights).where(table.c.tenant == query.tenant, table.c.incident_id.in_(ids))
    )
    return {row.incident_id: query.shared_terms(dense(row.weights)) for row in rows}
