"""What happens beyond the cap: one Investigation stands for all that may not be opened now, and none is forgotten."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime

from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator import metrics
from casebook_operator.cases.cap import TokenBucket
from casebook_operator.settings import CaseSettings

TICK_SECONDS = 1.0


class Overflow:
    """The cap, and the line of cases that wait for it.

    Nodes have a bucket of their own: the case of a node is what takes in the storm of its pods.
    """

    def __init__(self, settings: CaseSettings, *, bucket: Callable[..., TokenBucket] = TokenBucket) -> None:
        self._nodes = bucket(per_minute=settings.new_per_minute, burst=settings.new_burst)
        self._others = bucket(per_minute=settings.new_per_minute, burst=settings.new_burst)
        self._line: OrderedDict[str, None] = OrderedDict()

    def admit(self, subject: SubjectRef) -> bool:
        """Whether a case may be opened now. It counts against the cap when it may."""
        return self._bucket(subject).take()

    def give_back(self, subject: SubjectRef) -> None:
        """A case that was admitted was not opened."""
        self._bucket(subject).give_back()

    def add(self, key: str, trigger: Trigger) -> None:
        """Put a case at the end of the line. One that is in it keeps its place."""
        if key not in self._line:
            self._line[key] = None
            metrics.SUPPRESSED.labels(trigger=trigger).inc()
            metrics.HELD_BACK.set(len(self._line))

    def holder(self, key: str) -> str:
        """What the signals of a case in the line are parked at."""
        return f"overflow/{key}"

    async def run(self, release: Callable[[str], None]) -> None:
        """Until cancelled: as many as there are tokens are let go and looked at again.

        Those that have recovered take no token, so the line gets shorter with every tick.
        """
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for key in self.next():
                release(self.holder(key))

    def next(self) -> list[str]:
        """Takes out of the line as many as may be opened now."""
        number = min(len(self._line), self._others.available)
        let_go = [self._line.popitem(last=False)[0] for _ in range(number)]
        metrics.HELD_BACK.set(len(self._line))
        return let_go

    def __len__(self) -> int:
        return len(self._line)

    def _bucket(self, subject: SubjectRef) -> TokenBucket:
        return self._nodes if subject.kind == "Node" else self._others


def overflow_subject(namespace: str) -> SubjectRef:
    """No object fails: the case is about the operator's own namespace, where it lives."""
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
