"""The rows that a statement is about, where it may look at them more than once or in another order than an index."""

from collections.abc import Collection

from sqlalchemy import CTE, BindParameter, ColumnElement, select

from casebook_analyzer.memory.incidents.filters import ABOUT, of_tenant


def wanted_rows(tenant: str | BindParameter[str], terms: Collection[str], *columns: ColumnElement[object]) -> CTE:
    """The columns of what a filter with these terms wants.

    Where an object or a tag is asked for they are read once and kept: each look compares the numbers of every row
    anew, and PostgreSQL, which does not know how few have one (``SET STATISTICS 0``), goes by time through wide rows
    until it has met enough. All else it looks for in whichever index has what is asked.
    """
    rows = select(*columns).where(*of_tenant(tenant, terms)).cte("wanted")
    return rows.prefix_with("MATERIALIZED" if ABOUT.intersection(terms) else "NOT MATERIALIZED")
