"""Which Events of a pod its later life has disproved: what kept a container from starting is over once it started."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from casebook_analyzer.models import UNKNOWN_TIME
from casebook_operator.kube import Object
from casebook_operator.kube.pods import statuses_by_kind, terminated
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping
from casebook_operator.reading.events.records import EventRecord

_BEFORE_CONTAINERS = frozenset(
    {
        "FailedAttachVolume",
        "FailedCreatePodSandBox",
        "FailedMapVolume",
        "FailedMount",
        "FailedMountOnFilesystemMismatch",
        "FailedPrepareDynamicResources",
        "FailedScheduling",
        "NetworkNotReady",
        "NotTriggerScaleUp",
    }
)
"""What comes before any container of the pod (pkg/kubelet/kubelet.go ``SyncPod``: network, volumes, resources, then the
runtime, which makes the sandbox first; pkg/kubelet/events/event.go). The scheduler comes before all of it."""

_BEFORE_ITS_CONTAINER = frozenset({"ErrImageNeverPull", "Failed", "InspectFailed"})
"""Image and creation of one container (pkg/kubelet/images, pkg/kubelet/kuberuntime/kuberuntime_container.go)."""
_PULL_BACK_OFF = "Back-off pulling image"
"""pkg/kubelet/images/image_manager.go. Its reason is ``BackOff``, as that of a container that is restarted."""
_STARTED = "Started"

_Start = tuple[str, datetime]
"""A container and when it was started."""


def still_told(records: Sequence[EventRecord], pod: Object | None, failed_at: datetime) -> list[EventRecord]:
    """The records without those that a start has disproved which came after them and before the failure.

    While the API server's authorizer does not know yet that a pod is on its node, kubelet is refused the pod's token,
    ConfigMaps and Secrets: such an Event explains no crash that comes after.
    """
    starts = [(name, at) for name, at in (*_of_status(pod or {}), *_of_events(records)) if at <= failed_at]
    return [record for record in records if not _is_overcome(record, starts)]


def _is_overcome(record: EventRecord, starts: Iterable[_Start]) -> bool:
    if record.last == UNKNOWN_TIME:
        return False
    if record.reason in _BEFORE_CONTAINERS:
        return any(record.last <= at for _, at in starts)
    pulls = record.reason == "BackOff" and record.message.startswith(_PULL_BACK_OFF)
    if pulls or record.reason in _BEFORE_ITS_CONTAINER:
        return any(record.last <= at for name, at in starts if name == record.container)
    return False


def _of_status(pod: Object) -> Iterable[_Start]:
    for _, status in statuses_by_kind(pod):
        ends = (terminated(status, "lastState"), terminated(status, "state"))
        for one in (*ends, mapping(status, "state", "running")):
            if at := real_time(one.get("startedAt")):
                yield status["name"], at


def _of_events(records: Iterable[EventRecord]) -> Iterable[_Start]:
    """An Event is folded over many starts: of these the first and the last are known."""
    for record in records:
        if record.reason == _STARTED:
            yield record.container, record.first
            yield record.container, record.last
