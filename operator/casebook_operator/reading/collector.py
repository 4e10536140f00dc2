"""The declaration of a collector: what it reads, when it applies, and what it may cost."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from casebook_analyzer.models import Category
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import Needs


def always(_: CollectorContext) -> bool:
    return True


def on_demand(_: CollectorContext) -> bool:
    """Never, as a value of ``at_once``: the collector runs only when a second look asks for it."""
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceSource:
    """One source of evidence and its budgets. A bundle of files has some that no cluster has."""

    name: str
    collect: Callable[[CollectorContext, Findings], Awaitable[None]]
    """Adds to the findings as it goes, so that what was found before a time-out is kept."""
    applies: Callable[[CollectorContext], bool]
    """Whether there is anything for it to read."""
    seconds: float
    max_bytes: int
    """What its facts may weigh together."""
    at_once: Callable[[CollectorContext], bool] = always
    """Whether what is known by now calls for it. Otherwise it waits for a second look to ask for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Collector(EvidenceSource):
    """What a module of :mod:`casebook_operator.collectors` declares as ``COLLECTOR``.

    All else that depends on there being one follows from this: who runs it and when, the rules of the operator's roles,
    and its row in ``docs/evidence.md``. ``name`` is that of its module, by which rules of a taxonomy ask for it.
    """

    rank: int
    """What has a lower one stands first in a bundle. Steps of ten leave room between two."""
    needs: Needs
    """All that it reads of the API server. Where that is refused, what it would have told is a gap of the case."""
    when: str
    """For people: when there is something to read. Half a sentence of Markdown, as is the next."""
    tells: str
    """For people: what it gathers, and what that proves."""
    decides: frozenset[Category] = frozenset()
    """Categories that its facts tell from their neighbours: a second look asks for it while one of them is in doubt."""


def has_pods(context: CollectorContext) -> bool:
    return bool(context.pods)


def has_owners(context: CollectorContext) -> bool:
    return bool(context.owners)


def has_node(context: CollectorContext) -> bool:
    return context.node is not None
