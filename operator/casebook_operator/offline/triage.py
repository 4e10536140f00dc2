"""What fails in a bundle: signals, folded into cases as the operator would, the likeliest cause first."""

from collections.abc import Collection
from datetime import datetime

import msgspec

from casebook_analyzer.models import POLICIES, UNKNOWN_TIME, Entity, Signal, SubjectRef, Trigger, explains
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.links import Links
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation.names import case_key
from casebook_operator.kube import Object
from casebook_operator.kube.values import text
from casebook_operator.offline.bundle import BundleTrigger
from casebook_operator.offline.detection import detect
from casebook_operator.offline.device_cases import fold_devices
from casebook_operator.offline.finding import CLUSTER, Finding, folded
from casebook_operator.offline.misfits import misfits
from casebook_operator.offline.relation import family, nodes_of, stand_in, trigger_key
from casebook_operator.offline.services import unserved
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.settings import SignalSettings
from casebook_operator.signals.hold_duration import due_at, history_from

_CAUSES_FIRST = tuple(trigger for trigger, policy in POLICIES.items() if policy.tends_to_cause)


class Triage:
    """Finds the cases of one bundle."""

    def __init__(self, snapshot: Snapshot, taxonomy: Taxonomy, settings: SignalSettings | None = None) -> None:
        self._snapshot = snapshot
        self._taxonomy = taxonomy
        self._settings = settings or SignalSettings()
        self._resolver = SubjectResolver(snapshot)
        self._links = Links(snapshot, self._resolver)
        self.now = snapshot.now or UNKNOWN_TIME
        self.node = node_of(snapshot)
        self.not_due: tuple[Finding, ...] = ()
        """What the last look left out, because it had not lasted long enough or was long over."""

    async def findings(self) -> tuple[Finding, ...]:
        """One finding for each subject and failure class that has lasted long enough, causes before effects."""
        due: dict[str, Finding] = {}
        early: dict[str, Finding] = {}

        def add(signal: Signal, subject: SubjectRef) -> None:
            key = case_key(CLUSTER, subject, signal.failure_class)
            cases = due if self._due(signal) else early
            found = Finding(subject, _dated(signal, self.now), detected=cases is due)
            cases[key] = folded(cases[key], found) if key in cases else found

        failing: dict[str, Object] = {}
        for signal, obj in detect(self._snapshot, self._taxonomy, self.node):
            shown = self._shown_by(signal, obj)
            add(signal, await self._resolver.resolve(signal, shown))
            if shown["kind"] == "Pod" and self._due(signal):
                failing[signal.origin_key] = shown
        async for signal, service in unserved(self._snapshot, failing.values()):
            if not await self._is_explained(signal, service, due.values()):
                add(signal, await self._resolver.resolve(signal, service))
        if not due:  # whoever fails for it says more
            async for signal, obj in misfits(self._snapshot):
                add(signal, await self._resolver.resolve(signal, obj))
        self.not_due = _in_order(early.values())
        return _in_order(fold_devices(due.values(), self._snapshot))

    async def main(self, findings: tuple[Finding, ...]) -> Finding | None:
        """The case that the bundle is about: that of its trigger's object, else of its node, else the first.

        When nothing is due, it is what has just begun there, or else the object itself. None when there is nothing.
        """
        trigger = self._snapshot.bundle.trigger
        if trigger is None or not trigger.name:
            return findings[0] if findings else None
        key = trigger_key(self._snapshot, trigger)
        near = family(self._snapshot, key)
        nodes = nodes_of(self._snapshot, near)
        likely = (
            *(finding for finding in findings if subject_key(finding) in near),
            *(finding for finding in findings if finding.subject.kind == "Node" and finding.subject.name in nodes),
            *findings,
            *(finding for finding in self.not_due if subject_key(finding) in near),
        )
        return likely[0] if likely else await self._asked_for(trigger)

    async def _is_explained(self, signal: Signal, service: Object, cases: Collection[Finding]) -> bool:
        """Whether the pods behind a Service have a case that says why nobody answers."""
        behind = {(one.kind, one.namespace, one.name) for one in await self._links.of(signal, service)}
        return any(subject_key(case) in behind and explains(case.signal.trigger, signal.trigger) for case in cases)

    def _shown_by(self, signal: Signal, obj: Object) -> Object:
        """The object that a signal is about: of an Event the one that it names, which knows its owner."""
        origin = signal.origin
        if obj["kind"] != "Event" or origin.kind == "Node":
            return obj
        return self._snapshot.find(origin.kind, origin.namespace, origin.name) or obj

    def _due(self, signal: Signal) -> bool:
        """Whether it would have opened a case by the time the bundle was saved. Nobody saves what has just begun."""
        if signal.occurred_at == UNKNOWN_TIME or signal.undated or self.now == UNKNOWN_TIME:
            return True
        return due_at(signal, self._settings) <= self.now < history_from(signal, self._settings)

    async def _asked_for(self, trigger: BundleTrigger) -> Finding:
        kind, namespace, name = stand_in(self._snapshot, trigger_key(self._snapshot, trigger))
        obj = self._snapshot.find(kind, namespace, name)
        signal = Signal(
            trigger=Trigger.ALERT if trigger.type == Trigger.ALERT else Trigger.MANUAL,
            failure_class=Trigger.MANUAL.value,
            origin=Entity(kind=kind, namespace=namespace, name=name),
            origin_uid=str(obj["metadata"]["uid"]) if obj else "",
            container=trigger.container,
            node_name=name if kind == "Node" else text(obj or {}, "spec", "nodeName"),
            reason=trigger.type,
            message=trigger.detail,
            occurred_at=self.now,
        )
        return Finding(await self._subject(signal, obj), signal, detected=False)

    async def _subject(self, signal: Signal, obj: Object | None) -> SubjectRef:
        origin = signal.origin
        if obj is not None and origin.kind == "Pod":
            return await self._resolver.resolve(signal, obj)
        return SubjectRef(
            kind=origin.kind,
            namespace=origin.namespace,
            name=origin.name,
            uid=signal.origin_uid,
            container=signal.container,
            node_name=signal.node_name,
            device=signal.device,
        )


def node_of(snapshot: Snapshot) -> str:
    """The node that kernel log and commands come from: the trigger's, its pod's, or the only one. Empty if unknown."""
    trigger = snapshot.bundle.trigger
    if trigger is not None and trigger.name:
        names = nodes_of(snapshot, family(snapshot, trigger_key(snapshot, trigger)))
        if names:
            return min(names)
    known = sorted(name for kind, _, name in snapshot.objects if kind == "Node")
    used = nodes_of(snapshot, set(snapshot.objects)) & set(known)
    return known[0] if len(known) == 1 else min(used, default=known[0] if known else "node")


def subject_key(finding: Finding) -> tuple[str, str, str]:
    return finding.subject.kind, finding.subject.namespace, finding.subject.name


def _in_order(findings: Collection[Finding]) -> tuple[Finding, ...]:
    """Causes first, and without what another case of the same subject tells better."""
    told = {subject_key(finding) for finding in findings if not finding.signal.derived}
    kept = (f for f in findings if not f.signal.derived or subject_key(f) not in told)
    return tuple(sorted(kept, key=_order))


def _dated(signal: Signal, now: datetime) -> Signal:
    """A signal whose object tells no time was there, at the latest, when the bundle was saved."""
    return msgspec.structs.replace(signal, occurred_at=now) if signal.occurred_at == UNKNOWN_TIME else signal


def _order(finding: Finding) -> tuple[int, int, datetime, bool, str]:
    signal = finding.signal
    cause = _CAUSES_FIRST.index(signal.trigger) if signal.trigger in _CAUSES_FIRST else len(_CAUSES_FIRST)
    return cause, signal.severity.rank, signal.occurred_at, not signal.device, finding.name
