"""API paths of the kinds that Casebook reads."""

from urllib.parse import quote

_COLLECTIONS = {
    "Pod": ("/api/v1", "pods"),
    "Node": ("/api/v1", "nodes"),
    "Event": ("/api/v1", "events"),
    "Deployment": ("/apis/apps/v1", "deployments"),
    "ReplicaSet": ("/apis/apps/v1", "replicasets"),
    "StatefulSet": ("/apis/apps/v1", "statefulsets"),
    "DaemonSet": ("/apis/apps/v1", "daemonsets"),
    "ControllerRevision": ("/apis/apps/v1", "controllerrevisions"),
    "Job": ("/apis/batch/v1", "jobs"),
    "CronJob": ("/apis/batch/v1", "cronjobs"),
    "Investigation": ("/apis/casebook.dev/v1alpha1", "investigations"),
}
CLUSTER_SCOPED = frozenset({"Node"})


def known(kind: str) -> bool:
    """Whether Casebook has a path for this kind, and so may follow an owner reference to it."""
    return kind in _COLLECTIONS


def collection(kind: str, namespace: str = "") -> str:
    """The path of all objects of a kind, in one namespace or, when that is empty, in all of them."""
    prefix, plural = _COLLECTIONS[kind]
    if namespace and kind not in CLUSTER_SCOPED:
        return f"{prefix}/namespaces/{quote(namespace, safe='')}/{plural}"
    return f"{prefix}/{plural}"


def item(kind: str, namespace: str, name: str) -> str:
    """The path of one object."""
    return f"{collection(kind, namespace)}/{quote(name, safe='')}"
