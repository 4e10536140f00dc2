"""The series of open Investigations: read from the ledger whenever Prometheus asks, so a restart loses none of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.investigation import Investigation

MOST_SERIES = 1000
"""More open Investigations than this are nothing that anybody reads one by one. The count of the others is told."""


class OpenSeries(Collector):
    """One series for each open Investigation, those that were opened first first: what has one keeps it."""

    def __init__(self, ledger: Ledger, *, most: int = MOST_SERIES) -> None:
        self._ledger = ledger
        self._most = most

    @override
    def collect(self) -> Iterator[Metric]:
        cases = sorted((case for case in self._ledger.unresolved() if case.open), key=_age)
        opened, known, overflow = metrics.OPEN.family(), metrics.OPEN_FAMILY.family(), metrics.OPEN_OVERFLOW.family()
        for case in cases[: self._most]:
            labels = (case.namespace, case.name, str(case.status.get("category") or "unknown"))
            opened.add_metric(labels, 1)
            if family := case.status.get("family"):
                known.add_metric(labels, int(family["count"]))
        overflow.add_metric((), max(0, len(cases) - self._most))
        yield from (opened, known, overflow)

    def describe(self) -> Iterator[Metric]:
        """Names alone, so that registering asks for no cases."""
        yield from (view.family() for view in (metrics.OPEN, metrics.OPEN_FAMILY, metrics.OPEN_OVERFLOW))


@contextmanager
def open_series(ledger: Ledger) -> Iterator[None]:
    """Serve the series of a ledger within this context."""
    series = OpenSeries(ledger)
    REGISTRY.register(series)
    try:
        yield
    finally:
        REGISTRY.unregister(series)


def _age(case: Investigation) -> tuple[float, str, str]:
    return case.created_at.timestamp(), case.namespace, case.name
