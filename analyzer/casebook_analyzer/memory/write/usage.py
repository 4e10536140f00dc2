"""What was attached to incidents, and how often reports were opened, as rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ARRAY, Integer, Text, bindparam, delete, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.tables import attachment, incident, opening
from casebook_analyzer.models import Attachable, Incident


async def attach(connection: AsyncConnection, found: Sequence[Incident], recorded_before: Sequence[str]) -> None:
    """Keep what was attached to incidents of one tenant, in the place of what was attached to them before."""
    if recorded_before:
        mine = (attachment.c.tenant == found[0].tenant, attachment.c.incident_id.in_(recorded_before))
        await connection.execute(delete(attachment).where(*mine))
    await insert_rows(connection, attachment, [row for one in found for row in _attached(one)])


def _attached(found: Incident) -> Iterator[dict[str, Any]]:
    passages = found.knowledge.passages if found.knowledge else ()
    targets = {
        Attachable.INCIDENT: [one.id for one in found.similar if not one.cluster],
        Attachable.DOCUMENT: [one.document_id for one in passages],
    }
    for kind, ids in targets.items():
        for target in dict.fromkeys(ids):
            row = {"tenant": found.tenant, "incident_id": found.id, "namespace": found.namespace}
            yield row | {"kind": kind.value, "target": target}


async def count_openings(connection: AsyncConnection, tenant: str, openings: Mapping[str, int]) -> None:
    """Add to how often the reports of incidents were opened; of one that is gone by now nothing is kept."""
    given = {"mine": tenant, "ids": list(openings), "numbers": list(openings.values())}
    await connection.execute(_COUNTED, given)


def _counted() -> postgresql.Insert:
    ids, numbers = bindparam("ids", type_=ARRAY(Text)), bindparam("numbers", type_=ARRAY(Integer))
    opened = func.unnest(ids, numbers).table_valued("id", "number").render_derived(name="opened")
    known = (
        select(incident.c.tenant, incident.c.id, opened.c.number)
        .join(opened, opened.c.id == incident.c.id)
        .where(incident.c.tenant == bindparam("mine", type_=Text))
        .order_by(incident.c.id)  # two who count at once then wait for each other, and never both
    )
    statement = postgresql.insert(opening).from_select(["tenant", "incident_id", "times"], known)
    total = opening.c.times + statement.excluded.times
    return statement.on_conflict_do_update(index_elements=opening.primary_key, set_={"times": total})


_COUNTED = _counted()
