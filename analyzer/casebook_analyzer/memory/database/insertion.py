"""Rows of one table, inserted by one statement: each by itself costs client and server as much as all of them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from pgvector.sqlalchemy import SPARSEVEC
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Insert,
    Integer,
    SmallInteger,
    Table,
    Text,
    bindparam,
    cast,
    func,
    insert,
    select,
)
from sqlalchemy import column as named
from sqlalchemy.ext.asyncio import AsyncConnection


async def insert_rows(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have the same columns: texts, whole numbers, and sparse vectors as :mod:`sparse` writes them."""
    if rows:
        names = tuple(rows[0])
        values = {name: [row[name] for row in rows] for name in names}
        await connection.execute(_insertion(table, names), {name: _array(table, name, values[name]) for name in names})


def written(numbers: Iterable[int]) -> str:
    """Whole numbers as PostgreSQL reads an array of them. Psycopg looks at each for a minute's worth of quoting."""
    return f"{{{','.join(map(str, numbers))}}}"


def written_array(name: str) -> ColumnElement[Any]:
    """A parameter that is given as ``written``."""
    return cast(bindparam(name, type_=Text), ARRAY(Integer))


def _array(table: Table, name: str, values: list[Any]) -> str | list[str]:
    return written(values) if _is_number(table, name) else values


def _is_number(table: Table, name: str) -> bool:
    return isinstance(table.c[name].type, Integer | SmallInteger)


@cache
def _insertion(table: Table, names: tuple[str, ...]) -> Insert:
    arrays = (written_array(name) if _is_number(table, name) else bindparam(name, type_=ARRAY(Text)) for name in names)
    rows = func.unnest(*arrays).table_valued(*map(named, names)).render_derived()
    shown = (_read(table, name, rows.c[name]) for name in names)
    return insert(table).from_select(names, select(*shown))


def _read(table: Table, name: str, value: ColumnElement[Any]) -> ColumnElement[Any]:
    kind = table.c[name].type
    return cast(value, kind) if isinstance(kind, SPARSEVEC) else value
