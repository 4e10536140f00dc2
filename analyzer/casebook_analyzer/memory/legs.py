"""What the legs find best."""

from functools import cache
from typing import Any

from sqlalchemy import ARRAY, CompoundSelect, Select, Table, Text, bindparam, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import Query, Shape
from casebook_analyzer.memory.tables import LEXICAL, VECTOR

FAMILIES = 40
"""How many families each leg proposes. Both legs are then computed for all of them, so a case that only one leg sees
still gets its full score."""

ROWS = 200
"""How many rows are asked for at a time."""


def table_of(shape: Shape, leg: Leg) -> Table:
    """Where a leg looks."""
    return (LEXICAL if leg is Leg.LEXICAL else VECTOR)[shape.corpus]


def best(shape: Shape, leg: Leg, *columns: str) -> Select[Any]:
    """A leg's best rows, as many as one asks for at a time."""
    table = table_of(shape, leg)
    unlikeness = shape.unlikeness(leg)
    # An index is used for the operator itself and nothing else: the other order looks at every row for sure.
    order = unlikeness if leg in shape.indexed else (-unlikeness).desc()
    shown = (*(table.c[name] for name in columns), unlikeness.label("unlikeness"))
    return select(*shown).where(*shape.mine(leg)).order_by(order).limit(ROWS)


async def best_families(connection: AsyncConnection, query: Query) -> set[str]:
    """The families of each leg's best cases.

    One that came back a thousand times would fill the whole answer: then the legs are asked again for the others.
    """
    shape = query.shape
    found: set[str] = set()
    named = dict.fromkeys(shape.legs, 0)
    short = bool(shape.legs)
    while short:
        parameters = query.parameters | {"found": sorted(found)}
        rows = (await connection.execute(_proposals(shape), parameters)).all()
        short = False
        for leg in shape.legs:
            own = sorted((row for row in rows if row.leg == leg), key=lambda row: row.unlikeness)
            found.update(row.family for row in own[:FAMILIES])
            named[leg] += len(own)
            short |= named[leg] < FAMILIES and sum(row.rows for row in own) >= ROWS
    return found


@cache
def _proposals(shape: Shape) -> CompoundSelect[Any]:
    """Families by leg, those that were found already left out."""
    parts = []
    for leg in shape.legs:
        table = table_of(shape, leg)
        new = table.c.family != func.all(bindparam("found", type_=ARRAY(Text)))
        rows = best(shape, leg, "family").where(table.c.incident_id != bindparam("exclude"), new).subquery()
        nearest = func.min(rows.c.unlikeness).label("unlikeness")
        shown = (literal(leg.value).label("leg"), rows.c.family, nearest, func.count().label("rows"))
        parts.append(select(*shown).group_by(rows.c.family))
    return union_all(*parts)
