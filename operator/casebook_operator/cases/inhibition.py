"""Closes the case of a symptom as explained, once its cause has a case too: a symptom may show before its cause."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from casebook_analyzer.models import Resolution, ResolutionKind, explains
from casebook_operator.cases.correlation import ABOUT_PODS, Correlator
from casebook_operator.cases.device_relations import explains_device, takes_device
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.relations import NODE_RELATIONS, base_class, fault_of, takes_in
from casebook_operator.investigation import Investigation

WITHIN = timedelta(hours=1)
"""The symptom is told first where the cause is held for longer, but not by more than this."""

NEW_CAUSE = timedelta(minutes=5)
"""A case is looked at as the cause of others while it is so young: theirs may have no conclusion yet."""


_NODE = "Node"
_NODE_PLACE = ""
_ITSELF_AND_ANOTHER = 2


class Inhibitor:
    """Finds the open cases that another one explains."""

    def __init__(self, correlator: Correlator, cases: OpenCases) -> None:
        self._correlator = correlator
        self._cases = cases

    def concerned(self, cases: list[Investigation], now: datetime) -> list[Investigation]:
        """The open cases that one younger than :data:`NEW_CAUSE` may explain. A guess that costs no request."""
        known = (*cases, *self._cases.index.unresolved_of_others())
        causes = _Causes(case for case in known if now - case.began_at < NEW_CAUSE)
        return [case for case in cases if case.open and (causes.of(case) or self._needs(case))]

    async def cause_of(self, case: Investigation) -> Investigation | None:
        """The open case that explains this one, or None.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        for cause in (await self._correlator.explanation(case.signal, case.subject), self._needs(case)):
            if cause is not None and cause.uid != case.uid and _in_time(cause, case):
                return cause
        return None

    def _needs(self, case: Investigation) -> Investigation | None:
        """The case of the Service that this one came down to. It may be older: the next caller fails hours later."""
        cause = self._correlator.needed(case)
        return cause if cause is not None and _in_time(cause, case) else None

    def hand_over(self, case: Investigation, cause: Investigation, now: datetime) -> Resolution:
        """Let the case of the cause count what this case was about. Returns the resolution of this case."""
        signal = case.signal
        of_device = takes_device(cause.signal, signal)
        if of_device:
            self._cases.count(cause, signal)
        if of_device or takes_in(cause.subject, case.subject):
            self._cases.absorb(cause, signal, origin=signal.origin_key, name=signal.device or str(signal.origin))
            for origin in self._cases.counter.origins(case.uid):
                self._cases.absorb(cause, signal, origin=origin)
        self._cases.handled.park(cause.uid, signal, ObjectKey(*_where(case)))
        return Resolution(
            kind=ResolutionKind.EXPLAINED,
            summary=f"a symptom of {cause.signal.failure_class} of {cause.subject.title}: see Investigation "
            f"{cause.namespace}/{cause.name}",
            resolved_at=now,
            seconds_to_resolve=max(0, int((now - signal.occurred_at).total_seconds())),
        )


def _where(case: Investigation) -> tuple[str, str, str]:
    origin = case.signal.origin
    return origin.kind, origin.namespace, origin.name


class _Causes:
    """Cases that may explain others: of each place and kind of failure the two earliest, as a case is never its own.

    In a storm of a thousand cases that are alike, each is compared with two and not with a thousand. What a node's case
    may come from are all cases of that node: it has few devices.
    """

    def __init__(self, cases: Iterable[Investigation]) -> None:
        self._earliest: dict[str, dict[str, list[Investigation]]] = {}
        self._on_node: dict[str, list[Investigation]] = {}
        for case in sorted(cases, key=lambda case: case.signal.occurred_at):
            kind = case.signal.failure_class if case.subject.kind == _NODE else case.signal.trigger
            if case.subject.kind == _NODE:
                self._on_node.setdefault(case.subject.name, []).append(case)
            alike = self._earliest.setdefault(_place(case), {}).setdefault(kind, [])
            if len(alike) < _ITSELF_AND_ANOTHER:
                alike.append(case)

    def of(self, case: Investigation) -> bool:
        """Whether an open case other than this one may explain it."""
        others = (cause for alike in self._near(case) for cause in alike if cause.uid != case.uid)
        return any(_may_explain(cause, case) for cause in others if _in_time(cause, case))

    def _near(self, case: Investigation) -> Iterable[list[Investigation]]:
        if case.subject.kind == _NODE:
            return (self._on_node.get(case.subject.name, []),)
        return (alike for place in (_NODE_PLACE, case.namespace) for alike in self._earliest.get(place, {}).values())


def _place(case: Investigation) -> str:
    return _NODE_PLACE if case.subject.kind == _NODE else case.namespace


def _may_explain(cause: Investigation, case: Investigation) -> bool:
    trigger, failure_class = case.signal.trigger, cause.signal.failure_class
    if cause.subject.kind != _NODE:
        return cause.namespace == case.namespace and explains(cause.signal.trigger, trigger)
    if case.subject.kind == _NODE:
        causes = NODE_RELATIONS.get(case.signal.failure_class, ())
        return base_class(failure_class) in causes or explains_device(cause.signal, case.signal)
    fault = fault_of(failure_class)
    return fault is not None and (fault.takes(trigger) or trigger in ABOUT_PODS)


def _in_time(cause: Investigation, case: Investigation) -> bool:
    return cause.signal.occurred_at <= case.signal.occurred_at + WITHIN
