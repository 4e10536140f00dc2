"""Filters as an address has them: lists, feeds and overviews of pages share them."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams

from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, OutageRole
from casebook_analyzer.models import Category, Severity
from casebook_operator.views.periods import past_time, period_problem
from casebook_operator.views.written import form_problem
from casebook_operator.web.problems import Advice, PageProblem

LONGEST = 500
"""Characters of one filter."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The filters, as a person gave them."""

    namespace: str = ""
    """Several stand with commas between them, which no name of a namespace has; in an address each for itself, too."""
    category: Category | None = None
    state: IncidentState | None = None
    severity: Severity | None = None
    role: OutageRole | None = None
    of: str = ""
    """The id of a head: what hangs on it is listed."""
    subject: str = ""
    node: str = ""
    family: str = ""
    owner: str = ""
    entity: str = ""
    tag: str = ""
    since: datetime | None = None
    until: datetime | None = None
    given: Mapping[str, str] = {}
    """The words of those that are there, for links to the same."""

    @property
    def namespaces(self) -> tuple[str, ...]:
        """Those that were asked for."""
        return tuple(self.namespace.split(",")) if self.namespace else ()

    def wanted(self, namespaces: frozenset[str] | None) -> IncidentFilter:
        """The filter of memory, within the namespaces that the reader may list."""
        same = {name: getattr(self, name) for name in _NAMES if name not in ("namespace", "of")}
        return IncidentFilter(namespaces=namespaces, caused_by=self.of, **same)


_CHOICES: Mapping[str, Any] = {
    "category": Category,
    "state": IncidentState,
    "severity": Severity,
    "role": OutageRole,
}
CHOSEN: Mapping[str, Any] = {
    "categories": list(Category),
    "severities": list(Severity),
    "roles": {OutageRole.HEAD: "Without followers", OutageRole.FOLLOWER: "Followers of an outage"},
}
"""What the forms of filters let people choose from."""
_TIMES = ("since", "until")
_NAMES = tuple(name for name in Asked.__struct_fields__ if name != "given")


def read_filters(query: Mapping[str, str], now: datetime | None = None) -> Asked:
    """The filters in the query of an address; ``now`` is what ``7d`` is counted from.

    Raises:
        PageProblem: (400) A value is none of the choices, no time, or not written as objects and tags are, or nothing
            can have happened between the times.
    """
    now = now or datetime.now(UTC)
    given = {name: text for name in _NAMES if (text := _given(query, name)[:LONGEST])}
    chosen: dict[str, Any] = {}
    for name, text in given.items():
        if name in _CHOICES:
            chosen[name] = _choice(name, text)
        elif name in _TIMES:
            chosen[name] = _time(name, text, now)
        else:
            chosen[name] = text
    if problem := form_problem(chosen) or period_problem(chosen.get("since"), chosen.get("until"), now):
        raise bad_filter(f"{problem[:1].upper()}{problem[1:]}.")
    return Asked(**chosen, given=given)


def _given(query: Mapping[str, str], name: str) -> str:
    if name != "namespace":
        return query.get(name, "").strip()
    names = (one.strip() for text in QueryParams(query).getlist(name) for one in text.split(","))
    several = ",".join(sorted({*names} - {""}))
    if len(several) > LONGEST:
        raise bad_filter(f"The names of all namespaces together have {LONGEST} characters at most.")
    return several


def linker(given: Mapping[str, str]) -> Callable[..., str]:
    """``link(path, name=value)``: the address with these filters, and others in the place of some of them."""

    def link(path: str = "/", **changes: str) -> str:
        texts = {name: text for name, text in (dict(given) | changes).items() if text}
        query = {name: text.split(",") if name == "namespace" else text for name, text in texts.items()}
        return f"{path}?{urlencode(query, doseq=True)}" if query else path

    return link


def bad_filter(why: str) -> PageProblem:
    """400: it is said what is wrong with what was asked for."""
    return PageProblem(
        HTTPStatus.BAD_REQUEST, "This list cannot be made", why, Advice("Begin anew with the whole list.")
    )


def _choice(name: str, text: str) -> Any:
    try:
        return _CHOICES[name](text)
    except ValueError:
        raise bad_filter(f"There is no {name} “{text[:80]}”. It is one of: {', '.join(_CHOICES[name])}.") from None


def _time(name: str, text: str, now: datetime) -> datetime:
    try:
        return past_time(text, now)
    except ValueError as error:
        raise bad_filter(f"In “{name}” {error}.") from None
