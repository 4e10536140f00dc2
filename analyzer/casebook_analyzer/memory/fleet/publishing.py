"""What a cluster shares: of each family where it belongs and how it is compared, and no word of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    DateTime,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from casebook_analyzer.memory.database.insertion import written
from casebook_analyzer.memory.database.tables import (
    case_lexical,
    case_vector,
    family,
    incident,
    resolution,
    shared_family,
    sharing,
)
from casebook_analyzer.memory.encoding.bm25 import MAX_TERMS, term_id
from casebook_analyzer.memory.encoding.tokens import terms_of_line
from casebook_analyzer.memory.incidents import feedback
from casebook_analyzer.models import ResolutionKind

MOST_FAMILIES = 10_000
"""Of a cluster, those that were seen last: no more are compared (migration 0008)."""
BATCH = 500
"""Families of one transaction."""
RENEWED_AFTER = timedelta(days=1)
"""What changes without a new incident (another model, other weights) is shared anew after this time."""

_SAYS_NOTHING = (ResolutionKind.EXPLAINED.value, ResolutionKind.ANSWERED.value)
"""Ends of incidents that are never attached to another."""
_MINE = bindparam("mine", type_=Text)
_COUNTS: Mapping[str, TypeEngine[Any]] = {
    "incidents": Integer(),
    "instructive": Boolean(),
    "last_seen": DateTime(timezone=True),
}
"""What is counted of a family, with its type."""


async def publish(connection: AsyncConnection, tenant: str, now: datetime) -> int:
    """Share what is new of a tenant's families, and take back what is gone; how many rows were written.

    As long as these are :data:`BATCH`, there may be more to do.
    """
    asked = {"mine": tenant, "before": now - RENEWED_AFTER}
    await connection.execute(postgresql.insert(sharing).values(tenant=tenant).on_conflict_do_nothing())
    await connection.execute(_gone(), asked)
    rows = (await connection.execute(_changed(), asked)).all()
    if not rows:
        return 0
    told = {
        "families": [row.id for row in rows],
        "words": [words_of(row.template) for row in rows],
        **{name: [row._mapping[name] for row in rows] for name in _COUNTS},  # noqa: SLF001 - public, in spite of its name
    }
    await connection.execute(_shared(), {"mine": tenant, "now": now, **told})
    return len(rows)


async def withdraw(connection: AsyncConnection, tenant: str) -> bool:
    """Take everything back that a tenant shares; False where that was nothing. It finds nobody else's any more."""
    return (await connection.execute(delete(sharing).where(sharing.c.tenant == tenant))).rowcount > 0


def words_of(template: str) -> str:
    """The hashed words of a line, as PostgreSQL reads an array: of an imported one no more than a row may have."""
    return written(sorted({term_id(term) for term in terms_of_line(template)})[:MAX_TERMS])


def _told() -> list[ColumnElement[bool]]:
    """Incidents that others may hear of: neither rejected nor the symptom of another."""
    silent = select(resolution.c.incident_id).where(resolution.c.tenant == _MINE, resolution.c.kind.in_(_SAYS_NOTHING))
    return [
        incident.c.tenant == _MINE,
        incident.c.id.not_in(feedback.rejected_ids(_MINE)),
        incident.c.id.not_in(silent),
    ]


def _counted() -> Select[Any]:
    """The families that were seen last."""
    last = func.max(incident.c.opened_at).label("last_seen")
    return (
        select(
            incident.c.family,
            func.count().label("incidents"),
            func.bool_or(incident.c.instructive).label("instructive"),
            last,
        )
        .where(*_told())
        .group_by(incident.c.family)
        .order_by(last.desc(), incident.c.family)
        .limit(MOST_FAMILIES)
    )


@cache
def _gone() -> Any:
    counted = _counted().subquery()
    mine = shared_family.c.tenant == _MINE
    return delete(shared_family).where(mine, shared_family.c.family.not_in(select(counted.c.family)))


@cache
def _changed() -> Select[Any]:
    counted = _counted().subquery()
    shared = and_(shared_family.c.tenant == _MINE, shared_family.c.family == counted.c.family)
    stale = (
        shared_family.c.family.is_(None),
        shared_family.c.written_at < bindparam("before", type_=DateTime(timezone=True)),
        *(shared_family.c[name] != counted.c[name] for name in _COUNTS),
    )
    return (
        select(family.c.id, family.c.template, *(counted.c[name] for name in _COUNTS))
        .join(counted, counted.c.family == family.c.id)
        .outerjoin(shared_family, shared)
        .where(family.c.tenant == _MINE, or_(*stale))
        .order_by(counted.c.last_seen.desc())
        .limit(BATCH)
    )


@cache
def _shared() -> Any:
    """A family is told by the incident that would be attached: one that was ended, else the last.

    What was counted is given: a statement that counts it once more may do so for each family.
    """
    kinds: Mapping[str, TypeEngine[Any]] = {"families": Text(), "words": Text(), **_COUNTS}
    given = (bindparam(name, type_=ARRAY(kind)) for name, kind in kinds.items())
    named = func.unnest(*given).table_valued("family", "words", *_COUNTS).render_derived(name="named")
    speaker = (
        select(incident.c.id, incident.c.category, incident.c.rule)
        .where(*_told(), incident.c.family == named.c.family)
        .order_by(incident.c.instructive.desc(), incident.c.opened_at.desc(), incident.c.id)
        .limit(1)
        .lateral("speaker")
    )
    of_space = [case_vector.c[name] for name in ("model", "revision", "dimension", "embedding")]
    values: Mapping[str, ColumnElement[Any]] = {
        "tenant": family.c.tenant,
        "family": family.c.id,
        "category": speaker.c.category,
        "rule": speaker.c.rule,
        "exit_code": family.c.exit_code,
        "xid": family.c.xid,
        "words": cast(named.c.words, ARRAY(Integer)),
        **{name: named.c[name] for name in _COUNTS},
        "weights": case_lexical.c.weights,
        **{column.name: column for column in of_space},
        "written_at": bindparam("now", type_=DateTime(timezone=True)),
    }
    read = (
        select(*values.values())
        .select_from(named)
        .join(family, and_(family.c.tenant == _MINE, family.c.id == named.c.family))
        .join(speaker, true())
        .join(case_lexical, _of(case_lexical, speaker.c.id))
        .outerjoin(case_vector, _of(case_vector, speaker.c.id))
    )
    names: Sequence[str] = list(values)
    statement = postgresql.insert(shared_family).from_select(names, read)
    return statement.on_conflict_do_update(
        index_elements=shared_family.primary_key,
        set_={name: statement.excluded[name] for name in names if name not in ("tenant", "family")},
    )


def _of(table: Any, incident_id: ColumnElement[str]) -> ColumnElement[bool]:
    return and_(table.c.tenant == _MINE, table.c.incident_id == incident_id)
