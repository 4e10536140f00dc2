"""What a collector is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings


def always(_: CollectorContext) -> bool:
    return True


def on_demand(_: CollectorContext) -> bool:
    """For ``at_once``: only a second look asks for it."""
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Collector:
    """One source of evidence and its budgets. Every module with a ``COLLECTOR`` has one."""

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


def has_pods(context: CollectorContext) -> bool:
    return bool(context.pods)


def has_owners(context: CollectorContext) -> bool:
    return bool(context.owners)


def has_node(context: CollectorContext) -> bool:
    return context.node is not None
