"""Which Events the later life of what they are about has overtaken: what was overcome before a failure explains none.

A success counts when it comes after the last of such Events and before the failure that the case is about. One that
comes later says that the failure is over, and not that it was none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from casebook_analyzer.models import UNKNOWN_TIME
from casebook_analyzer.text import mask
from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, created_at
from casebook_operator.kube.pods import statuses_by_kind, terminated
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping, text
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

_CREATED, _REFUSED = "SuccessfulCreate", "FailedCreate"

_SUCCESSES = {
    "FailedScheduling": {"Scheduled"},
    "NotTriggerScaleUp": {"Scheduled"},
    _REFUSED: {_CREATED},
    "FailedDelete": {"SuccessfulDelete"},
    "FailedUpdate": {"SuccessfulUpdate"},
    "ReplicaSetCreateError": {"ScalingReplicaSet"},
    "ProvisioningFailed": {"ProvisioningSucceeded"},
    "VolumeResizeFailed": {"VolumeResizeSuccessful", "FileSystemResizeSuccessful"},
    "FileSystemResizeFailed": {"FileSystemResizeSuccessful"},
    "SyncLoadBalancerFailed": {"EnsuredLoadBalancer"},
    "UpdateLoadBalancerFailed": {"UpdatedLoadBalancer", "EnsuredLoadBalancer"},
    "FailedGetScale": {"SuccessfulRescale"},
    "FailedRescale": {"SuccessfulRescale"},
    "FailedComputeMetricsReplicas": {"SuccessfulRescale"},
    "FailedGetResourceMetric": {"SuccessfulRescale"},
    "FailedGetContainerResourceMetric": {"SuccessfulRescale"},
    "FailedGetPodsMetric": {"SuccessfulRescale"},
    "FailedGetObjectMetric": {"SuccessfulRescale"},
    "FailedGetExternalMetric": {"SuccessfulRescale"},
}
"""What one controller says of one object when it fails, and when it has done the same at last: the scheduler
(pkg/scheduler), controllers of workloads (pkg/controller/controller_utils.go, statefulset, deployment), of volumes
(pkg/controller/volume/events/event.go), of load balancers (k8s.io/cloud-provider controllers/service), of autoscalers
(pkg/controller/podautoscaler/horizontal.go). Nodes are not among them: pods are lost to one that is back."""

_ONE_AT_A_TIME = frozenset({_REFUSED})
"""Steps that end at the first thing that is wrong. Who now complains of another one has got past the one before."""
_QUOTED = re.compile(r'"[^"]*"')
_OTHERWISE = "another complaint"
_COMPARED = 512
"""Characters by which two complaints are told apart."""


class _Success(NamedTuple):
    """Something that was done, when, and of which container where it was one's."""

    at: datetime
    by: str
    container: str = ""


def with_overtaken(
    records: Sequence[EventRecord],
    failed_at: datetime,
    *,
    pod: Object | None = None,
    made: Sequence[Object] = (),
    uid: str = "",
    complete: bool = False,
) -> list[EventRecord]:
    """The records of one object, each with what has overtaken it.

    While the API server's authorizer does not know yet that a pod is on its node, kubelet is refused the pod's token,
    ConfigMaps and Secrets: such an Event explains no crash that comes after. ``pod`` is the object where it is one;
    ``made`` are pods, of which those count that the object with this ``uid`` has made. ``complete`` says that this has
    made all that it wants: what it was refused within the second of the last one was before it. Events and objects tell
    whole seconds, and a controller tries again within milliseconds (``DefaultTypedControllerRateLimiter``, client-go
    util/workqueue).
    """
    starts = [one for one in (*_starts(pod or {}), *_told_starts(records)) if one.at <= failed_at]
    done = [one for one in (*_told(records), *_made(made, uid)) if one.at <= failed_at]
    newest = _newest_complaints(records, failed_at)
    by = partial(_by, starts=starts, done=done, newest=newest, complete=complete)
    return [replace(record, overtaken_by=by(record)) for record in records]


def _by(
    record: EventRecord,
    *,
    starts: Iterable[_Success],
    done: Iterable[_Success],
    newest: Mapping[str, EventRecord],
    complete: bool,
) -> str:
    """What has overtaken a record; empty where it stands.

    Kubelet starts nothing before it has done all that comes before. A controller may fail again within the second.
    """
    if record.last == UNKNOWN_TIME:
        return ""
    pulls = record.reason == "BackOff" and record.message.startswith(_PULL_BACK_OFF)
    of_container = pulls or record.reason in _BEFORE_ITS_CONTAINER
    if of_container or record.reason in _BEFORE_CONTAINERS:
        own = (one for one in starts if not of_container or one.container == record.container)
        if any(record.last <= one.at for one in own):
            return _STARTED
    successes = _SUCCESSES.get(record.reason, ())
    last = complete and record.reason == _REFUSED
    later = (
        one.by for one in done if one.by in successes and (record.last < one.at or (last and record.last == one.at))
    )
    return next(later, "") or (_OTHERWISE if _is_told_otherwise(record, newest.get(record.reason)) else "")


def _newest_complaints(records: Iterable[EventRecord], failed_at: datetime) -> Mapping[str, EventRecord]:
    """Of each step that ends at the first thing that is wrong, what has gone wrong last before the failure."""
    told = [one for one in records if one.reason in _ONE_AT_A_TIME and one.first <= failed_at]
    return {one.reason: one for one in sorted(told, key=lambda one: one.first)}


def _is_told_otherwise(record: EventRecord, newest: EventRecord | None) -> bool:
    """Whether the same step fails for another reason since, and no more for this one, whatever names it names."""
    if newest is None or record.last >= newest.first:
        return False
    return _gist(newest) != _gist(record)


def _gist(record: EventRecord) -> str:
    """The API server makes a name for each pod that it then refuses."""
    return mask(_QUOTED.sub("", record.message[:_COMPARED]))


def _starts(pod: Object) -> Iterator[_Success]:
    for _, status in statuses_by_kind(pod):
        ends = (terminated(status, "lastState"), terminated(status, "state"))
        for one in (*ends, mapping(status, "state", "running")):
            if at := real_time(one.get("startedAt")):
                yield _Success(at, _STARTED, status["name"])


def _told_starts(records: Iterable[EventRecord]) -> Iterator[_Success]:
    """An Event is folded over many starts: of these the first and the last are known."""
    for record in records:
        if record.reason == _STARTED:
            yield _Success(record.first, _STARTED, record.container)
            yield _Success(record.last, _STARTED, record.container)


def _told(records: Iterable[EventRecord]) -> Iterator[_Success]:
    for record in records:
        if record.last != UNKNOWN_TIME:
            yield _Success(record.first, record.reason)
            yield _Success(record.last, record.reason)


def _made(pods: Iterable[Object], uid: str) -> Iterator[_Success]:
    """Events are lossy, and pods that were made are there."""
    for pod in pods:
        at = created_at(pod)
        if uid and at is not None and text(controller_of(pod) or {}, "uid") == uid:
            yield _Success(at, _CREATED)
