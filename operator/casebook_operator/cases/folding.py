"""Finds the open case that a symptom belongs to, when it is not one of its own."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal, SubjectRef, Trigger
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.links import Links
from casebook_operator.cases.pods import node_of, not_ready, uses_devices, was_evicted
from casebook_operator.cases.relations import (
    CALLERS,
    NODE_RELATIONS,
    ONSET_SLACK,
    RELATIONS,
    STAGE_WINDOW,
    STAGES,
    explains,
    fault_of,
)
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import blamed, broken_services, name_of
from casebook_operator.kube import Object

ABOUT_PODS = frozenset(relation.symptom for relation in RELATIONS if Trigger.POD_LOST in relation.explained_by)
"""Symptoms of objects that have pods: they may say no more than that the pods of a broken node are down."""


class Folding:
    """Looks for a home among the open cases: another stage of the same failure, its cause, or the fault of its node."""

    def __init__(self, *, links: Links, ledger: Ledger, last_seen: Callable[[Investigation], datetime]) -> None:
        self._links = links
        self._ledger = ledger
        self._last_seen = last_seen

    async def home(self, signal: Signal, subject: SubjectRef, obj: Object) -> Investigation | None:
        """The case that a new symptom counts for. None when it needs one of its own."""
        return self._stage(signal, subject) or await self.explanation(signal, subject, obj)

    async def explanation(self, signal: Signal, subject: SubjectRef, obj: Object | None = None) -> Investigation | None:
        """The case of whatever causes the symptom. ``obj`` is what shows it; without one it is read when needed."""
        if subject.kind == "Node":
            return self._cause_on_node(signal, subject)
        known = self._cause(signal, subject)
        if known is not None:
            return known
        for linked in await self._links.of(signal, obj):
            known = self._cause(signal, linked)
            if known is not None:
                return known
        return await self._fault(signal, obj)

    def _stage(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        """An earlier stage of the same failure. The case keeps the trigger that it was opened with."""
        if signal.trigger not in STAGES:
            return None
        for case in self._ledger.failing(subject):
            same = case.signal.trigger in STAGES and case.subject.container == subject.container
            if same and abs(signal.occurred_at - self._last_seen(case)) <= STAGE_WINDOW:
                return case
        return None

    def _cause(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        for case in self._ledger.failing(subject):
            if signal.derived or explains(case.signal.trigger, signal.trigger):
                return case
        return self._handed_over(signal, subject)

    def _handed_over(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        """The case of a Service to which an earlier case of the same failure was handed over."""
        for case in self._ledger.explained(subject):
            same = case.signal.failure_class == signal.failure_class and case.subject.container == subject.container
            if same or signal.derived or explains(case.signal.trigger, signal.trigger):
                found = self.needed(case)
                if found is not None:
                    return found
        return None

    def needed(self, case: Investigation) -> Investigation | None:
        """The open case of a Service that a case came down to: it blames the Service, or the same object as its case.

        Costs no request. Services of other namespaces take nothing over: whoever reads there should not learn from it
        who calls them.
        """
        if case.signal.trigger not in CALLERS:
            return None
        blames = blamed(case)
        for other in self._ledger.unavailable(case.namespace) if blames else ():
            service = name_of(other.subject)
            if service in blames or (service in broken_services(case) and blames & blamed(other)):
                return other
        return None

    def _cause_on_node(self, signal: Signal, node: SubjectRef) -> Investigation | None:
        causes = NODE_RELATIONS.get(signal.failure_class, frozenset())
        return next((case for case in self._ledger.failing(node) if case.signal.failure_class in causes), None)

    async def _fault(self, signal: Signal, obj: Object | None) -> Investigation | None:
        """The case of the node that took down the pod, or every pod that the object misses."""
        if not self._ledger.any_failing("Node"):
            return None
        if signal.origin.kind != "Pod":
            return await self._fault_under_owner(signal, obj) if signal.trigger in ABOUT_PODS else None
        pod = await self._links.pod(signal, obj)
        node = signal.node_name or node_of(pod)
        return self._fault_of_pod(signal, node, pod)

    async def _fault_under_owner(self, signal: Signal, obj: Object | None) -> Investigation | None:
        down = [pod for pod in await self._links.pods(signal, obj) if not_ready(pod)]
        faults = [self._fault_of_pod(_lost(signal, pod), node_of(pod), pod) for pod in down]
        return faults[0] if faults and None not in faults else None

    def _fault_of_pod(self, signal: Signal, node: str, pod: Object) -> Investigation | None:
        if not node:
            return None
        for case in self._ledger.failing(SubjectRef(kind="Node", name=node)):
            fault = fault_of(case.signal.failure_class)
            if (
                fault is not None
                and signal.trigger in fault.takes
                and signal.occurred_at >= case.signal.occurred_at - ONSET_SLACK
                and (not fault.devices or uses_devices(pod))
            ):
                return case
        return None


def _lost(signal: Signal, pod: Object) -> Signal:
    """What is wrong with a pod that its owner misses."""
    return msgspec.structs.replace(signal, trigger=Trigger.EVICTED if was_evicted(pod) else Trigger.POD_LOST)
