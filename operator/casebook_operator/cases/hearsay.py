"""Events tell what was. Whether it still is, only the object that they are about knows."""

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.cases.pods import finished, leaving, node_of, phase_of, ready
from casebook_operator.cases.workloads import complete
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import container_statuses

_OVER_WHEN_RUNNING = frozenset(
    {Trigger.POD_START_STUCK, Trigger.VOLUME_FAILED, Trigger.IMAGE_PULL_FAILED, Trigger.CONTAINER_CONFIG_ERROR}
)
"""What keeps containers from being started is over when they run."""


async def event_is_over(kube: ObjectReader, signal: Signal) -> bool:
    """Whether the object that an Event is about shows that what the Event tells has passed.

    False where that cannot be told: for kinds without a status that says so, and where reading is forbidden.
    """
    origin = signal.origin
    if origin.kind == "Node" or not paths.known(origin.kind):
        return False
    try:
        obj = await kube.get(paths.item(origin.kind, origin.namespace, origin.name))
    except ApiStatusError as error:
        return error.not_found
    if signal.origin_uid and obj["metadata"].get("uid", signal.origin_uid) != signal.origin_uid:
        return True
    if origin.kind == "Pod":
        return _pod_is_past(obj, signal.trigger)
    if origin.kind == "PersistentVolumeClaim":
        return phase_of(obj) == "Bound"
    return complete(origin.kind, obj) or False


def _pod_is_past(pod: Object, trigger: Trigger) -> bool:
    if leaving(pod):
        return trigger is not Trigger.TERMINATION_STUCK
    if finished(pod):
        return phase_of(pod) == "Succeeded"
    if ready(pod):
        return True
    if trigger is Trigger.FAILED_SCHEDULING:
        return bool(node_of(pod))
    running = [("running" in (status.get("state") or {})) for status in container_statuses(pod)]
    return trigger in _OVER_WHEN_RUNNING and bool(running) and all(running)
