"""Bundles in which nothing but logs or an alert shows a failure: no signal can open a case there."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of
from casebook_operator.kube.pods import container_statuses, phase_of
from casebook_operator.offline import Snapshot


def is_silent(snapshot: Snapshot) -> bool:
    """Whether every pod runs, is ready and never restarted, no node is held, and there is no Event or kernel line.

    Objects of other kinds do not count: a Service or a NetworkPolicy has no status that says that it is wrong.
    """
    if snapshot.events or snapshot.bundle.kernel_log:
        return False
    kinds = {obj["kind"] for obj in snapshot.objects.values()}
    pods = [obj for obj in snapshot.objects.values() if obj["kind"] == "Pod"]
    return "Node" not in kinds and all(_is_fine(pod) for pod in pods)


def _is_fine(pod: Object) -> bool:
    running = phase_of(pod) == "Running"
    met = all(condition.get("status") == "True" for condition in conditions_of(pod))
    return running and met and not any(_has_failed(status) for status in container_statuses(pod))


def _has_failed(status: Object) -> bool:
    return bool(status.get("restartCount")) or not status.get("ready", True) or bool(status.get("lastState"))
