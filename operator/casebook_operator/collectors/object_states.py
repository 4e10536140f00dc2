"""Objects that a case may rest on, reduced to what recovery is compared with. Pure functions.

Only what people set is in it. What controllers report (phases, conditions, counts) is the symptom, and gets better
whatever the cure was.
"""

from collections.abc import Callable, Iterable

from casebook_analyzer.evidence.compare_nodes import BOOT, CORDONED, TAINTS, VERSIONS
from casebook_analyzer.evidence.compare_objects import KEYS, VERSION
from casebook_analyzer.models import ObjectState
from casebook_operator.collectors.config_maps import keys_of
from casebook_operator.collectors.node_environment import environment_of
from casebook_operator.collectors.objects import labels_of, name_of, namespace_of, spec_of, status_of, uid_of
from casebook_operator.kube import Object

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
    """One, or none for kinds that nothing is known to rest on."""
    project = _STATES.get(kind)
    if project is None or not name_of(obj):
        return ()
    state = {name: value for name, value in project(obj).items() if value}
    return (ObjectState(kind=kind, namespace=namespace_of(obj), name=name_of(obj), uid=uid_of(obj), state=state),)


def missing_state(kind: str, namespace: str, name: str) -> tuple[ObjectState, ...]:
    """That it does not exist, for the same kinds."""
    return (ObjectState(kind=kind, namespace=namespace, name=name, exists=False),) if kind in _STATES else ()


def _existence(_: Object) -> dict[str, str]:
    return {}


def _version(obj: Object) -> dict[str, str]:
    """The generation where there is one: it leaves out writes of metadata."""
    metadata = obj.get("metadata") or {}
    return {VERSION: str(metadata.get("generation") or metadata.get("resourceVersion") or "")}


def _config_map(obj: Object) -> dict[str, str]:
    keys = keys_of(obj)
    known = {KEYS: ",".join(sorted(keys))} if keys and len(keys) <= MAX_KEYS else {}
    return _version(obj) | known


def _service_account(obj: Object) -> dict[str, str]:
    return {"image pull secrets": _listed(str(one.get("name")) for one in obj.get("imagePullSecrets") or ())}


def _quota(obj: Object) -> dict[str, str]:
    return {str(name): str(value) for name, value in (spec_of(obj).get("hard") or {}).items()}


def _limit_range(obj: Object) -> dict[str, str]:
    return {
        f"{bound} {resource} of a {limit.get('type')}": str(value)
        for limit in spec_of(obj).get("limits") or ()
        for bound in ("default", "defaultRequest", "max", "min")
        for resource, value in (limit.get(bound) or {}).items()
    }


def _claim(obj: Object) -> dict[str, str]:
    spec = spec_of(obj)
    return {
        "storage": str(((spec.get("resources") or {}).get("requests") or {}).get("storage") or ""),
        "volume": str(spec.get("volumeName") or ""),
    }


def _service(obj: Object) -> dict[str, str]:
    spec = spec_of(obj)
    ports = (f"{one.get('port')}:{one.get('targetPort') or one.get('port')}" for one in spec.get("ports") or ())
    selector = (f"{key}={value}" for key, value in (spec.get("selector") or {}).items())
    return {"ports": _listed(ports), "selector": _listed(selector)}


def _namespace(obj: Object) -> dict[str, str]:
    return {"pod security level": labels_of(obj).get(_ENFORCED, "")}


def _replicas(obj: Object) -> dict[str, str]:
    """Nothing where an autoscaler sets it."""
    for entry in (obj.get("metadata") or {}).get("managedFields") or ():
        is_set = "f:replicas" in ((entry.get("fieldsV1") or {}).get("f:spec") or {})
        if is_set and entry.get("manager") == _AUTOSCALER:
            return {}
    replicas = spec_of(obj).get("replicas")
    return {"number of replicas": "1" if replicas is None else str(replicas)}


def _node(obj: Object) -> dict[str, str]:
    environment = environment_of(obj)
    versions = {name: environment.get(_TAGS.get(name, name), "") for name in VERSIONS}
    taints = (str(taint.get("key")) for taint in spec_of(obj).get("taints") or () if taint.get("key"))
    return versions | {
        BOOT: str((status_of(obj).get("nodeInfo") or {}).get("bootID") or ""),
        CORDONED: "true" if spec_of(obj).get("unschedulable") else "",
        TAINTS: _listed(key for key in taints if not key.startswith(_OF_THE_CLUSTER)),
    }


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
}
