"""Finds the open case that a symptom belongs to, so that one failure opens one case."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from casebook_analyzer.models import NodeLoss, Signal, SubjectRef, Trigger, TriggerLevel, explains
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.links import Links
from casebook_operator.cases.relations import ONSET_SLACK, STAGE_WINDOW, fault_of, in_another_form
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import blamed, broken_services, name_of
from casebook_operator.kube import Object
from casebook_operator.kube.pods import node_of, not_ready, uses_devices, was_evicted
from casebook_operator.reading.nodes.held_devices import holds

ABOUT_PODS = frozenset(trigger for trigger in Trigger if explains(Trigger.POD_LOST, trigger))
"""Symptoms of objects that have pods: they may say no more than that the pods of a broken node are down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlator:
    """Looks among the open cases for another stage of the same failure, its cause, or the fault of its node."""

    links: Links
    devices: DeviceFaults
    index: InvestigationIndex
    last_seen: Callable[[Investigation], datetime]

    async def home(self, signal: Signal, subject: SubjectRef, obj: Object) -> Investigation | None:
        """The open case that a new symptom counts for. None when it needs a case of its own.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        known = self._stage(signal, subject) or self.devices.of_device(signal, subject)
        return known or await self.explanation(signal, subject, obj)

    async def explanation(self, signal: Signal, subject: SubjectRef, obj: Object | None = None) -> Investigation | None:
        """The open case of what causes the symptom, or None. ``obj`` is what shows it; it is read if it is not given.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        if subject.kind == "Node":
            return self.devices.cause(signal, subject)
        known = self._cause(signal, subject)
        if known is not None:
            return known
        for linked in await self.links.of(signal, obj):
            known = self._cause(signal, linked)
            if known is not None:
                return known
        return await self._fault(signal, obj)

    def _stage(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        """An earlier stage of the same failure. The case keeps the trigger that it was opened with."""
        if signal.trigger.policy.level is not TriggerLevel.STAGE:
            return None
        for case in self.index.failing(subject):
            stage = case.signal.trigger.policy.level is TriggerLevel.STAGE
            same = stage and case.subject.container == subject.container
            soon = abs(signal.occurred_at - self.last_seen(case)) <= STAGE_WINDOW
            if same and (soon or in_another_form(case.signal, signal)):
                return case
        return None

    def _cause(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        for case in self.index.failing(subject):
            if signal.derived or explains(case.signal.trigger, signal.trigger):
                return case
        return self._handed_over(signal, subject)

    def _handed_over(self, signal: Signal, subject: SubjectRef) -> Investigation | None:
        """The case of a Service to which an earlier case of the same failure was handed over."""
        for case in self.index.explained(subject):
            same = case.signal.failure_class == signal.failure_class and case.subject.container == subject.container
            if same or signal.derived or explains(case.signal.trigger, signal.trigger):
                found = self.needed(case)
                if found is not None:
                    return found
        return None

    def needed(self, case: Investigation) -> Investigation | None:
        """The open case of the Service that is why a case failed: the case blames the Service, or what its case blames.

        Costs no request. A Service of another namespace is never the answer: its readers should not learn who calls it.
        """
        if not case.signal.trigger.policy.may_be_a_service:
            return None
        blames = blamed(case)
        for other in self.index.unavailable(case.namespace) if blames else ():
            service = name_of(other.subject)
            if service in blames or (service in broken_services(case) and blames & blamed(other)):
                return other
        return None

    async def _fault(self, signal: Signal, obj: Object | None) -> Investigation | None:
        """The case of the node that took down the pod, or every pod that the object misses."""
        if not self.index.any_failing("Node"):
            return None
        if signal.origin.kind != "Pod":
            return await self._fault_under_owner(signal, obj) if signal.trigger in ABOUT_PODS else None
        pod = await self.links.pod(signal, obj)
        node = signal.node_name or node_of(pod)
        return self._fault_of_pod(signal, node, pod)

    async def _fault_under_owner(self, signal: Signal, obj: Object | None) -> Investigation | None:
        down = [pod for pod in await self.links.pods(signal, obj) if not_ready(pod)]
        faults = [self._fault_of_pod(_lost(signal, pod), node_of(pod), pod) for pod in down]
        return faults[0] if faults and None not in faults else None

    def _fault_of_pod(self, signal: Signal, node: str, pod: Object) -> Investigation | None:
        if not node:
            return None
        faults = [
            case for case in self.index.failing(SubjectRef(kind="Node", name=node)) if _takes_down(case, signal, pod)
        ]
        own = (case for case in faults if holds(pod, case.subject.device))
        possible = (case for case in faults if holds(pod, case.subject.device) is not False)
        return next(own, None) or next(possible, None)


def _takes_down(case: Investigation, signal: Signal, pod: Object) -> bool:
    fault = fault_of(case.signal.failure_class)
    return (
        fault is not None
        and fault.takes(signal.trigger)
        and signal.occurred_at >= case.signal.occurred_at - ONSET_SLACK
        and (fault.loss is not NodeLoss.DEVICE or uses_devices(pod))
    )


def _lost(signal: Signal, pod: Object) -> Signal:
    """What is wrong with a pod that its owner misses."""
    return msgspec.structs.replace(signal, trigger=Trigger.EVICTED if was_evicted(pod) else Trigger.POD_LOST)
