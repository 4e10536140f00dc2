"""Investigations as objects of the API: written from a signal, read into :class:`Investigation`."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from casebook_analyzer.evidence.device_names import device_name
from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator.investigation import names
from casebook_operator.investigation.alerts import NotedAlert, noted_on
from casebook_operator.investigation.conditions import CaseState, ConditionType, reason_of
from casebook_operator.investigation.relapses import Relapses
from casebook_operator.investigation.told_causes import Cause, causes_in
from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import labels_of, status_of
from casebook_operator.kube.times import latest, parse_time, to_rfc3339
from casebook_operator.kube.values import mapping, mappings, text

MESSAGE_LENGTH = 512
SIGNATURE_LENGTH = 253

_OF_THE_STATUS = frozenset({names.STATE_LABEL, names.CATEGORY_LABEL, names.SEVERITY_LABEL, names.CAUSED_BY_LABEL})

SEAL_ANNOTATION = f"{names.GROUP}/seal"

UNWRITTEN: Object = {"observedGeneration": -1}
"""The default of ``status`` in crds/investigations.yaml. kstatus takes an object without any for one that is done."""


class Investigation(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What the operator needs of one Investigation object."""

    namespace: str
    name: str
    uid: str
    generation: int
    key: str
    """The case it is an episode of; its own name for one that a person made."""
    episode: int
    created_at: datetime
    subject: SubjectRef
    signal: Signal
    status: Object = msgspec.field(default_factory=dict)
    alerts: tuple[NotedAlert, ...] = ()
    labels: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Those that say what the status says, as they are."""
    labelled: bool = True
    """Whether there are any labels. People need not give their Investigations one."""
    seal: str = ""
    """Says whether Casebook opened it, to whoever has the key (``seal.py``). Anybody may write something here."""

    @cached_property
    def state(self) -> str:
        return reason_of(mappings(self.status, "conditions"), ConditionType.SUCCEEDED)

    @property
    def concluded(self) -> bool:
        """Whether there is nothing left to investigate."""
        return self.open or self.resolved or self.refused

    @property
    def open(self) -> bool:
        """Whether it has a conclusion and is not closed: the subject still fails, as far as is known."""
        return self.state in (CaseState.OPEN, CaseState.RECURRING)

    @property
    def severity(self) -> str:
        """How urgent it is: what its conclusion says, else its trigger."""
        return text(self.status, "severity") or self.signal.severity.value

    @property
    def wanted_labels(self) -> Mapping[str, str]:
        """Those that the status asks for; none before it has a state."""
        told = {
            names.STATE_LABEL: self.state,
            names.CATEGORY_LABEL: text(self.status, "category"),
            names.SEVERITY_LABEL: self.severity,
            names.CAUSED_BY_LABEL: text(self.status, "causedBy", "name"),
        }
        return {name: value for name, value in told.items() if value} if self.state else {}

    @property
    def label_changes(self) -> Mapping[str, str | None]:
        """What has to be written so that the labels say what the status says; None removes one."""
        wanted = self.wanted_labels
        new = {name: value for name, value in wanted.items() if self.labels.get(name) != value}
        return new | {name: None for name in self.labels if wanted and name not in wanted}

    @cached_property
    def relapses(self) -> Relapses:
        """How often the failure came back within the episode, as far as the status was written."""
        return Relapses.of(self.status)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """What its conclusion names, what tells the most first."""
        return causes_in(self.status)

    @property
    def standing(self) -> CaseState:
        """The state of an open episode: how a conclusion is written, whatever was written before."""
        return CaseState.RECURRING if self.relapses.recurring else CaseState.OPEN

    @property
    def began_at(self) -> datetime:
        """When it was opened, for the first time or again."""
        return max(self.created_at, self.relapses.last or self.created_at)

    @property
    def resolved(self) -> bool:
        """Whether it is over: the subject has recovered, or there was nothing to recover from."""
        return self.state in (CaseState.RESOLVED, CaseState.ANSWERED)

    @property
    def refused(self) -> bool:
        """Whether Casebook has refused to look into it."""
        return self.state == CaseState.FAILED

    @property
    def judged(self) -> bool:
        """Whether a conclusion stands, be it recorded or not yet."""
        return self.open or self.resolved or "category" in self.status

    @property
    def occurrences(self) -> int:
        return int(self.status.get("occurrences") or 0)

    @property
    def last_seen(self) -> datetime:
        """When the failure was last seen; never before the signal that opened the case occurred."""
        ended = [alert.ends_at for alert in self.alerts if self._is_alert]
        if self.signal.trigger is Trigger.OVERFLOW:  # of what other operators hold back, no more than this is known
            ended += [parse_time(of_shard.get("lastTime")) for of_shard in mappings(self.status, "absorbedByShards")]
        seen = latest(parse_time(self.status.get("lastSeen")), *ended)
        return max(seen or self.signal.occurred_at, self.signal.occurred_at)

    def alerted(self, now: datetime) -> bool:
        """Whether it was opened by alerts alone, and one of them still fires at ``now``."""
        return self._is_alert and any(alert.fires(now) for alert in self.alerts)

    @property
    def _is_alert(self) -> bool:
        return self.signal.trigger is Trigger.ALERT

    @property
    def reference(self) -> dict[str, str]:
        """An ObjectReference for Events."""
        return {
            "apiVersion": names.API_VERSION,
            "kind": names.KIND,
            "namespace": self.namespace,
            "name": self.name,
            "uid": self.uid,
        }


def manifest(signal: Signal, subject: SubjectRef, *, key: str, episode: int, namespace: str) -> Object:
    """The object to create. Labels and annotations of the subject are never copied.

    Argo CD and others recognise what they manage by such labels, and would prune the case.
    """
    return {
        "apiVersion": names.API_VERSION,
        "kind": names.KIND,
        "metadata": {
            "name": names.investigation_name(subject, key, episode),
            "namespace": namespace,
            "labels": {names.CASE_LABEL: key, "app.kubernetes.io/managed-by": "casebook"},
        },
        "spec": {
            "trigger": signal.trigger.value,
            "severity": signal.severity.value,
            "episode": episode,
            "signature": _opening_signature(signal, subject),
            "subjectRef": _without_empty(
                kind=subject.kind,
                namespace=subject.namespace,
                name=subject.name,
                uid=subject.uid,
                container=subject.container,
                nodeName=subject.node_name,
                device=subject.device,
            ),
            "signal": _without_empty(
                failureClass=signal.failure_class,
                reason=signal.reason,
                exitCode=signal.exit_code,
                message=signal.message[:MESSAGE_LENGTH],
                occurredTime=to_rfc3339(signal.occurred_at),
                originRef=_without_empty(
                    kind=signal.origin.kind,
                    namespace=signal.origin.namespace,
                    name=signal.origin.name,
                    uid=signal.origin_uid,
                ),
            ),
        },
    }


def parse(body: Object) -> Investigation:
    """Read an object of the API. The CRD's schema has made sure of its shape."""
    metadata, spec = body["metadata"], body["spec"]
    subject = _subject(spec["subjectRef"], metadata["namespace"])
    created_at = parse_time(metadata.get("creationTimestamp")) or datetime.now(UTC)
    return Investigation(
        namespace=metadata["namespace"],
        name=metadata["name"],
        uid=metadata["uid"],
        generation=int(metadata.get("generation") or 1),
        key=mapping(metadata, "labels").get(names.CASE_LABEL) or metadata["name"],
        episode=int(spec.get("episode") or 1),
        created_at=created_at,
        subject=subject,
        signal=_signal(spec, subject, created_at),
        status=_written(status_of(body)),
        alerts=noted_on(body),
        labels={name: value for name, value in labels_of(body).items() if name in _OF_THE_STATUS},
        labelled=bool(mapping(metadata, "labels")),
        seal=text(metadata, "annotations", SEAL_ANNOTATION),
    )


def ended_at(case: Investigation) -> datetime | None:
    """When a closed episode was over."""
    return parse_time(mapping(case.status, "resolution").get("resolvedTime"))


def _written(status: Object) -> Object:
    """What Casebook wrote, which is nothing where the API server filled in the default."""
    return {} if status == UNWRITTEN else status


def _subject(reference: Object, namespace: str) -> SubjectRef:
    node = reference["kind"] == "Node"
    own = "" if reference["kind"] in paths.CLUSTER_SCOPED else namespace
    return SubjectRef(
        kind=reference["kind"],
        namespace=reference.get("namespace") or own,
        name=reference["name"],
        uid=reference.get("uid") or "",
        container=reference.get("container") or "",
        node_name=reference["name"] if node else reference.get("nodeName") or "",
        device=_device(reference.get("device") or ""),
    )


def _device(spelling: str) -> str:
    """A person may write it as ``nvidia-smi`` or ``lspci`` print it. What nobody knows is a name of its own."""
    return device_name(spelling, port=True) or spelling


def _signal(spec: Object, subject: SubjectRef, created_at: datetime) -> Signal:
    observed: Object = mapping(spec, "signal")
    origin: Object = mapping(observed, "originRef")
    return Signal(
        trigger=Trigger(spec.get("trigger") or Trigger.MANUAL),
        failure_class=observed.get("failureClass") or Trigger.MANUAL.value,
        origin=Entity(
            kind=origin.get("kind") or subject.kind,
            namespace=origin.get("namespace") or subject.namespace,
            name=origin.get("name") or subject.name,
        ),
        origin_uid=origin.get("uid") or "",
        container=subject.container,
        node_name=subject.node_name,
        device=subject.device,
        reason=observed.get("reason") or "",
        exit_code=observed.get("exitCode"),
        message=observed.get("message") or "",
        occurred_at=parse_time(observed.get("occurredTime")) or created_at,
        severity=Severity(spec.get("severity") or Severity.WARNING),
    )


def _opening_signature(signal: Signal, subject: SubjectRef) -> str:
    parts = [signal.failure_class]
    if signal.exit_code is not None:
        parts.append(f"exit={signal.exit_code}")
    return "/".join((*parts, subject.kind))[:SIGNATURE_LENGTH]


def _without_empty(**fields: Any) -> Object:
    return {name: value for name, value in fields.items() if value not in (None, "")}
