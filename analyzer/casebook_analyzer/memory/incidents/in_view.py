"""Which incidents a view or some namespaces show, as conditions of statements."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Text, bindparam, func, true

from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.rows import storable

NAMESPACES = "of_namespaces"
"""The parameter of :func:`shown`. Statements that have it are other statements than those of everything."""


def asked_of(view: View) -> dict[str, Any]:
    """The parameter with its value; none for a view of everything."""
    return {} if view.namespaces is None else {NAMESPACES: _names(view.namespaces)}


def shown(namespace: ColumnElement[str], namespaced: bool) -> ColumnElement[bool]:  # noqa: FBT001 (as a cache is asked)
    """The condition on a column of namespaces, for a statement that is kept and given the parameter."""
    return namespace == func.any(bindparam(NAMESPACES, type_=ARRAY(Text))) if namespaced else true()


def within(namespaces: Collection[str] | None) -> ColumnElement[bool]:
    """The condition on incidents, for a statement that is made for these namespaces; None is all of them."""
    return true() if namespaces is None else incident.c.namespace.in_(_names(namespaces))


def _names(namespaces: Collection[str]) -> list[str]:
    return sorted(map(storable, namespaces))
