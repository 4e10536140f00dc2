"""What other clusters of a fleet share that resembles a case, and which of their clusters know a family."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import ARRAY, ColumnElement, Double, Integer, Select, Text, bindparam, cast, column, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import written_array
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.fleet.merging import FleetCandidate
from casebook_analyzer.memory.fleet.publishing import words_of
from casebook_analyzer.memory.index.sparse import WEIGHTS, written
from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.memory.search.text_query import TextQuery
from casebook_analyzer.models import Category, Conclusion

_CATEGORIES = frozenset(category.value for category in Category)
_ANSWER = (
    *("cluster", "failure", "at_home", "category", "last_seen", "incidents", "instructive", "same_family"),
    *("same_rule", "same_codes", "words", "bm25", "cosine"),
)


async def find_shared(
    connection: AsyncConnection, query: TextQuery, conclusion: Conclusion, attached: Sequence[str]
) -> list[FleetCandidate]:
    """What resembles a case, of every cluster the few that are most alike. ``attached`` are ids of what is found here.

    The rows are a stranger's: what this version does not know is left out.
    """
    signature = conclusion.signature
    asked = {
        "tenant": query.tenant,
        "attached": list(attached),
        "family": signature.key,
        "rule": deciding_rule(conclusion.category, conclusion.rules),
        "exit_code": signature.exit_code,
        "xid": signature.xid,
        "words": words_of(signature.template),
        "terms": written(query.every_weight),
        "perfect": query.self_score,
        "model": query.space.model if query.space else None,
        "revision": query.space.revision if query.space else None,
        "dimension": query.space.dimension if query.space else None,
        "vector": query.vector,
    }
    rows = (await connection.execute(_similar(), asked)).all()
    return [_candidate(row, query) for row in rows if row.category in _CATEGORIES]


async def read_clusters(connection: AsyncConnection, families: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The other clusters that know these families, by family; what nobody else knows is left out."""
    rows = await connection.execute(_families(), {"families": list(families)})
    by_family = groupby(rows, lambda row: str(row.family))
    return {family: tuple(str(row.cluster) for row in of_one) for family, of_one in by_family}


def _candidate(row: Any, query: TextQuery) -> FleetCandidate:
    return FleetCandidate(
        cluster=row.cluster,
        at_home=row.at_home,
        category=Category(row.category),
        last_seen=row.last_seen,
        incidents=row.incidents,
        instructive=row.instructive,
        agreement=CaseAgreement(rule=row.same_rule, words=row.words, codes=row.same_codes, signature=row.same_family),
        cosine=row.cosine,
        lexical=query.share(row.bm25),
    )


@cache
def _similar() -> Select[Any]:
    known = select(incident.c.family).where(
        incident.c.tenant == bindparam("tenant", type_=Text),
        incident.c.id == func.any(bindparam("attached", type_=ARRAY(Text))),
    )
    given = (
        *_texts("family", "rule"),
        *_numbers("exit_code", "xid"),
        written_array("words"),
        cast(bindparam("terms", type_=Text), WEIGHTS),
        cast(bindparam("perfect"), Double),
        *_texts("model", "revision"),
        *_numbers("dimension"),
        cast(bindparam("vector", type_=Text), HALFVEC()),
        func.array(known.scalar_subquery()),
    )
    found = func.fleet_similar(*given).table_valued(*map(column, _ANSWER)).render_derived(name="shared")
    return select(*(_told(found.c[name]) for name in _ANSWER if name != "failure"))  # each cluster speaks for itself


def _told(answer: ColumnElement[Any]) -> ColumnElement[Any]:
    """A column as it is told: PostgreSQL has years that no reader knows, and one such row would hide all others."""
    if answer.key != "last_seen":
        return answer
    return func.least(func.greatest(answer, func.to_timestamp(0)), func.now()).label(answer.key)


@cache
def _families() -> Select[Any]:
    wanted = bindparam("families", type_=ARRAY(Text))
    found = func.fleet_families(wanted).table_valued("family", "cluster").alias("known")
    return select(found.c.family, found.c.cluster).order_by(found.c.family, found.c.cluster)


def _texts(*names: str) -> Iterator[ColumnElement[str]]:
    return (cast(bindparam(name, type_=Text), Text) for name in names)


def _numbers(*names: str) -> Iterator[ColumnElement[int]]:
    return (cast(bindparam(name, type_=Integer), Integer) for name in names)
