"""Objects that a case may rest on, reduced to what recovery is compared with. Pure functions.

Only what people set is in it. What controllers report (phases, conditions, counts) is the symptom, and gets better
whatever the cure was.
"""

from collections.abc import Callable, Iterable

from casebook_analyzer.evidence.compare_nodes import BOOT, CORDONED, TAINTS, VERSIONS
from casebook_analyzer.evidence.compare_objects import KEYS, SET_BY, VERSION
from casebook_analyzer.models import ObjectState
from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    labels_of,
    metadata_of,
    name_of,
    namespace_of,
    spec_of,
    uid_of,
)
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.changes.deliveries import KINDS as DELIVERIES
from casebook_operator.reading.changes.deliveries import release_of
from casebook_operator.reading.nodes.environment import environment_of
from casebook_operator.reading.pods.config_maps import keys_of
from casebook_operator.reading.scaling import last_scaled, owners_of_replicas

MAX_KEYS = 100
"""Keys of one ConfigMap. Of one with more, only the version is compared."""

METADATA_ALONE = frozenset({"ConfigMap"})
"""Kinds of which nothing else is ever asked for."""

_ENFORCED = "pod-security.kubernetes.io/enforce"

_AUTOSCALER = "kube-controller-manager"
"""Field manager of the HorizontalPodAutoscaler, which follows the load and is nobody's cure."""

_OF_THE_CLUSTER = ("node.kubernetes.io/", "node.cloudprovider.kubernetes.io/", "node-role.kubernetes.io/")
"""Taints that controllers set and lift with the conditions of a node, or that it is born with."""

_TAGS = {"driver": "gpuDriver", "runtime": "containerRuntime", "os": "osImage"}
"""Where the state of a node is called otherwise in its environment."""


def state_of(kind: str, obj: Object) -> tuple[ObjectState, ...]:
    """The state of an object, or an empty tuple for kinds that no case rests on."""
    project = _STATES.get(kind)
    if project is None or not name_of(obj):
        return ()
    state = {name: value for name, value in project({"kind": kind, **obj}).items() if value}
    return (ObjectState(kind=kind, namespace=namespace_of(obj), name=name_of(obj), uid=uid_of(obj), state=state),)


def missing_state(kind: str, namespace: str, name: str) -> tuple[ObjectState, ...]:
    """The state of an object that does not exist, or an empty tuple for kinds that no case rests on."""
    return (ObjectState(kind=kind, namespace=namespace, name=name, exists=False),) if kind in _STATES else ()


def _existence(_: Object) -> dict[str, str]:
    return {}


def _version(obj: Object) -> dict[str, str]:
    """The generation where there is one: it leaves out writes of metadata."""
    metadata = metadata_of(obj)
    return {VERSION: str(metadata.get("generation") or metadata.get("resourceVersion") or "")}


def _config_map(obj: Object) -> dict[str, str]:
    keys = keys_of(obj)
    known = {KEYS: ",".join(sorted(keys))} if keys and len(keys) <= MAX_KEYS else {}
    return _version(obj) | known


def _service_account(obj: Object) -> dict[str, str]:
    return {"image pull secrets": _listed(str(one.get("name")) for one in mappings(obj, "imagePullSecrets"))}


def _quota(obj: Object) -> dict[str, str]:
    return {str(name): str(value) for name, value in mapping(obj, "spec", "hard").items()}


def _limit_range(obj: Object) -> dict[str, str]:
    return {
        f"{bound} {resource} of a {limit.get('type')}": str(value)
        for limit in mappings(obj, "spec", "limits")
        for bound in ("default", "defaultRequest", "max", "min")
        for resource, value in mapping(limit, bound).items()
    }


def _claim(obj: Object) -> dict[str, str]:
    spec = spec_of(obj)
    return {
        "storage": str(mapping(spec, "resources", "requests").get("storage") or ""),
        "volume": text(spec, "volumeName"),
    }


def _service(obj: Object) -> dict[str, str]:
    spec = spec_of(obj)
    ports = (f"{one.get('port')}:{one.get('targetPort') or one.get('port')}" for one in mappings(spec, "ports"))
    selector = (f"{key}={value}" for key, value in mapping(spec, "selector").items())
    return {"ports": _listed(ports), "selector": _listed(selector)}


def _namespace(obj: Object) -> dict[str, str]:
    return {"pod security level": labels_of(obj).get(_ENFORCED, "")}


def _replicas(obj: Object) -> dict[str, str]:
    """Nothing where an autoscaler sets it."""
    if any(entry.get("manager") == _AUTOSCALER for entry in owners_of_replicas(obj)):
        return {}
    replicas, last = spec_of(obj).get("replicas"), last_scaled(obj)
    who = f"{last.by} at {last.at:%Y-%m-%d %H:%M:%S} UTC" if last is not None and last.by else ""
    return {"number of replicas": "1" if replicas is None else str(replicas), SET_BY: who}


def _node(obj: Object) -> dict[str, str]:
    environment = environment_of(obj)
    versions = {name: environment.get(_TAGS.get(name, name), "") for name in VERSIONS}
    taints = (str(taint.get("key")) for taint in mappings(obj, "spec", "taints") if taint.get("key"))
    return versions | {
        BOOT: text(obj, "status", "nodeInfo", "bootID"),
        CORDONED: "true" if spec_of(obj).get("unschedulable") else "",
        TAINTS: _listed(key for key in taints if not key.startswith(_OF_THE_CLUSTER)),
    }


def _release(obj: Object) -> dict[str, str]:
    return {"revision": release_of(obj).revision}


def _listed(items: Iterable[str]) -> str:
    return ",".join(sorted(set(items)))


_STATES: dict[str, Callable[[Object], dict[str, str]]] = {
    "ConfigMap": _config_map,
    "ServiceAccount": _service_account,
    "ResourceQuota": _quota,
    "LimitRange": _limit_range,
    "PersistentVolumeClaim": _claim,
    "PersistentVolume": _existence,
    "StorageClass": _existence,
    "PriorityClass": _existence,
    "RuntimeClass": _existence,
    "Service": _service,
    "Namespace": _namespace,
    "NetworkPolicy": _version,
    "Role": _version,
    "ClusterRole": _version,
    "ValidatingWebhookConfiguration": _version,
    "MutatingWebhookConfiguration": _version,
    "APIService": _existence,
    "Deployment": _replicas,
    "StatefulSet": _replicas,
    "ReplicaSet": _replicas,
    "Node": _node,
    **dict.fromkeys(DELIVERIES, _release),
}

KINDS = frozenset(_STATES)
"""What a case may rest on: each is read again, by its name, when the case is over."""
