"""What a collector is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings


@dataclass(frozen=True, kw_only=True, slots=True)
class Collector:
    """One source of evidence and its budgets. Every module with a ``COLLECTOR`` has one."""

    name: str
    collect: Callable[[CollectorContext, Findings], Awaitable[None]]
    """Adds to the findings as it goes, so that what was found before a time-out is kept."""
    applies: Callable[[CollectorContext], bool]
    seconds: float
    max_bytes: int
    """What its facts may weigh together."""


def has_pods(context: CollectorContext) -> bool:
    return bool(context.pods)


def has_owners(context: CollectorContext) -> bool:
    return bool(context.owners)


def has_node(context: CollectorContext) -> bool:
    return context.node is not None


def always(_: CollectorContext) -> bool:
    return True
