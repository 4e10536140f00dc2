"""Small questions to pods that folding and recovery ask alike."""

from casebook_operator.kube import Object

FINISHED = frozenset({"Succeeded", "Failed"})


def node_of(pod: Object) -> str:
    return str((pod.get("spec") or {}).get("nodeName") or "")


def phase_of(pod: Object) -> str:
    return str((pod.get("status") or {}).get("phase") or "")


def finished(pod: Object) -> bool:
    """Whether its containers have ended and will not be started again."""
    return phase_of(pod) in FINISHED


def leaving(pod: Object) -> bool:
    return "deletionTimestamp" in pod["metadata"]


def condition_of(obj: Object, kind: str) -> Object:
    """A condition of any object, or an empty one."""
    conditions = (obj.get("status") or {}).get("conditions") or ()
    return next((condition for condition in conditions if condition.get("type") == kind), {})


def ready(pod: Object) -> bool:
    return bool(condition_of(pod, "Ready").get("status") == "True")


def not_ready(pod: Object) -> bool:
    """Whether a workload misses this pod: it should serve and does not."""
    return phase_of(pod) != "Succeeded" and (leaving(pod) or not ready(pod))


def was_evicted(pod: Object) -> bool:
    return bool((pod.get("status") or {}).get("reason") == "Evicted")


def uses_devices(pod: Object) -> bool:
    """Whether a container asks for an extended resource (their names have a domain), or the pod for a DRA claim."""
    spec = pod.get("spec") or {}
    containers = (*(spec.get("initContainers") or ()), *(spec.get("containers") or ()))
    limits = ((container.get("resources") or {}).get("limits") or {} for container in containers)
    return bool(spec.get("resourceClaims")) or any("/" in name for each in limits for name in each)


def claims_of(pod: Object) -> list[str]:
    """The names of the claims that a pod mounts.

    Ephemeral ones are called after the pod and the volume (component-helpers/storage/ephemeral, ``VolumeClaimName``).
    """
    name = pod["metadata"]["name"]
    claims = []
    for volume in (pod.get("spec") or {}).get("volumes") or ():
        if "ephemeral" in volume:
            claims.append(f"{name}-{volume['name']}")
        elif "persistentVolumeClaim" in volume:
            claims.append(str(volume["persistentVolumeClaim"]["claimName"]))
    return claims
