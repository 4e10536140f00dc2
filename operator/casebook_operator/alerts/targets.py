"""From the labels of an alert to the object that it is about. A pure function of the labels.

Many labels of an alert are not about what is wrong but about who measured it: a metric of kube-state-metrics may carry
the pod of kube-state-metrics, one of node-exporter the pod of node-exporter. So the order matters.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec

from casebook_operator.alerts.device_labels import NO_DEVICE, AlertedDevice, names_gpu, told_device
from casebook_operator.kube import paths
from casebook_operator.kube.names import LABEL

_WORKLOADS = {
    "deployment": "Deployment",
    "statefulset": "StatefulSet",
    "daemonset": "DaemonSet",
    "replicaset": "ReplicaSet",
    "replicationcontroller": "ReplicationController",
    "cronjob": "CronJob",
    "job_name": "Job",
    "horizontalpodautoscaler": "HorizontalPodAutoscaler",
    "hpa": "HorizontalPodAutoscaler",
    "poddisruptionbudget": "PodDisruptionBudget",
    "persistentvolumeclaim": "PersistentVolumeClaim",
}
"""Labels of kube-state-metrics and of kubelet that name an object of a namespace (kube-state-metrics: docs/metrics)."""

_NODES = ("node", "Hostname", "nodename", "kubernetes_node", "node_name", "kubernetes_io_hostname")
"""Labels that name a node. ``Hostname`` is what dcgm-exporter writes."""
_NODES_OF_GPUS = (*_NODES, "hostname")
"""dcgm-exporter writes it so of links, AMD's exporter of everything. Elsewhere it may be any host's."""

_OF_GPUS = ("dcgm-exporter",)
_NODE_EXPORTERS = ("node-exporter", *_OF_GPUS, "node-problem-detector")
_EXPORTERS = (*_NODE_EXPORTERS, "kube-state-metrics")
"""Whose own pod stands in the labels of what they measure: one of the words is in both the job and the pod."""
_OF_NODES = (*_NODE_EXPORTERS, "kubelet")
"""Jobs whose ``instance`` is a node."""
_OF_PODS = ("kubelet", "cadvisor")

_NAME = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_ADDRESS = re.compile(r"[0-9.]+")
_LONGEST = 253

_OWN_PREFIX = "Casebook"
_OWN_LABEL = "investigation"


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """An object that an alert may be about."""

    kind: str
    namespace: str = ""
    """Empty for objects without one."""
    name: str
    container: str = ""
    node_of: bool = False
    """Not this pod, but the node that it runs on: the pod is the exporter's."""
    device: AlertedDevice = NO_DEVICE
    """Of a node, or of that of a pod."""
    guessed: bool = False
    """Perhaps there never was such an object: a host name that looks like a node's."""

    @property
    def namespaces(self) -> tuple[str, ...]:
        """Whose the object is that is read, and whose the one that the alert comes down to; ``""``: nobody's."""
        return (self.namespace, "") if self.node_of else (self.namespace,)


def is_own(labels: Mapping[str, str]) -> bool:
    """Whether an alert is one of Casebook's own, about Investigations or about itself. Those open nothing."""
    return labels.get("alertname", "").startswith(_OWN_PREFIX) or _OWN_LABEL in labels


def targets_of(labels: Mapping[str, str]) -> tuple[Target, ...]:
    """What an alert is about, the likeliest first. Empty when no label names anything that Casebook can look at."""
    return tuple(dict.fromkeys(_targets(labels)))


def _targets(labels: Mapping[str, str]) -> Iterator[Target]:
    found = _exported(labels) or _workload(labels) or _pod(labels)
    on_node = [_with_device(target, labels) for target in _beside(labels, found)]
    if found is None:
        yield from on_node
        return
    of_node = on_node if _is_by(labels, _NODE_EXPORTERS) or names_gpu(labels) else []
    # The device is what was measured, and the pod who used it then.
    first, then = (of_node, [found]) if any(target.device.name for target in of_node) else ([found], of_node)
    yield from (*first, *then)


def _beside(labels: Mapping[str, str], found: Target | None) -> Iterator[Target]:
    """What has no namespace. Where an object is ``found``, only a node that is named is looked at beside it."""
    volume = _name(labels, "persistentvolume")
    if volume and found is None:
        yield Target(kind="PersistentVolume", name=volume)
    elif node := _node(labels):
        yield Target(kind="Node", name=node)
    elif found is None:
        yield from _node_of_an_exporter(labels)


def _node(labels: Mapping[str, str]) -> str:
    named = _NODES_OF_GPUS if names_gpu(labels) else _NODES
    return next((name for label in named if (name := _name(labels, label))), "")


def _with_device(target: Target, labels: Mapping[str, str]) -> Target:
    if target.kind != "Node" and not target.node_of:
        return target
    measures_gpus = _is_by(labels, _OF_GPUS) or "Hostname" in labels
    told = told_device(labels, measures_gpus=measures_gpus, measures_pods=_is_by(labels, _OF_PODS))
    return msgspec.structs.replace(target, device=told)


def _exported(labels: Mapping[str, str]) -> Target | None:
    """Where the scrape kept its own labels, those of the metric are called ``exported_...``."""
    namespace, pod = _label(labels, "exported_namespace"), _name(labels, "exported_pod")
    if not namespace or not pod:
        return None
    return Target(kind="Pod", namespace=namespace, name=pod, container=_label(labels, "exported_container"))


def _workload(labels: Mapping[str, str]) -> Target | None:
    namespace = _label(labels, "exported_namespace") or _label(labels, "namespace")
    if not namespace:
        return None
    for label, kind in _WORKLOADS.items():
        if name := _name(labels, f"exported_{label}") or _name(labels, label):
            return Target(kind=kind, namespace=namespace, name=name)
    # kubernetes-mixin joins metrics with namespace_workload_pod:kube_pod_owner:relabel.
    kind = _WORKLOADS.get(labels.get("workload_type", ""), "")
    name = _name(labels, "workload")
    return Target(kind=kind, namespace=namespace, name=name) if kind in paths.WORKLOADS and name else None


def _pod(labels: Mapping[str, str]) -> Target | None:
    namespace = _label(labels, "namespace")
    pod = _name(labels, "pod") or _name(labels, "pod_name")
    if not namespace or not pod or _is_exporters_own(labels, pod):
        return None
    return Target(kind="Pod", namespace=namespace, name=pod, container=_label(labels, "container"))


def _node_of_an_exporter(labels: Mapping[str, str]) -> Iterator[Target]:
    host = labels.get("instance", "").partition(":")[0].lower()
    is_named = _is_name(host) and not _ADDRESS.fullmatch(host)
    if not _is_by(labels, _OF_NODES):
        if is_named:
            yield Target(kind="Node", name=host, guessed=True)
        return
    if is_named:
        yield Target(kind="Node", name=host)
    namespace, pod = _label(labels, "namespace"), _name(labels, "pod")
    if namespace and pod:
        yield Target(kind="Pod", namespace=namespace, name=pod, node_of=True)


def _is_exporters_own(labels: Mapping[str, str], pod: str) -> bool:
    return any(word in pod and _is_by(labels, (word,)) for word in _EXPORTERS)


def _is_by(labels: Mapping[str, str], exporters: tuple[str, ...]) -> bool:
    job = labels.get("job", "").replace("_", "-")
    return any(word in job for word in exporters)


def _name(labels: Mapping[str, str], label: str) -> str:
    """The name of an object, or an empty string for what can be none: labels are what strangers write."""
    value = labels.get(label, "")
    return value if _is_name(value) else ""


def _is_name(value: str) -> bool:
    return len(value) <= _LONGEST and _NAME.fullmatch(value) is not None


def _label(labels: Mapping[str, str], label: str) -> str:
    """The name of a namespace or a container: those have no dots."""
    value = labels.get(label, "")
    return value if LABEL.fullmatch(value) else ""
