"""What the legs find best."""

from functools import cache
from typing import Any

from sqlalchemy import ARRAY, CompoundSelect, Select, Table, Text, bindparam, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import Query, Shape
from casebook_analyzer.memory.tables import LEXICAL, VECTOR, Corpus

FAMILIES = 24
"""How many families each leg proposes. Both legs are then computed for all of them, so a case that only one leg sees
still gets its full score."""

ROWS = {Corpus.CASE: 64, Corpus.CHUNK: 200}
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
    return select(*shown).where(*shape.mine(leg)).order_by(order).limit(ROWS[shape.corpus])


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
        rows = (await connection.execute(proposals(shape), parameters)).all()
        found.update(row.family for row in rows)
        short = False
        for leg in shape.legs:
            own = [row for row in rows if row.leg == leg]
            named[leg] += len(own)
            short |= named[leg] < FAMILIES and bool(own) and own[0].rows >= ROWS[shape.corpus]
    return found


@cache
def proposals(shape: Shape) -> CompoundSelect[Any]:
    """The nearest families of each leg, those that were found already left out, and how many rows it has seen."""
    parts = []
    for leg in shape.legs:
        table = table_of(shape, leg)
        new = table.c.family != func.all(bindparam("found", type_=ARRAY(Text)))
        rows = best(shape, leg, "family").where(table.c.incident_id != bindparam("exclude"), new).subquery()
        of_all = func.sum(func.count()).over().label("rows")
        shown = (literal(leg.value).label("leg"), rows.c.family, of_all)
        nearest = func.min(rows.c.unlikeness)
        parts.append(select(*shown).group_by(rows.c.family).order_by(nearest).limit(FAMILIES))
    return union_all(*parts)
