"""Which incidents are wanted: what lists, counts and searches by text have in common."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ARRAY, ColumnElement, Text, bindparam, exists, func

from casebook_analyzer.memory.database.tables import incident, resolution
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.models import Category


class IncidentState(StrEnum):
    """Whether an incident has ended."""

    OPEN = "open"
    RESOLVED = "resolved"


class OutageRole(StrEnum):
    """What an incident is in an outage."""

    HEAD = "head"
    """Or it stands for itself."""
    FOLLOWER = "follower"


class IncidentFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which incidents are wanted. A field that is left at its default filters nothing."""

    namespaces: frozenset[str] | None = None
    """Only incidents of these namespaces; of no namespace when it is empty."""
    category: Category | None = None
    """As it was concluded: a correction changes what is shown, and not where it is found."""
    state: IncidentState | None = None
    subject: str = ""
    node: str = ""
    """Only incidents whose pod failed on this node."""
    family: str = ""
    role: OutageRole | None = None
    caused_by: str = ""
    """Only incidents that hang on the one with this id."""
    ids: frozenset[str] | None = None
    """Only the incidents with these ids."""

    @property
    def terms(self) -> frozenset[str]:
        """What the text of a statement depends on: the fields that filter, state and role by their names."""
        given = {name for name in (*_ONE_OF, *_EQUAL) if getattr(self, name) not in (None, "")}
        return frozenset(given | {choice.value for choice in (self.state, self.role) if choice})

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters in its :func:`conditions`."""
        lists = {name: sorted(map(storable, getattr(self, name) or ())) for name in _ONE_OF}
        return lists | {f"wanted_{name}": storable(str(getattr(self, name) or "")) for name in _EQUAL}


EVERY_INCIDENT = IncidentFilter()
"""Filters nothing."""

_ONE_OF = {"namespaces": incident.c.namespace, "ids": incident.c.id}
_EQUAL = {name: incident.c[name] for name in ("category", "subject", "node", "family", "caused_by")}


def conditions(terms: Collection[str]) -> list[ColumnElement[bool]]:
    """The conditions on rows of ``incident``, beside that of the tenant; ``terms`` are those of the filter."""
    of_lists = (
        column == func.any(bindparam(name, type_=ARRAY(Text))) for name, column in _ONE_OF.items() if name in terms
    )
    of_texts = (column == bindparam(f"wanted_{name}", type_=Text) for name, column in _EQUAL.items() if name in terms)
    ended = exists().where(resolution.c.tenant == incident.c.tenant, resolution.c.incident_id == incident.c.id)
    chosen = {
        IncidentState.RESOLVED: ended,
        IncidentState.OPEN: ~ended,
        OutageRole.HEAD: incident.c.caused_by == "",
        OutageRole.FOLLOWER: incident.c.caused_by != "",
    }
    return [*of_lists, *of_texts, *(one for choice, one in chosen.items() if choice in terms)]
