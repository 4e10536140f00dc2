"""What stands after a line in its log: what a program went on to write."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from casebook_analyzer.models import Fact, FactKind

_SHORTEST = timedelta(seconds=1)
_MISSED = 2
"""Times that a line has to be missing in its rhythm until it is over."""


class LogOrder:
    """The records of logs in the order in which they were seen."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._logs: dict[str, list[Fact]] = {}
        for fact in facts:
            if fact.kind is FactKind.LOG:
                self._logs.setdefault(fact.source, []).append(fact)

    def is_last(self, fact: Fact) -> bool:
        """Whether nothing else was written after a line was seen for the last time."""
        log, seen = self._logs[fact.source], last_seen(fact)
        if seen is None:
            return fact is log[-1]
        return all(when is None or when <= seen for when in map(last_seen, log))

    def goes_on(self, fact: Fact) -> bool:
        """Whether a line that is repeated keeps its rhythm to the end of the log, or comes last there."""
        first, last = fact.time, last_seen(fact)
        if first is None or last is None or fact.count == 1:
            return self.is_last(fact)
        end = max(when for when in map(last_seen, self._logs[fact.source]) if when is not None)
        rhythm = (last - first) / (fact.count - 1)
        return end - last < _MISSED * max(rhythm, _SHORTEST)


def last_seen(fact: Fact) -> datetime | None:
    """When a fact was seen for the last time; None where nobody said."""
    last = fact.attributes.get("lastTime", "")
    try:
        time = datetime.fromisoformat(last)
    except ValueError:
        return fact.time
    return time if time.tzinfo is not None else fact.time
