"""Times in objects: the newest one is when a bundle was saved, as far as anybody can tell."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from casebook_operator.kube import Object
from casebook_operator.kube.times import real_time

_NAMES = frozenset(
    {
        "creationTimestamp",
        "completionTime",
        "eventTime",
        "finishedAt",
        "firstTimestamp",
        "lastHeartbeatTime",
        "lastObservedTime",
        "lastProbeTime",
        "lastScheduleTime",
        "lastTimestamp",
        "lastTransitionTime",
        "lastUpdateTime",
        "startedAt",
        "startTime",
        "timeAdded",
    }
)
"""Fields that say when something *was*. Others (``deletionTimestamp``, ``renewTime``, ``notAfter``) look ahead."""


def newest(objects: Iterable[Object]) -> datetime | None:
    return max(times(objects), default=None)


def times(value: Any) -> Iterator[datetime]:
    """Every time in objects, however deep, whose field says when something was. 1970 and its like are left out."""
    stack = list(value)
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            for name, below in item.items():
                if name in _NAMES and (found := real_time(below)) is not None:
                    yield found
                elif isinstance(below, dict | list):
                    stack.append(below)
        elif isinstance(item, list):
            stack.extend(item)
