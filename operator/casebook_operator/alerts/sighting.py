"""From what an alert names to the subject of an Investigation: the object is read, and its owner found."""

import msgspec

from casebook_analyzer.models import Entity, Severity, Signal, SubjectRef, Trigger
from casebook_operator.alerts.targets import Target
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.objects import mapping, mappings, metadata_of, text

FAILURE_CLASS = Trigger.ALERT.value
"""One for all alerts, so that two about one subject are one Investigation, also when two processes get one each."""


class Sighting(msgspec.Struct, frozen=True, kw_only=True):
    """An object that an alert is about, as a signal of its subject."""

    signal: Signal
    subject: SubjectRef


class Finder:
    """Reads the objects that alerts name. What is not there is None; a refusal is raised."""

    def __init__(self, kube: KubeClient) -> None:
        self._kube = kube
        self._resolver = SubjectResolver(kube)

    async def find(self, target: Target, alert: NotedAlert, severity: Severity) -> Sighting | None:
        """The subject that an alert is about now."""
        obj = await self._read(target.kind, target.namespace, target.name)
        if obj is not None and target.node_of:
            obj = await self._read("Node", "", text(mapping(obj.get("spec")).get("nodeName")))
        if obj is None:
            return None
        signal = _signal(obj, target, alert, severity)
        return Sighting(signal=signal, subject=await self._resolver.resolve(signal, obj))

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
    kind, metadata, spec = obj["kind"], metadata_of(obj), mapping(obj.get("spec"))
    names = {text(container.get("name")) for container in mappings(spec.get("containers"))} if kind == "Pod" else set()
    return Signal(
        trigger=Trigger.ALERT,
        failure_class=FAILURE_CLASS,
        origin=Entity(kind=kind, namespace=text(metadata.get("namespace")), name=text(metadata.get("name"))),
        origin_uid=text(metadata.get("uid")),
        container=target.container if target.container in names else "",
        node_name=text(metadata.get("name")) if kind == "Node" else text(spec.get("nodeName")),
        reason=alert.name,
        message=alert.summary,
        occurred_at=alert.starts_at,
        severity=severity,
    )
