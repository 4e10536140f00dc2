"""Rows of one table, inserted or changed by one statement: each by itself costs client and server as much as all."""

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
    TableValuedAlias,
    Text,
    Update,
    bindparam,
    cast,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import column as named
from sqlalchemy.ext.asyncio import AsyncConnection

_ALL, _TENANT = "all_{}", "of_tenant"
"""Parameters. Those that are called like a column are SQLAlchemy's own."""


async def insert_rows(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have the same columns: texts, whole numbers, and sparse vectors as :mod:`sparse` writes them."""
    if rows:
        names = tuple(rows[0])
        await connection.execute(_insertion(table, names), _arrays(table, names, rows))


async def change_rows(
    connection: AsyncConnection, table: Table, tenant: str, rows: Sequence[Mapping[str, Any]], *, changed: str
) -> None:
    """Write the column ``changed`` of rows of a tenant that are found by their other columns. The same columns."""
    if rows:
        names = tuple(rows[0])
        values = _arrays(table, names, rows) | {_TENANT: tenant}
        await connection.execute(_change(table, names, changed), values)


def written(numbers: Iterable[int]) -> str:
    """Whole numbers as PostgreSQL reads an array of them. Psycopg looks at each for a minute's worth of quoting."""
    return f"{{{','.join(map(str, numbers))}}}"


def written_array(name: str) -> ColumnElement[Any]:
    """A parameter that is given as ``written``."""
    return cast(bindparam(name, type_=Text), ARRAY(Integer))


def _arrays(table: Table, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> dict[str, str | list[str]]:
    return {_ALL.format(name): _array(table, name, [row[name] for row in rows]) for name in names}


def _array(table: Table, name: str, values: list[Any]) -> str | list[str]:
    return written(values) if _is_number(table, name) else values


def _is_number(table: Table, name: str) -> bool:
    return isinstance(table.c[name].type, Integer | SmallInteger)


@cache
def _insertion(table: Table, names: tuple[str, ...]) -> Insert:
    rows = _unnested(table, names)
    shown = (_read(table, name, rows.c[name]) for name in names)
    return insert(table).from_select(names, select(*shown))


@cache
def _change(table: Table, names: tuple[str, ...], changed: str) -> Update:
    rows = _unnested(table, names)
    found = (table.c[name] == rows.c[name] for name in names if name != changed)
    new = {changed: _read(table, changed, rows.c[changed])}
    return update(table).where(table.c.tenant == bindparam(_TENANT, type_=Text), *found).values(new)


def _unnested(table: Table, names: tuple[str, ...]) -> TableValuedAlias:
    arrays = (
        written_array(given) if _is_number(table, name) else bindparam(given, type_=ARRAY(Text))
        for name, given in zip(names, map(_ALL.format, names), strict=True)
    )
    return func.unnest(*arrays).table_valued(*map(named, names)).render_derived()


def _read(table: Table, name: str, value: ColumnElement[Any]) -> ColumnElement[Any]:
    kind = table.c[name].type
    return cast(value, kind) if isinstance(kind, SPARSEVEC) else value
