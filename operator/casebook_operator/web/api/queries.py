"""What may stand behind the question mark: a struct for each operation, which is its check and its documentation."""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import EnumType
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from casebook_analyzer.memory.incidents.filters import IncidentState, OutageRole
from casebook_analyzer.models import Category, Severity, usable_time
from casebook_operator.views.periods import period_problem
from casebook_operator.views.written import form_problem
from casebook_operator.web.reads.families import INCIDENTS
from casebook_operator.web.reads.knowledge import QUESTION_LIMIT
from casebook_operator.web.reads.scope import MOST_NAMESPACES
from casebook_operator.web.reads.search import QUERY_LIMIT
from casebook_operator.web.reads.timelines import EPISODES, MOST_EPISODES

Name = Annotated[str, Meta(max_length=253)]
Text = Annotated[str, Meta(max_length=500)]
Time = Annotated[datetime, Meta(tz=True)]
Namespaces = Annotated[tuple[Name, ...], Meta(max_length=MOST_NAMESPACES)]
Cursor = Annotated[str, Meta(max_length=300)]


def told_bounds(most: int) -> Meta:
    """Those of a text that is searched for, for the document alone: the search itself holds to them."""
    return Meta(extra_json_schema={"minLength": 1, "maxLength": most})


class Nothing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation without choices."""

    def __post_init__(self) -> None:
        """Refuse what nothing can fit: times, a period, objects and tags.

        Raises:
            ValueError: One is too near to an end of the calendar, or it ends before it begins or begins in the future;
                an object or a tag is written as none can be.
        """
        for name in self.__struct_fields__:
            given = getattr(self, name)
            if isinstance(given, datetime) and usable_time(given) is None:
                raise ValueError(f"`{name}` lies at an end of the calendar")
        since, until = (getattr(self, name, None) for name in ("since", "until"))
        written = {name: getattr(self, name) for name in self.__struct_fields__}
        if problem := form_problem(written) or period_problem(since, until, datetime.now(UTC)):
            raise ValueError(problem)


Q = TypeVar("Q", bound=Nothing)


def repeated(kind: type[Nothing]) -> frozenset[str]:
    """The parameters that may be repeated."""
    return frozenset(name for name, hint in get_type_hints(kind).items() if get_origin(hint) is tuple)


@cache
def _choices(kind: type[Nothing]) -> Mapping[str, tuple[str, ...]]:
    """The parameters that are one of a few words."""
    hints = get_type_hints(kind)
    found = {
        name: next((one for one in get_args(hint) if isinstance(one, EnumType)), None) for name, hint in hints.items()
    }
    return {name: tuple(map(str, one)) for name, one in found.items() if one}


def as_query(given: Mapping[str, Any], kind: type[Q]) -> Q:
    """Texts of an address, or arguments of a tool, as an operation takes them.

    Raises:
        msgspec.ValidationError: One is missing, unknown or not what it should be.
    """
    for name, choices in _choices(kind).items():
        text = given.get(name)
        if isinstance(text, str) and text not in choices:  # to msgspec the text `null` is no choice, which is all
            raise msgspec.ValidationError(f"There is no {name} {text[:80]!r}. It is one of: {', '.join(choices)}")
    return msgspec.convert(given, kind, strict=False)


class Judged(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everything that is made of incidents is narrowed by."""

    category: Category | None = None
    """Only this category, as it was concluded."""
    severity: Severity | None = None
    """Only this severity."""
    owner: Name = ""
    """Only incidents that this owner is asked about: their tag `owner`."""
    entity: Text = ""
    """Only incidents that this object takes part in, `KIND/NAMESPACE/NAME` or `KIND/NAME`."""
    tag: Text = ""
    """Only incidents whose environment has this tag, `key=value`."""
    since: Time | None = None
    """Only what was opened then or later (RFC 3339)."""
    until: Time | None = None
    """Only what was opened before (RFC 3339)."""


class Lasting(Judged, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is made of incidents that are open, of those that are over, or of all."""

    state: IncidentState | None = None
    """Only what is open, or resolved."""


class Narrowed(Judged, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of all incidents is narrowed by besides."""

    namespace: Namespaces = ()
    """Only of these namespaces; may be repeated. Of all that the reader may list without any."""
    role: OutageRole | None = None
    """`follower`: only what hangs on the head of an outage; `head`: only what does not."""
    subject: Text = ""
    """Only of this workload or node, `KIND/NAMESPACE/NAME` or `Node/NAME`."""
    node: Name = ""
    """Only incidents whose pod failed on this node, or of the node itself."""
    family: Name = ""
    """Only of this family."""


class OverviewQuery(Narrowed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which incidents an overview is; of the last 30 days, if `since` does not say otherwise."""


class Chosen(Narrowed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lists and searches are narrowed by."""

    state: IncidentState | None = None
    """Only what is open, or resolved."""


class ListQuery(Chosen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which incidents are listed."""

    cursor: Cursor = ""
    """`next` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Incidents of a page at most."""


class SearchQuery(Chosen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is searched for, and where."""

    q: Annotated[str, told_bounds(QUERY_LIMIT)]
    """The text to search for."""
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    """Reports at most."""


class KnowledgeQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is searched for in what people wrote."""

    q: Annotated[str, told_bounds(QUESTION_LIMIT)]
    """The text to search for: words, a line of a log, an alert with its labels and expression."""
    source: Name = ""
    """Only documents of this source."""
    namespace: Name = ""
    """For the readers of this namespace; for those of all that the reader may list without it."""
    limit: Annotated[int, Meta(ge=1, le=50)] = 5
    """Documents at most."""


class DocumentsQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which documents that people wrote are listed."""

    source: Name = ""
    """Only documents of this source."""
    text: Annotated[str, Meta(max_length=200)] = ""
    """Only documents that have this in their title, their path or the names that they say they are about."""
    namespace: Name = ""
    """For the readers of this namespace; for those of all that the reader may list without it."""
    cursor: Cursor = ""
    """`next` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Documents of a page at most."""


class HistoryQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which incidents are read whole."""

    namespace: Name = ""
    """Only of this namespace; of all that the reader may list and read without it."""
    name: Name = ""
    """Only the one of this name; with its namespace."""
    since: Time | None = None
    """Only what was opened then or later (RFC 3339)."""
    cursor: Cursor = ""
    """`next` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=20)] = 20
    """Incidents of a page at most."""


class FactsQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which facts."""

    id: Annotated[tuple[Annotated[str, Meta(max_length=16)], ...], Meta(max_length=200)] = ()
    """Ids of facts, as conclusions cite them; may be repeated. All facts without any."""


class SimilarQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many."""

    limit: Annotated[int, Meta(ge=1, le=50)] = 5
    """Incidents at most."""


class TimelineQuery(Lasting, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which episodes of a timeline; faults of nodes that stand beside them are told whatever they are."""

    limit: Annotated[int, Meta(ge=1, le=MOST_EPISODES)] = EPISODES
    """Episodes at most, the latest."""


class FamiliesQuery(Lasting, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which families: those with such an incident. What is told of them is of all their incidents."""

    namespace: Namespaces = ()
    """Of these namespaces; may be repeated. Of all that the reader may list without any."""
    cursor: Cursor = ""
    """`next` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Families at most, those that were seen last."""


class FamilyQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For whom a family is counted."""

    namespace: Namespaces = ()
    """For who reads these namespaces; may be repeated. Of that of its latest incident without any."""
    limit: Annotated[int, Meta(ge=1, le=INCIDENTS)] = INCIDENTS
    """Incidents at most, the latest."""
