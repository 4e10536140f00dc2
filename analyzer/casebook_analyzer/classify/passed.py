"""Which records of a log are past or another's, and which are tries, by the words of the program that wrote them.

A try that failed is over when the program says so; an error of a client stands in the log of the server that it asked.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from casebook_analyzer.classify.log_order import last_seen
from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.taxonomy import Passing
from casebook_analyzer.text import PatternScreen, compiled


class Troubles(msgspec.Struct, frozen=True):
    """The ids of log records that a table of passing troubles knows."""

    over: frozenset[str]
    """They tell of what is over, or of a client."""
    lasting: frozenset[str]
    """The program has a word for the end of what they tell, and did not say it."""
    holding: frozenset[str] = frozenset()
    """Those among the lasting that a program says once, when it begins: however old, they hold."""


def passed(facts: Sequence[Fact], table: tuple[Passing, ...]) -> Troubles:
    """Which log records tell of what is over or of a client, and which of what lasts."""
    logs = [fact for fact in facts if fact.kind is FactKind.LOG]
    screen = _screen(table) if table and logs else None
    possible = [set(screen.possible(fact.text)) for fact in logs] if screen is not None else []
    over: set[str] = set()
    known: set[str] = set()
    told_once: set[str] = set()
    for row in table if any(possible) else ():
        troubles = [number for number in range(len(logs)) if _says(row.text, logs[number], possible[number])]
        ends = [number for number in range(len(logs)) if troubles and _says(row.until, logs[number], possible[number])]
        known |= {logs[number].id for number in troubles}
        told_once |= {logs[number].id for number in troubles if row.lasts}
        for number in troubles:
            is_over = not row.until or any(_is_after(logs, end, number) for end in ends if end != number)
            over |= {logs[number].id} if is_over else set()
    return Troubles(over=frozenset(over), lasting=frozenset(known - over), holding=frozenset(told_once - over))


def _says(patterns: Sequence[str], fact: Fact, possible: set[str]) -> bool:
    return any(pattern in possible and compiled(pattern).search(fact.text) for pattern in patterns)


def _is_after(logs: Sequence[Fact], later: int, number: int) -> bool:
    """Whether one record was written after another was for the last time, as far as the log tells."""
    one, other = logs[later], logs[number]
    if one.source != other.source:
        return False
    last, before = last_seen(one), last_seen(other)
    if last is not None and before is not None:
        return (last, later) > (before, number)
    return later > number and other.count == 1


@lru_cache(maxsize=4)
def _screen(table: tuple[Passing, ...]) -> PatternScreen:
    return PatternScreen(pattern for row in table for pattern in (*row.text, *row.until))
