"""Whether a workload has everything that it asks for, by its own status."""

from collections.abc import Callable

from casebook_operator.cases.pods import condition_of
from casebook_operator.kube import Object


def complete(kind: str, obj: Object) -> bool | None:
    """Whether a controller is done with the newest version of its object. None for kinds that do not say."""
    check = _CHECKS.get(kind)
    if check is None:
        return None
    status = obj.get("status") or {}
    generation = (obj.get("metadata") or {}).get("generation") or 0
    observed = status.get("observedGeneration")
    return (observed is None or observed >= generation) and check(obj.get("spec") or {}, status)


def _deployment(spec: Object, status: Object) -> bool:
    """``DeploymentComplete`` (pkg/controller/deployment/util/deployment_util.go)."""
    wanted = _wanted(spec)
    same = (status.get("updatedReplicas") or 0) == (status.get("replicas") or 0) == wanted
    return same and (status.get("availableReplicas") or 0) >= wanted


def _replicas(spec: Object, status: Object) -> bool:
    return (status.get("readyReplicas") or 0) >= _wanted(spec)


def _daemon_set(_: Object, status: Object) -> bool:
    return (status.get("numberReady") or 0) >= (status.get("desiredNumberScheduled") or 0)


def _job(_: Object, status: Object) -> bool:
    """A Job that has completed, or that goes on to try: what its pods did before is its own business."""
    conditions = {"status": status}
    if condition_of(conditions, "Complete").get("status") == "True":
        return True
    failed = condition_of(conditions, "Failed").get("status") or condition_of(conditions, "FailureTarget").get("status")
    return failed != "True" and bool(status.get("active"))


def _wanted(spec: Object) -> int:
    replicas = spec.get("replicas")
    return 1 if replicas is None else int(replicas)


_CHECKS: dict[str, Callable[[Object, Object], bool]] = {
    "Deployment": _deployment,
    "ReplicaSet": _replicas,
    "StatefulSet": _replicas,
    "DaemonSet": _daemon_set,
    "Job": _job,
}
