"""Tells whether a symptom has passed though its object still shows it, as Events and evicted pods do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import RecoveryRule, Signal, Trigger
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import being_deleted, controller_of
from casebook_operator.kube.pods import container_statuses, finished, is_running, node_of, phase_of, ready
from casebook_operator.kube.values import text
from casebook_operator.reading.workloads import complete, made

FRESH = timedelta(seconds=30)
"""A pod that failed within this time is told of, even when its successor is ready by now."""


class Staleness:
    """Asked once, before a case is opened.

    Events stay for an hour, and pods that were evicted or whose node was shut down until somebody removes them
    (``terminated-pod-gc-threshold`` is 12,500). Neither knows what has happened since.
    """

    def __init__(self, kube: ObjectReader, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._kube = kube
        self._clock = clock

    async def is_over(self, signal: Signal, obj: Object) -> bool:
        """Whether the cluster shows now that what a signal tells has passed. ``obj`` is what showed it.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        if "involvedObject" in obj:
            return await self._event_is_over(signal)
        if signal.origin.kind == "Pod" and finished(obj) and self._clock() - signal.occurred_at >= FRESH:
            return await self._made_good(obj)
        return False

    async def _event_is_over(self, signal: Signal) -> bool:
        """False where that cannot be told: for kinds without a status that says so, and where reading is forbidden."""
        origin = signal.origin
        if origin.kind == "Node" or not paths.known(origin.kind):
            return False
        try:
            obj = await self._kube.get(paths.item(origin.kind, origin.namespace, origin.name))
        except ApiStatusError as error:
            return error.not_found
        if signal.origin_uid and obj["metadata"].get("uid", signal.origin_uid) != signal.origin_uid:
            return True
        if origin.kind == "Pod":
            return _pod_is_past(obj, signal.trigger)
        if origin.kind == "PersistentVolumeClaim":
            return phase_of(obj) == "Bound"
        enough = made if signal.trigger.policy.recovery is RecoveryRule.CREATED else complete
        return enough(origin.kind, obj) or False

    async def _made_good(self, pod: Object) -> bool:
        """Whether the controller of a dead pod has all the pods that it wants, or is gone itself."""
        owner = controller_of(pod)
        if owner is None or not paths.is_workload(owner["kind"], text(owner, "apiVersion")):
            return False
        try:
            path = paths.item(owner["kind"], pod["metadata"]["namespace"], owner["name"])
            return complete(owner["kind"], await self._kube.get(path)) or False
        except ApiStatusError as error:
            return error.not_found


def _pod_is_past(pod: Object, trigger: Trigger) -> bool:
    if being_deleted(pod):
        return not trigger.policy.outlives_deletion
    if finished(pod):
        return phase_of(pod) == "Succeeded"
    if ready(pod):
        return True
    if trigger.policy.recovery is RecoveryRule.SCHEDULED:
        return bool(node_of(pod))
    running = [is_running(status) for status in container_statuses(pod)]
    return trigger.policy.recovery is RecoveryRule.STARTED and bool(running) and all(running)
