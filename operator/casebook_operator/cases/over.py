"""By which state a failure is over, for every trigger and every kind of subject. The table of ``docs/recovery.md``.

A state is what the API server says of an object. That nobody has complained for a while is none, and counts only where
Kubernetes keeps no other: each such row says why.
"""

from collections.abc import Mapping
from enum import Enum

from casebook_analyzer.models import RecoveryRule, Trigger


class Over(Enum):
    """What has to be so, in words for people. It has to stay so for the stable time."""

    PODS_READY = "its pods are ready, and the container of the case runs or has completed"
    PODS_QUIET = "its pods are ready, and since no container of theirs has ended in this way"
    STARTED = "the container was started, or all of them where the case names none"
    SCHEDULED = "its pods have nodes (condition PodScheduled)"
    CREATED = "all pods that it wants were made, in the newest version; whether they are ready is another matter"
    COMPLETE = "it has all pods that it wants, in the newest version and ready"
    ONE_BUDGET = "no more than one budget selects its pods"
    FINISHED = "it has completed after the failure (completionTime)"
    SUCCEEDED = "a Job of it has succeeded after the failure (lastSuccessfulTime)"
    SCHEDULE_KEPT = "it was scheduled after the failure (lastScheduleTime), or was changed since"
    CLAIM_BOUND = "its phase is Bound, and no resize or modification has failed"
    VOLUME_WHOLE = "its phase is not Failed"
    AUTOSCALER_ACTIVE = "it can scale: ScalingActive is True (or scaling is switched off) and AbleToScale is not False"
    BUDGET_MET = "as many pods are healthy as it wants (currentHealthy, desiredHealthy), by its newest version"
    SERVICE_ANSWERS = (
        "an endpoint is ready and a load balancer has its address, or nobody calls it any more, unless a person asked "
        "about it"
    )
    DELIVERED = "its controller says no error of it any more"
    FITS = "all that it names and selects is there, and no policy keeps it from what its settings name"
    WEBHOOK_ANSWERS = "the Services behind it have ready endpoints"
    NAMESPACE_ACTIVE = "its phase is Active"
    CONDITION_GOOD = (
        "no condition of this class is in its bad status, whichever device its message names by now, and no GPU is "
        "held back; what only Events tell, has not been told again"
    )
    DEVICES_BACK = "it offers all the devices that it has (allocatable and capacity)"
    DRAIN_OVER = "it is not being drained: neither cordoned nor about to be removed"
    NO_NEW_LINE = (
        "no other such line; Linux takes no line back, so that a condition counts where an agent keeps one, whichever "
        "device its message names by now, and of GPUs how many are held back"
    )
    NOBODY_HANGS_ON_IT = "no open Investigation hangs on it any more: each is closed when its own subject is well"
    NOTHING_HELD_BACK = "nothing was held back; Casebook itself is what fails here, and it knows"


_WITH_PODS: Mapping[RecoveryRule, Over] = {
    RecoveryRule.READY: Over.PODS_READY,
    RecoveryRule.QUIET: Over.PODS_QUIET,
    RecoveryRule.STARTED: Over.STARTED,
    RecoveryRule.SCHEDULED: Over.SCHEDULED,
    RecoveryRule.CREATED: Over.CREATED,
    RecoveryRule.COMPLETE: Over.COMPLETE,
    RecoveryRule.STATUS: Over.PODS_READY,
}
_HAVE_PODS = frozenset({"Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Pod"})

_BEFORE_THE_JOB = {
    rule: _WITH_PODS[rule] for rule in (RecoveryRule.CREATED, RecoveryRule.STARTED, RecoveryRule.SCHEDULED)
}
"""Failures of a Job's pods that are over long before the Job is."""

_OWN_STATUS: Mapping[str, Over] = {
    "Job": Over.FINISHED,
    "CronJob": Over.SUCCEEDED,
    "PersistentVolumeClaim": Over.CLAIM_BOUND,
    "PersistentVolume": Over.VOLUME_WHOLE,
    "HorizontalPodAutoscaler": Over.AUTOSCALER_ACTIVE,
    "PodDisruptionBudget": Over.BUDGET_MET,
    "Service": Over.SERVICE_ANSWERS,
    "ValidatingWebhookConfiguration": Over.WEBHOOK_ANSWERS,
    "MutatingWebhookConfiguration": Over.WEBHOOK_ANSWERS,
    "Ingress": Over.FITS,
    "Gateway": Over.FITS,
    "HTTPRoute": Over.FITS,
    "Application": Over.DELIVERED,
    "Namespace": Over.NAMESPACE_ACTIVE,
    "Node": Over.CONDITION_GOOD,
    "Outage": Over.NOBODY_HANGS_ON_IT,
}

_OF_BOTH: Mapping[tuple[str, Trigger], Over] = {
    ("CronJob", Trigger.SCHEDULE_MISSED): Over.SCHEDULE_KEPT,
    ("Namespace", Trigger.OVERFLOW): Over.NOTHING_HELD_BACK,
    ("Node", Trigger.DEVICE_SHORTAGE): Over.DEVICES_BACK,
    ("Node", Trigger.DISRUPTION_BLOCKED): Over.DRAIN_OVER,
    ("Node", Trigger.KERNEL_LINE): Over.NO_NEW_LINE,
    ("Service", Trigger.MISFIT): Over.FITS,
    ("Deployment", Trigger.MISFIT): Over.FITS,
    ("StatefulSet", Trigger.MISFIT): Over.FITS,
    ("DaemonSet", Trigger.MISFIT): Over.FITS,
} | {(kind, Trigger.DISRUPTION_BLOCKED): Over.ONE_BUDGET for kind in _HAVE_PODS}

KINDS = _HAVE_PODS | _OWN_STATUS.keys()
"""Kinds of subjects. A test compares them with those of the CRD."""


def over_by(trigger: Trigger, kind: str) -> Over:
    """By which state a failure of this trigger is over for a subject of this kind.

    Raises:
        KeyError: No kind of subject has this name.
    """
    rule = trigger.policy.recovery
    if (kind, trigger) in _OF_BOTH:
        return _OF_BOTH[kind, trigger]
    if kind == "Job" and rule in _BEFORE_THE_JOB:
        return _BEFORE_THE_JOB[rule]
    return _WITH_PODS[rule] if kind in _HAVE_PODS else _OWN_STATUS[kind]
