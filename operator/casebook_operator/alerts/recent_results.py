"""What became of the latest alerts: a repetition within seconds asks the API server for nothing."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from casebook_operator.alerts.outcome import AlertResult

SECONDS = 30.0
"""Replicas of Prometheus and Alertmanager send the same within seconds; the next regular one comes minutes later."""
SIZE = 10_000
"""About 500 bytes each."""


class RecentResults:
    """Results by alert, bounded in time and number."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Hashable, tuple[float, AlertResult]] = OrderedDict()

    def get(self, key: Hashable) -> AlertResult | None:
        until, result = self._kept.get(key, (0.0, None))
        return result if self._clock() < until else None

    def put(self, key: Hashable, result: AlertResult) -> None:
        self._kept[key] = (self._clock() + SECONDS, result)
        self._kept.move_to_end(key)
        if len(self._kept) > SIZE:
            self._kept.popitem(last=False)
