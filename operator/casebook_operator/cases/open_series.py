"""The metric of open Investigations: computed from the index on every scrape, so that a restart loses no series."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from casebook_operator import metrics
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation

MOST_SERIES = 1000
"""More open Investigations than this are nothing that anybody reads one by one. The count of the others is told."""


class OpenSeries(Collector):
    """One series for each open Investigation. If there are too many, the oldest have one, so that no series flaps."""

    def __init__(self, index: InvestigationIndex, *, most: int = MOST_SERIES) -> None:
        self._index = index
        self._most = most

    @override
    def collect(self) -> Iterator[Metric]:
        cases = sorted((case for case in self._index.unresolved() if case.open), key=_age)
        opened, known, overflow = metrics.OPEN.family(), metrics.OPEN_FAMILY.family(), metrics.OPEN_OVERFLOW.family()
        for case in cases[: self._most]:
            labels = (case.namespace, case.name, str(case.status.get("category") or "unknown"))
            opened.add_metric(labels, 1)
            if family := case.status.get("family"):
                known.add_metric(labels, int(family["count"]))
        overflow.add_metric((), max(0, len(cases) - self._most))
        yield from (opened, known, overflow)

    def describe(self) -> Iterator[Metric]:
        """The metric without samples: Prometheus' client calls this to register it."""
        yield from (view.family() for view in (metrics.OPEN, metrics.OPEN_FAMILY, metrics.OPEN_OVERFLOW))


@contextmanager
def open_series(index: InvestigationIndex) -> Iterator[None]:
    """Serve the series of an index until the context ends."""
    series = OpenSeries(index)
    REGISTRY.register(series)
    try:
        yield
    finally:
        REGISTRY.unregister(series)


def _age(case: Investigation) -> tuple[float, str, str]:
    return case.created_at.timestamp(), case.namespace, case.name
