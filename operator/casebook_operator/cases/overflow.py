"""Failures beyond the cap on new Investigations: one Investigation stands for all of them until they may be opened."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator import metrics
from casebook_operator.cases.fair_line import FairLine
from casebook_operator.cases.namespace_budget import NamespaceBudget
from casebook_operator.cases.token_bucket import TokenBucket
from casebook_operator.settings import CaseSettings

TICK_SECONDS = 1.0
_NODE = "Node"


class Overflow:
    """The cap on new Investigations, and the queue of cases that wait because of it.

    Nodes have a bucket of their own: the case of a node is what takes in the storm of its pods.
    """

    def __init__(self, settings: CaseSettings) -> None:
        self._nodes = TokenBucket(per_minute=settings.new_per_minute, burst=settings.new_burst)
        self._others = NamespaceBudget(
            per_minute=settings.new_per_minute, burst=settings.new_burst, share=settings.namespace_share
        )
        self._line = FairLine()

    def admit(self, subject: SubjectRef) -> bool:
        """Whether a case may be opened now. If so, it counts against the cap."""
        return self._nodes.take() if subject.kind == _NODE else self._others.take(subject.namespace)

    def give_back(self, subject: SubjectRef) -> None:
        """Undo an :meth:`admit`: the case was not opened after all."""
        if subject.kind == _NODE:
            self._nodes.give_back()
        else:
            self._others.give_back(subject.namespace)

    def add(self, key: str, subject: SubjectRef, trigger: Trigger) -> None:
        """Put a case at the end of its namespace's queue. One that waits already keeps its place."""
        if self._line.add(key, subject.namespace) is not None:
            metrics.SUPPRESSED.labels(trigger=trigger).inc()
            metrics.HELD_BACK.set(len(self._line))

    def holder(self, key: str) -> str:
        """The name under which the signals of a waiting case are parked."""
        return f"overflow/{key}"

    async def run(self, release: Callable[[str], None]) -> None:
        """Every second, until cancelled, release as many waiting cases as the cap allows, to be looked at again.

        Those that have recovered do not use the cap up, so the queue gets shorter every time.
        """
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for key in self.next():
                release(self.holder(key))

    def next(self) -> list[str]:
        """Take as many cases out of the queue as may be opened now. Returns their keys, the namespaces in turn."""
        let_go = self._line.take(self._others.available, self._others.available_to)
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
            "More failures began than the cap on new Investigations allows (CASEBOOK_CASES__NEW_PER_MINUTE). "
            "status.absorbed counts the others; those that last get an Investigation of their own."
        ),
        occurred_at=now,
        severity=Severity.CRITICAL,
    )
