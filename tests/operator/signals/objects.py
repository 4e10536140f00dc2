"""Objects of the kinds that only signals look at, as the API server shows them."""

from typing import Any

from casebook_operator.kube import Object
from tests.operator.builders import condition, pod, reference, rfc, running

REPLICA_SET = reference("ReplicaSet", "checkout-5d9f")
JOB = reference("Job", "import-1")


def status_of(name: str = "app", *, state: Object | None = None, ready: bool = True, **more: Any) -> Object:
    return {"name": name, "state": state or running(), "lastState": {}, "restartCount": 0, "ready": ready} | more


def scheduled(since: float = -55) -> Object:
    return condition("PodScheduled", "True", since=since, reason="")


def pod_in(phase: str, *containers: Object, conditions: tuple[Object, ...] = (), **more: Any) -> Object:
    """A pod in a phase, with the conditions that are given instead of those that the builder makes up."""
    spec, status = more.pop("spec", {}), more.pop("status", {})
    made = pod(*containers, **({"owner": REPLICA_SET} | more))
    made["spec"] |= spec
    made["status"] |= {"phase": phase, "conditions": list(conditions)} | status
    return made


def running_pod(*containers: Object, ready: bool = True, since: float = 5, **more: Any) -> Object:
    state = "True" if ready else "False"
    told = tuple(condition(kind, state, since=since, reason="") for kind in ("Ready", "ContainersReady"))
    return pod_in("Running", *(containers or (status_of(ready=ready),)), conditions=(scheduled(), *told), **more)


def starting_pod(*containers: Object, sandbox: bool | None = None, since: float = 0, **more: Any) -> Object:
    """``sandbox``: whether kubelet has made one; None for a kubelet that does not say."""
    told = [scheduled(since)]
    if sandbox is not None:
        told.append(condition("PodReadyToStartContainers", "True" if sandbox else "False", since=since, reason=""))
    made = pod_in("Pending", *containers, conditions=tuple(told), **more)
    made["status"]["startTime"] = rfc(since)
    return made


def written(obj: Object, status: float | None = None, spec: float | None = None) -> Object:
    """The object with the field managers that say when it was last written."""
    entries = []
    if spec is not None:
        entries.append({"manager": "kubectl", "operation": "Apply", "time": rfc(spec)})
    if status is not None:
        entries.append({"manager": "controller", "operation": "Update", "subresource": "status", "time": rfc(status)})
    return obj | {"metadata": obj["metadata"] | {"managedFields": entries}}


def of_kind(kind: str, name: str = "checkout", *conditions: Object, created: float = -3600, **more: Any) -> Object:
    """Any namespaced object; ``spec`` and ``status`` as they are given."""
    status = more.pop("status", {})
    metadata = {"name": name, "namespace": "shop", "uid": f"uid-{kind}-{name}", "creationTimestamp": rfc(created)}
    metadata |= more.pop("metadata", {})
    return {"kind": kind, "metadata": metadata, "status": status | {"conditions": list(conditions)}} | more


def told(reason: str, message: str = "", **more: Any) -> Object:
    """A Warning Event about a pod, of kubelet, told once unless ``count``, ``first`` and ``last`` say otherwise."""
    kind, name = more.pop("kind", "Pod"), more.pop("name", "checkout-5d9f-abcde")
    container, count = more.pop("container", ""), more.pop("count", 1)
    first, last = more.pop("first", 0), more.pop("last", 0)
    about = {"kind": kind, "name": name, "uid": f"uid-{name}"} | ({} if kind == "Node" else {"namespace": "shop"})
    if container:
        about["fieldPath"] = f"spec.containers{{{container}}}"
    return {
        "kind": "Event",
        "metadata": {"name": f"{name}.{reason}", "namespace": "shop", "creationTimestamp": rfc(first)},
        "type": "Warning",
        "reason": reason,
        "message": message,
        "count": count,
        "firstTimestamp": rfc(first),
        "lastTimestamp": rfc(last),
        "involvedObject": about,
        "source": {"component": "kubelet", "host": "node-1"},
    } | more


def dying(obj: Object, at: float, grace: int = 30) -> Object:
    going = {"deletionTimestamp": rfc(at + grace), "deletionGracePeriodSeconds": grace}
    return obj | {"metadata": obj["metadata"] | going}


def deployment(*conditions: Object, **status: Any) -> Object:
    observed = {"observedGeneration": 2, "replicas": 2} | status
    return of_kind("Deployment", "checkout", *conditions, spec={"replicas": 2}, status=observed)
