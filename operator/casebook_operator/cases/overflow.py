"""Failures beyond the ceiling of new Investigations: one stands for all of them until they may be opened."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator import metrics
from casebook_operator.cases.ceiling import CaseCeiling
from casebook_operator.cases.fair_line import FairLine

TICK_SECONDS = 1.0
_NODE = "Node"


class Overflow:
    """The ceiling of new Investigations, and the queue of cases that wait because of it.

    Nodes have a ceiling of their own: the case of a node is what takes in the storm of its pods.
    """

    def __init__(self, ceiling: int) -> None:
        """``ceiling`` is how many cases are opened at once, and within an hour."""
        self._nodes = CaseCeiling(ceiling)
        self._others = CaseCeiling(ceiling)
        self._line = FairLine()

    def admit(self, subject: SubjectRef) -> bool:
        """Whether a case may be opened now. If so, it counts."""
        return self._of(subject).take(subject.namespace)

    def give_back(self, subject: SubjectRef) -> None:
        """Undo an :meth:`admit`: the case was not opened after all."""
        self._of(subject).give_back()

    def _of(self, subject: SubjectRef) -> CaseCeiling:
        return self._nodes if subject.kind == _NODE else self._others

    def add(self, key: str, subject: SubjectRef, trigger: Trigger) -> None:
        """Put a case at the end of its namespace's queue. One that waits already keeps its place."""
        if self._line.add(key, subject.namespace) is not None:
            metrics.SUPPRESSED.labels(trigger=trigger).inc()
            metrics.HELD_BACK.set(len(self._line))

    def holder(self, key: str) -> str:
        """The name under which the signals of a waiting case are parked."""
        return f"overflow/{key}"

    async def run(self, release: Callable[[str], None]) -> None:
        """Every second, until cancelled, release as many waiting cases as may be opened, to be looked at again.

        Those that have recovered do not count, so the queue gets shorter every time.
        """
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for key in self.next():
                release(self.holder(key))

    def next(self) -> list[str]:
        """Take as many cases out of the queue as may be opened now. Returns their keys, the namespaces in turn."""
        shared = self._others.available
        let_go = self._line.take(shared, lambda _: shared) or self._line.take(len(self._line), self._others.reserved)
        metrics.HELD_BACK.set(len(self._line))
        return let_go

    def __len__(self) -> int:
        return len(self._line)


def overflow_subject(namespace: str) -> SubjectRef:
    """The subject of the case that stands for the others: the namespace it lives in, because no one object fails."""
    return SubjectRef(kind="Namespace", namespace=namespace, name=namespace)


def overflow_signal(about: SubjectRef, *, now: datetime) -> Signal:
    return Signal(
        trigger=Trigger.OVERFLOW,
        failure_class=Trigger.OVERFLOW.value,
        origin=Entity(kind=about.kind, namespace=about.namespace, name=about.name),
        origin_uid="",
        reason="TooManyInvestigations",
        message=(
            "More failures began than Investigations are opened within an hour (CASEBOOK_CASES__CEILING). "
            "status.absorbed counts the others; those that last get an Investigation of their own."
        ),
        occurred_at=now,
        severity=Severity.CRITICAL,
    )
