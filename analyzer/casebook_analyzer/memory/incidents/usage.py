"""Of what use incidents and documents were to later cases, counted from what was attached to these."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Select, Text, and_, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.tables import attachment, incident, opening, resolution
from casebook_analyzer.memory.incidents import feedback
from casebook_analyzer.memory.incidents.in_view import NAMESPACES, asked_of, shown
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.models import Attachable, Category, ResolutionKind, Usage

_MINE = bindparam("mine", type_=Text)
_TARGETS = bindparam("targets", type_=ARRAY(Text))
_FIXES = [kind.value for kind in ResolutionKind if kind.is_fix]


async def read_usage(
    connection: AsyncConnection, tenant: str, kind: Attachable, targets: Sequence[str], view: View
) -> Mapping[str, Usage]:
    """Of what use incidents or documents were to the cases in view, by their ids, each of which is there."""
    if not targets:
        return {}
    asked = {"mine": tenant, "targets": sorted({storable(one) for one in targets})} | asked_of(view)
    rows = (await connection.execute(_counted(kind, NAMESPACES in asked), asked)).all()
    wrong = await _called_wrong(connection, kind, asked) if any(row.said for row in rows) else {}
    return {
        row.target: Usage(
            attached=row.attached, opened=row.opened, followed=row.followed, wrong=wrong.get(row.target, 0)
        )
        for row in rows
    }


@cache
def _counted(kind: Attachable, namespaced: bool) -> Select[Any]:  # noqa: FBT001 (as a cache is asked)
    asked = func.unnest(_TARGETS).table_valued("target").render_derived(name="asked")
    target, case = asked.c.target, attachment.c.incident_id
    own = resolution.alias("own")
    of_incident = kind is Attachable.INCIDENT
    same = resolution.c.fix == own.c.fix if of_incident else resolution.c.kind.in_(_FIXES)
    followed = and_(same, resolution.c.fix != "", case.not_in(feedback.rejected_ids(_MINE)))
    times = func.coalesce(opening.c.times, 0)
    opened = func.max(times) if of_incident else func.sum(times)
    source = (
        asked.outerjoin(attachment, and_(*_attached(kind, namespaced), attachment.c.target == target))
        .outerjoin(resolution, and_(resolution.c.tenant == _MINE, resolution.c.incident_id == case))
        .outerjoin(own, and_(own.c.tenant == _MINE, own.c.incident_id == target))
        .outerjoin(opening, and_(opening.c.tenant == _MINE, opening.c.incident_id == (target if of_incident else case)))
    )
    return (
        select(
            target,
            func.count(case).label("attached"),
            func.count(case).filter(followed).label("followed"),
            func.count(case).filter(case.in_(feedback.ids(_MINE))).label("said"),
            opened.label("opened"),
        )
        .select_from(source)
        .group_by(target)
    )


async def _called_wrong(connection: AsyncConnection, kind: Attachable, asked: Mapping[str, Any]) -> Counter[str]:
    """How many cases people called wrong, by what was attached to them."""
    spoken = (await connection.execute(_spoken_of(kind, NAMESPACES in asked), asked)).all()
    said = await feedback.said_of(connection, asked["mine"], {row.id for row in spoken})
    return Counter(row.target for row in spoken if row.id in said and said[row.id].disputes(Category(row.category)))


@cache
def _spoken_of(kind: Attachable, namespaced: bool) -> Select[Any]:  # noqa: FBT001 (as a cache is asked)
    of_case = and_(incident.c.tenant == attachment.c.tenant, incident.c.id == attachment.c.incident_id)
    spoken = incident.c.id.in_(feedback.ids(_MINE))
    return (
        select(attachment.c.target, incident.c.id, incident.c.category)
        .join(incident, of_case)
        .where(*_attached(kind, namespaced), attachment.c.target == func.any(_TARGETS), spoken)
    )


def _attached(kind: Attachable, namespaced: bool) -> Iterator[ColumnElement[bool]]:  # noqa: FBT001
    yield attachment.c.tenant == _MINE
    yield attachment.c.kind == kind.value
    yield shown(attachment.c.namespace, namespaced)
