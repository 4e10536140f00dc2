"""Finds the subject of an Investigation for an alert: the object that it names is read, and its owner found."""

import msgspec

from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator.alerts.device_labels import AlertedDevice
from casebook_operator.alerts.targets import Target
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.objects import name_of, namespace_of, uid_of
from casebook_operator.kube.pods import node_of
from casebook_operator.kube.values import mappings, text

FAILURE_CLASS = Trigger.ALERT.value
"""One for all alerts, so that two about one subject are one Investigation, also when two processes get one each."""


class AlertedSubject(msgspec.Struct, frozen=True, kw_only=True):
    """An object that an alert is about, as a signal of its subject."""

    signal: Signal
    subject: SubjectRef
    device: AlertedDevice
    """What the alert tells of the devices of a node."""


class SubjectFinder:
    """Reads the objects that alerts name, and their owners."""

    def __init__(self, kube: KubeClient) -> None:
        self._kube = kube
        self._resolver = SubjectResolver(kube)

    async def find(self, target: Target, alert: NotedAlert, severity: Severity) -> AlertedSubject | None:
        """The subject that an alert is about now. None when no such object exists.

        Raises:
            ApiStatusError: The object may not be read.
            ClusterUnavailableError: The API server does not answer.
        """
        obj = await self._read(target.kind, target.namespace, target.name)
        if obj is not None and target.node_of:
            obj = await self._read("Node", "", node_of(obj))
        if obj is None:
            return None
        signal = _signal(obj, target, alert, severity)
        subject = await self._resolver.resolve(signal, obj)
        return AlertedSubject(signal=signal, subject=subject, device=target.device)

    async def _read(self, kind: str, namespace: str, name: str) -> Object | None:
        if not name:
            return None
        try:
            return await self._kube.get(paths.item(kind, namespace, name)) | {"kind": kind}
        except ApiStatusError as error:
            if error.not_found:
                return None
            raise


def _signal(obj: Object, target: Target, alert: NotedAlert, severity: Severity) -> Signal:
    kind = obj["kind"]
    names = {text(container, "name") for container in mappings(obj, "spec", "containers")} if kind == "Pod" else set()
    return Signal(
        trigger=Trigger.ALERT,
        failure_class=FAILURE_CLASS,
        origin=Entity(kind=kind, namespace=namespace_of(obj), name=name_of(obj)),
        origin_uid=uid_of(obj),
        container=target.container if target.container in names else "",
        node_name=name_of(obj) if kind == "Node" else node_of(obj),
        device=target.device.name,
        reason=alert.name,
        message=alert.summary,
        occurred_at=alert.starts_at,
        severity=severity,
    )
