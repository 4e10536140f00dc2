"""What one leg finds best, the best first."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.tables import LEXICAL, VECTOR
from casebook_analyzer.memory.vectors import in_space

FAMILIES = 40
"""How many families each leg proposes. Both legs are then computed for all of them, so a case that only one leg sees
still gets its full score."""

ROWS = 200
"""How many rows are asked for at a time."""


def table_of(query: Query, leg: Leg) -> Table:
    """Where a leg looks."""
    return (LEXICAL if leg is Leg.LEXICAL else VECTOR)[query.corpus]


def legs_of(query: Query) -> tuple[Leg, ...]:
    """The legs that have something to go by."""
    lexical = (Leg.LEXICAL,) if query.weights else ()
    return (*lexical, Leg.VECTOR) if query.space else lexical


def mine(query: Query, leg: Leg) -> list[ColumnElement[bool]]:
    """The rows that a leg may look at."""
    conditions = [table_of(query, leg).c.tenant == query.tenant]
    if leg is Leg.VECTOR and query.space is not None:
        conditions.extend(in_space(query.corpus, query.space))
    return conditions


def best(query: Query, leg: Leg, *columns: str, limit: int) -> Select[Any]:
    """A leg's best rows."""
    table = table_of(query, leg)
    unlikeness = query.unlikeness(leg)
    # An index is used for the operator itself and nothing else: the other order looks at every row for sure.
    order = unlikeness if leg in query.indexed else (-unlikeness).desc()
    return select(*(table.c[name] for name in columns)).where(*mine(query, leg)).order_by(order).limit(limit)


async def best_rows(connection: AsyncConnection, query: Query, leg: Leg, *columns: str) -> Sequence[Any]:
    """The rows themselves, as many as one asks for at a time."""
    rows: Sequence[Any] = (await connection.execute(best(query, leg, *columns, limit=ROWS))).all()
    return rows


async def best_families(connection: AsyncConnection, query: Query, leg: Leg, exclude_id: str) -> list[str]:
    """The families of a leg's best cases.

    One that came back a thousand times would fill the whole answer: then the leg is asked again for the others.
    """
    table = table_of(query, leg)
    found: dict[str, None] = {}
    while len(found) < FAMILIES:
        statement = best(query, leg, "family", limit=ROWS).where(table.c.incident_id != exclude_id)
        if found:
            statement = statement.where(table.c.family.not_in(found))
        rows = (await connection.execute(statement)).scalars().all()
        found |= dict.fromkeys(rows)
        if len(rows) < ROWS:
            break
    return list(found)[:FAMILIES]
