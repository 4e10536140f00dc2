"""Numbers that are a failure only while they grow, such as how often a container was restarted."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta

from casebook_operator.signals import Growing

GROWN = 3
"""As slow restarts need three: one is an accident, and a dependency that comes up late is two."""

WITHIN = timedelta(minutes=30)
"""Three lives of ten minutes, which is how short a life has to be (``BACK_OFF_RESET``)."""

REMEMBERED = 50_000
"""Origins whose last numbers are remembered: about 500 bytes each. Of the others growth begins anew."""


class Growth:
    """The last numbers of every origin. It is in memory only: after a restart of the operator, growth begins anew."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, deque[tuple[datetime, int]]] = OrderedDict()

    def shows(self, growing: Growing) -> bool:
        """Whether the number has grown by :data:`GROWN` :data:`WITHIN` the time before."""
        signal, number = growing.signal, growing.number
        origin = signal.origin_key
        seen = self._seen.setdefault(origin, deque(maxlen=GROWN + 1))
        self._seen.move_to_end(origin)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        while seen and (number < seen[-1][1] or signal.occurred_at - seen[0][0] > WITHIN):
            seen.popleft()
        if not seen or number > seen[-1][1]:
            seen.append((signal.occurred_at, number))
        return number - seen[0][1] >= GROWN
