"""The metric of open Investigations: computed from the index on every scrape, so that a restart loses no series."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from casebook_operator import metrics
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import head_uid

MOST_SERIES = 1000
"""More open Investigations than this are nothing that anybody reads one by one. The count of the others is told."""


class OpenSeries(Collector):
    """One series for each open Investigation.

    If there are too many, heads and what stands for itself come first, and then the oldest, so that no series flaps.
    """

    def __init__(self, index: InvestigationIndex, *, most: int = MOST_SERIES) -> None:
        self._index = index
        self._most = most

    @override
    def collect(self) -> Iterator[Metric]:
        cases = sorted((case for case in self._index.unresolved() if case.open), key=_rank)
        opened, known, overflow = metrics.OPEN.family(), metrics.OPEN_FAMILY.family(), metrics.OPEN_OVERFLOW.family()
        hanging, alerted = metrics.OPEN_FOLLOWERS.family(), set[tuple[str, str]]()
        for case in cases[: self._most]:
            labels = (case.namespace, case.name, str(case.status.get("category") or "unknown"))
            opened.add_metric((*labels, case.severity.lower(), self._alerted_by(case, alerted)), 1)
            if followers := sum(one.open for one in self._index.followers(case.uid)):
                hanging.add_metric(labels, followers)
            if family := case.status.get("family"):
                known.add_metric(labels, int(family["count"]))
        overflow.add_metric((), max(0, len(cases) - self._most))
        yield from (opened, hanging, known, overflow)

    def _alerted_by(self, case: Investigation, alerted: set[tuple[str, str]]) -> str:
        """The head whose alert stands for that of a case. Of one elsewhere the first of each namespace has its own.

        So nobody loses the alerts of his namespace to a head that others see.
        """
        head = self._index.get(head_uid(case))
        if head is None:
            return ""
        place = (case.namespace, head.uid)
        first = head.namespace != case.namespace and place not in alerted
        alerted.add(place)
        return "" if first else f"{head.namespace}/{head.name}"

    def describe(self) -> Iterator[Metric]:
        """The metric without samples: Prometheus' client calls this to register it."""
        views = (metrics.OPEN, metrics.OPEN_FOLLOWERS, metrics.OPEN_FAMILY, metrics.OPEN_OVERFLOW)
        yield from (view.family() for view in views)


@contextmanager
def open_series(index: InvestigationIndex) -> Iterator[None]:
    """Serve the series of an index until the context ends."""
    series = OpenSeries(index)
    REGISTRY.register(series)
    try:
        yield
    finally:
        REGISTRY.unregister(series)


def _rank(case: Investigation) -> tuple[bool, float, str, str]:
    """Those that hang on others last, then by age."""
    return bool(head_uid(case)), case.created_at.timestamp(), case.namespace, case.name
