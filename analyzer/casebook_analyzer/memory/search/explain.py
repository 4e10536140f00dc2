"""Everything about one pair of incidents: how one came to be attached to the other, or why it did not."""

from typing import Any

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, case_lexical, case_vector, incident
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.encoder import Space, Vectors
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.index.sparse import dense
from casebook_analyzer.memory.search import retrievers
from casebook_analyzer.memory.search.explanation import (
    ComparedPair,
    Explanation,
    RetrieverScore,
    TermView,
    explanation_of,
)
from casebook_analyzer.memory.search.prepare import prepare_query
from casebook_analyzer.memory.search.ranking import Candidate
from casebook_analyzer.memory.search.scoring import COSINE_WEIGHT, LEXICAL_WEIGHT
from casebook_analyzer.memory.search.similar import find_candidates, read_candidate
from casebook_analyzer.memory.search.text_query import StatementShape, TextQuery, searchable
from casebook_analyzer.memory.search.transaction import PLANNER_SETTINGS
from casebook_analyzer.models import Incident


async def explain(session: Session, incident_id: str, hit_id: str, *, own_first: bool = False) -> Explanation | None:
    """Compare two stored incidents as ``Memory.similar`` does; None when memory lacks one of them.

    With ``own_first`` incidents of the case's namespace are taken first, as if it had been named.
    The case's vector is the stored one, so that no model is needed. Ranks look at every row: not for a hot path.
    """
    async with session.transaction(settings=PLANNER_SETTINGS) as connection:
        case, hit = (
            await _read(connection, session.tenant, incident_id),
            await _read(connection, session.tenant, hit_id),
        )
        if case is None or hit is None:
            return None
        vectors = await _stored_vector(connection, session.tenant, case.id)
        text = searchable(case_text(case.bundle, case.conclusion))
        query = await prepare_query(
            connection,
            tenant=session.tenant,
            corpus=Corpus.CASE,
            text=text,
            vectors=vectors,
            wanted=IncidentFilter(namespaces=frozenset({case.namespace})) if own_first else EVERY_INCIDENT,
            exclude_id=case.id,
        )
        candidate = await read_candidate(connection, query, hit.id)
        if candidate is None:
            return None
        terms = await _terms(connection, query, hit.id)
        lexical = await _retriever_score(connection, query, Retriever.LEXICAL, candidate)
        cosine = None
        if candidate.cosine is not None:
            cosine = await _retriever_score(connection, query, Retriever.VECTOR, candidate)
        pair = ComparedPair(
            incident=case,
            hit=hit,
            candidate=candidate,
            cosine=cosine,
            lexical=lexical,
            perfect_bm25=query.self_score,
            terms=terms,
            exact=query.exact,
            proposed=await find_candidates(connection, query, case.conclusion.signature.key),
        )
    return explanation_of(pair)


async def _read(connection: AsyncConnection, tenant: str, incident_id: str) -> Incident | None:
    row = (await connection.execute(incidents(tenant).where(incident.c.id == storable(incident_id)))).one_or_none()
    return None if row is None else incident_from(row)


async def _stored_vector(connection: AsyncConnection, tenant: str, incident_id: str) -> Vectors | None:
    mine = (case_vector.c.tenant == tenant, case_vector.c.incident_id == incident_id)
    row = (await connection.execute(select(case_vector).where(*mine))).one_or_none()
    if row is None:
        return None
    space = Space(**{name: getattr(row, name) for name in Space.__struct_fields__})
    return Vectors(space, [row.embedding])


async def _retriever_score(
    connection: AsyncConnection, query: TextQuery, retriever: Retriever, candidate: Candidate
) -> RetrieverScore:
    """Where the hit stands among all incidents but the case itself."""
    row = (await connection.execute(_standing(query.shape, retriever), query.parameters | {"hit": candidate.id})).one()
    weights = {Retriever.LEXICAL: 1.0 if candidate.cosine is None else LEXICAL_WEIGHT, Retriever.VECTOR: COSINE_WEIGHT}
    normalised = candidate.lexical if retriever is Retriever.LEXICAL else max(0.0, candidate.cosine or 0.0)
    return RetrieverScore(
        raw=row.raw, normalised=normalised, weight=weights[retriever], rank=row.above + 1, among=row.all
    )


def _standing(shape: StatementShape, retriever: Retriever) -> Select[Any]:
    table = retrievers.table_of(shape, retriever)
    value = shape.bm25 if retriever is Retriever.LEXICAL else shape.cosine
    others = table.c.incident_id != bindparam("exclude")
    scored = select(table.c.incident_id, value.label("value")).where(*shape.mine(retriever), others).cte("scored")
    raw = select(scored.c.value).where(scored.c.incident_id == bindparam("hit")).scalar_subquery()
    above = func.count().filter(scored.c.value > raw)
    return select(raw.label("raw"), above.label("above"), func.count().label("all")).select_from(scored)


async def _terms(connection: AsyncConnection, query: TextQuery, hit_id: str) -> tuple[TermView, ...]:
    mine = (case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id == hit_id)
    weights = dense((await connection.execute(select(case_lexical.c.weights).where(*mine))).scalar_one())
    terms = [
        TermView(
            term=query.names[term],
            idf=query.weights[term],
            weight=weights[term],
            contribution=query.weights[term] * weights[term],
            share=query.share(query.weights[term] * weights[term]),
        )
        for term in query.weights.keys() & weights.keys()
    ]
    return tuple(sorted(terms, key=lambda one: (-one.contribution, one.term)))
