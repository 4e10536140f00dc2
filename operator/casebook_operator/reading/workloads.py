"""Tells from the status of a workload whether it has all the pods that it asks for, or has made them at least."""

from collections.abc import Callable

from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_status, metadata_of, spec_of, status_of


def complete(kind: str, obj: Object) -> bool | None:
    """Whether a workload has all its pods in the newest version. None for kinds whose status does not say."""
    return _checked(_COMPLETE.get(kind), obj)


def made(kind: str, obj: Object) -> bool | None:
    """Whether a workload has made all its pods, in the newest version, ready or not. None where no status says so."""
    return _checked(_MADE.get(kind), obj)


def _checked(check: Callable[[Object, Object], bool] | None, obj: Object) -> bool | None:
    if check is None:
        return None
    status = status_of(obj)
    generation = metadata_of(obj).get("generation") or 0
    observed = status.get("observedGeneration")
    return (observed is None or observed >= generation) and check(spec_of(obj), status)


def none_ready(kind: str, obj: Object) -> bool:
    """Whether the controller of a workload has looked at it as it is now, and saw no pod that is ready."""
    field, status = _READY.get(kind), status_of(obj)
    observed = status.get("observedGeneration")
    looked = observed is not None and observed >= (metadata_of(obj).get("generation") or 0)
    return field is not None and looked and not (status.get(field) or status.get("availableReplicas"))


def _deployment(spec: Object, status: Object) -> bool:
    """``DeploymentComplete`` (pkg/controller/deployment/util/deployment_util.go)."""
    wanted = _wanted(spec)
    same = (status.get("updatedReplicas") or 0) == (status.get("replicas") or 0) == wanted
    return same and (status.get("availableReplicas") or 0) >= wanted


def _replicas(spec: Object, status: Object) -> bool:
    return (status.get("readyReplicas") or 0) >= _wanted(spec)


def _updated_are_there(spec: Object, status: Object) -> bool:
    return (status.get("updatedReplicas") or 0) >= _wanted(spec)


def _are_there(spec: Object, status: Object) -> bool:
    return (status.get("replicas") or 0) >= _wanted(spec)


def _in_order(spec: Object, status: Object) -> bool:
    """One pod after the other, unless they are made in parallel: the next comes when this one is ready.

    (``monotonic``, pkg/controller/statefulset/stateful_set_control.go.)
    """
    waits = spec.get("podManagementPolicy") != "Parallel"
    there, ready = status.get("replicas") or 0, status.get("readyReplicas") or 0
    return _are_there(spec, status) or (waits and there > ready)


def _scheduled(_: Object, status: Object) -> bool:
    return (status.get("currentNumberScheduled") or 0) >= (status.get("desiredNumberScheduled") or 0)


def _daemon_set(_: Object, status: Object) -> bool:
    return (status.get("numberReady") or 0) >= (status.get("desiredNumberScheduled") or 0)


def _job(_: Object, status: Object) -> bool:
    """A Job that has completed, or that goes on to try: what its pods did before is its own business."""
    conditions = {"status": status}
    if condition_status(conditions, "Complete") == "True":
        return True
    failed = condition_status(conditions, "Failed") or condition_status(conditions, "FailureTarget")
    return failed != "True" and bool(status.get("active"))


def _wanted(spec: Object) -> int:
    replicas = spec.get("replicas")
    return 1 if replicas is None else int(replicas)


_COMPLETE: dict[str, Callable[[Object, Object], bool]] = {
    "Deployment": _deployment,
    "ReplicaSet": _replicas,
    "ReplicationController": _replicas,
    "StatefulSet": _replicas,
    "DaemonSet": _daemon_set,
    "Job": _job,
}
_MADE: dict[str, Callable[[Object, Object], bool]] = {
    "Deployment": _updated_are_there,
    "ReplicaSet": _are_there,
    "ReplicationController": _are_there,
    "StatefulSet": _in_order,
    "DaemonSet": _scheduled,
    "Job": _job,
}

_READY = {
    "Deployment": "readyReplicas",
    "ReplicaSet": "readyReplicas",
    "StatefulSet": "readyReplicas",
    "DaemonSet": "numberReady",
}
