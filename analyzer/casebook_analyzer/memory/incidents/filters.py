"""Which incidents are wanted: what lists, counts and searches by text have in common."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ARRAY, BigInteger, BindParameter, ColumnElement, DateTime, Text, bindparam, func

from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.about import object_number, tag_number
from casebook_analyzer.memory.incidents.rows import indexed, storable
from casebook_analyzer.models import Category, Severity


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
    since: datetime | None = None
    """Only incidents that were opened then or later."""
    until: datetime | None = None
    """Only incidents that were opened before."""
    severity: Severity | None = None
    owner: str = ""
    """Only incidents whose environment has this as its tag ``owner``."""
    entity: str = ""
    """Only incidents that are about this object, or that it takes part in: ``Service/shop/web``, ``Node/worker-1``."""
    tag: str = ""
    """Only incidents whose environment has this tag, ``key=value``."""

    @property
    def terms(self) -> frozenset[str]:
        """What the text of a statement depends on: the fields that filter, state and role by their names."""
        names = (*_ONE_OF, *_EQUAL, *_TIMES, *_NUMBERED)
        given = {name for name in names if getattr(self, name) not in (None, "")}
        return frozenset(given | {choice.value for choice in (self.state, self.role) if choice})

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters in its :func:`conditions`."""
        lists: dict[str, Any] = {name: sorted(map(storable, getattr(self, name) or ())) for name in _ONE_OF}
        texts = {f"wanted_{name}": storable(str(getattr(self, name) or "")) for name in _EQUAL}
        texts["wanted_owner"] = indexed(self.owner)
        times = {f"wanted_{name}": getattr(self, name) for name in _TIMES}
        numbers = {f"wanted_{name}": number(storable(getattr(self, name))) for name, number in _NUMBERED.items()}
        return lists | texts | times | numbers


EVERY_INCIDENT = IncidentFilter()
"""Filters nothing."""

_ONE_OF = {"namespaces": incident.c.namespace, "ids": incident.c.id}
_TEXTS = ("category", "severity", "subject", "node", "family", "caused_by", "owner")
_EQUAL = {name: incident.c[name] for name in _TEXTS}
_WANTED_SINCE, _WANTED_UNTIL = (
    bindparam(f"wanted_{name}", type_=DateTime(timezone=True)) for name in ("since", "until")
)
_TIMES = {"since": incident.c.opened_at >= _WANTED_SINCE, "until": incident.c.opened_at < _WANTED_UNTIL}

_NUMBERED = {"entity": object_number, "tag": tag_number}
ABOUT = frozenset(_NUMBERED)
"""Terms that an index has and is in no order of: what it has of the namespaces is read from end to end."""


def of_tenant(tenant: str | BindParameter[str], terms: Collection[str] = ()) -> list[ColumnElement[bool]]:
    """The conditions on rows of ``incident`` that a tenant wants; ``terms`` are those of a filter.

    Row-level security holds beside them: they let an index answer.
    """
    return [incident.c.tenant == tenant, *conditions(terms)]


def conditions(terms: Collection[str]) -> list[ColumnElement[bool]]:
    """The same without the tenant, for rows that were found by it."""
    of_lists = (
        column == func.any(bindparam(name, type_=ARRAY(Text))) for name, column in _ONE_OF.items() if name in terms
    )
    of_texts = (column == bindparam(f"wanted_{name}", type_=Text) for name, column in _EQUAL.items() if name in terms)
    of_numbers = (
        bindparam(f"wanted_{name}", type_=BigInteger) == func.any(incident.c.about)
        for name in _NUMBERED
        if name in terms
    )
    chosen = {
        IncidentState.RESOLVED: incident.c.ended_at.is_not(None),
        IncidentState.OPEN: incident.c.ended_at.is_(None),
        OutageRole.HEAD: incident.c.caused_by == "",
        OutageRole.FOLLOWER: incident.c.caused_by != "",
    }
    others = (one for name, one in (*_TIMES.items(), *chosen.items()) if name in terms)
    return [*of_lists, *of_texts, *of_numbers, *others]
