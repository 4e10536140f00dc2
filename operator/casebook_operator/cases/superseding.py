"""A symptom may be told before its cause. Once both have a case, that of the symptom is closed as explained."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from casebook_analyzer.models import Resolution, ResolutionKind
from casebook_operator.cases.folding import ABOUT_PODS, Folding
from casebook_operator.cases.handled import Handled, Place
from casebook_operator.cases.relations import NODE_RELATIONS, explains, fault_of, takes_in
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation

WITHIN = timedelta(hours=1)
"""The symptom is told first where the cause has more patience, but not by more than this."""

NEW_CAUSE = timedelta(minutes=5)
"""A case is looked at as the cause of others while it is so young: theirs may have no conclusion yet."""


class Superseding:
    """Finds the cases that another one explains."""

    def __init__(self, *, folding: Folding, tally: Tally, roll: Roll, handled: Handled) -> None:
        self._folding = folding
        self._tally = tally
        self._roll = roll
        self._handled = handled

    def concerned(self, cases: list[Investigation], now: datetime) -> list[Investigation]:
        """Open cases that one of the newest may explain. Costs no request."""
        causes = [case for case in cases if now - case.created_at < NEW_CAUSE]
        return [case for case in cases if case.open and (_may_have_cause(case, causes) or self._needs(case))]

    async def cause_of(self, case: Investigation) -> Investigation | None:
        """The open case that explains this one."""
        for cause in (await self._folding.explanation(case.signal, case.subject), self._needs(case)):
            if cause is not None and cause.uid != case.uid and _in_time(cause, case):
                return cause
        return None

    def _needs(self, case: Investigation) -> Investigation | None:
        """The case of the Service that this one came down to. It may be older: the next caller fails hours later."""
        cause = self._folding.needed(case)
        return cause if cause is not None and _in_time(cause, case) else None

    def hand_over(self, case: Investigation, cause: Investigation, now: datetime) -> Resolution:
        """Let the cause take in what the case was about, and say so in the case's resolution."""
        signal = case.signal
        if takes_in(cause.subject, case.subject):
            self._roll.add(cause, signal, origin=signal.origin_key, name=str(signal.origin), now=now)
            for origin in self._tally.origins(case.uid):
                self._roll.add(cause, signal, origin=origin, now=now)
        self._handled.park(cause.uid, signal, Place(*_where(case)))
        return Resolution(
            kind=ResolutionKind.EXPLAINED,
            summary=f"a symptom of {cause.signal.failure_class} of {cause.subject}: see Investigation "
            f"{cause.namespace}/{cause.name}",
            resolved_at=now,
            seconds_to_resolve=max(0, int((now - signal.occurred_at).total_seconds())),
        )


def _where(case: Investigation) -> tuple[str, str, str]:
    origin = case.signal.origin
    return origin.kind, origin.namespace, origin.name


def _may_have_cause(case: Investigation, causes: Iterable[Investigation]) -> bool:
    return any(_may_explain(cause, case) for cause in causes if cause.uid != case.uid and _in_time(cause, case))


def _may_explain(cause: Investigation, case: Investigation) -> bool:
    trigger, failure_class = case.signal.trigger, cause.signal.failure_class
    if cause.subject.kind != "Node":
        return cause.namespace == case.namespace and explains(cause.signal.trigger, trigger)
    if case.subject.kind == "Node":
        return failure_class in NODE_RELATIONS.get(case.signal.failure_class, ())
    fault = fault_of(failure_class)
    return fault is not None and (trigger in fault.takes or trigger in ABOUT_PODS)


def _in_time(cause: Investigation, case: Investigation) -> bool:
    return cause.signal.occurred_at <= case.signal.occurred_at + WITHIN
