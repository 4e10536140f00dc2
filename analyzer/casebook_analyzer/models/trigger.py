"""Every trigger, and in one row each what all parts of Casebook know of it.

A new trigger is a member of ``Trigger`` and its row here, and a detector: a row in the folder ``data`` of
``casebook_operator.signals``, or code there. ``make crds`` writes it into the CRD.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from casebook_analyzer.models.strategies import Link, NodeLoss, RecoveryRule, TriggerLevel
from casebook_analyzer.models.urgency import HoldDuration, Severity


class Trigger(StrEnum):
    """What made Casebook open a case. A bounded set: it is a metric label and an enum of the CRD."""

    # Containers.
    CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
    OOM_KILLED = "OOMKilled"
    CONTAINER_FAILED = "ContainerFailed"
    """A container that ended with an error for good, or that keeps being restarted slowly."""
    IMAGE_PULL_FAILED = "ImagePullFailed"
    CONTAINER_CONFIG_ERROR = "ContainerConfigError"
    """The kubelet cannot put the container's configuration together: CreateContainerConfigError."""
    CONTAINER_START_FAILED = "ContainerStartFailed"
    """The runtime cannot create or start it: CreateContainerError, RunContainerError, StartError, hooks."""
    PROBE_FAILED = "ProbeFailed"
    """Killed by its liveness or startup probe, or never ready."""
    # Pods.
    POD_START_STUCK = "PodStartStuck"
    """Scheduled, and for too long without a started container: sandbox, volumes, init containers."""
    FAILED_SCHEDULING = "FailedScheduling"
    EVICTED = "Evicted"
    PREEMPTED = "Preempted"
    POD_REJECTED = "PodRejected"
    """The kubelet refused it after scheduling: OutOfcpu, UnexpectedAdmissionError, TopologyAffinityError."""
    POD_LOST = "PodLost"
    """Its node is gone or silent: NodeLost, ContainerStatusUnknown, NodeShutdown."""
    TERMINATION_STUCK = "TerminationStuck"
    # Owners and other objects.
    FAILED_CREATE = "FailedCreate"
    """A controller may not create its pods: quota, admission, PodSecurity, webhook, service account."""
    ROLLOUT_STUCK = "RolloutStuck"
    JOB_FAILED = "JobFailed"
    SCHEDULE_MISSED = "ScheduleMissed"
    AUTOSCALER_FAILED = "AutoscalerFailed"
    VOLUME_FAILED = "VolumeFailed"
    """A claim that is not bound, attached, mounted or resized."""
    DISRUPTION_BLOCKED = "DisruptionBlocked"
    """A disruption budget that stops a drain."""
    SERVICE_UNAVAILABLE = "ServiceUnavailable"
    """A Service without endpoints that something needs, or a webhook that does not answer."""
    MISFIT = "Misfit"
    """An object that fits nothing in the cluster, of which no status says so: a Service that selects nobody, a route to
    nowhere, a policy that keeps a workload from what its settings name."""
    # Nodes.
    NODE_CONDITION = "NodeCondition"
    KERNEL_LINE = "KernelLine"
    """A line of the kernel that an Event, a condition or a log exposes."""
    DEVICE_SHORTAGE = "DeviceShortage"
    """Fewer healthy GPUs or other extended resources than the node has."""
    DEVICES_FAILED = "DevicesFailed"
    """Several devices of one node with the same fault at the same time: what they share has failed."""
    # Neither.
    ALERT = "Alert"
    """An alert that names a pod or a node."""
    OUTAGE = "Outage"
    """Stands for the one cause that the conclusions of many cases name."""
    OVERFLOW = "Overflow"
    """Stands for all cases that the rate cap kept from being opened."""
    MANUAL = "Manual"

    @property
    def policy(self) -> "TriggerPolicy":
        """What Casebook knows of this trigger."""
        return POLICIES[self]


_WITH_ITS_NODE = frozenset({NodeLoss.UNREACHABLE, NodeLoss.DEVICE})
_CONTAINERS = (TriggerLevel.STAGE, TriggerLevel.CONTAINER)
_PODS = (*_CONTAINERS, TriggerLevel.POD, TriggerLevel.LOST)


class TriggerPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """What Casebook knows of one trigger."""

    sentence: str
    """The last step of the chain. ``subject``, ``reason`` and ``restarts`` (" after 3 restarts", or nothing) are filled
    in."""
    level: TriggerLevel
    hold: HoldDuration = HoldDuration.NONE
    """How long its symptoms have to last, unless the detector says otherwise."""
    severity: Severity = Severity.WARNING
    """How urgent it is, unless the detector says otherwise."""
    recovery: RecoveryRule
    """What is over when, for subjects with pods; of others the kind decides (``casebook_operator.cases.over``)."""
    explained_by: tuple[TriggerLevel | Trigger, ...] = ()
    """Failures of the same workload, or of an object that ``link`` leads to, of which it is a symptom. Never itself."""
    but_not_by: tuple[Trigger, ...] = ()
    why: str = ""
    """Why those failures explain it, with the source."""
    link: Link = Link.NONE
    taken_by: frozenset[NodeLoss] = frozenset()
    """Faults of a node that explain it for the pods there."""
    may_be_a_service: bool = False
    """It may be no more than that a Service which the workload calls does not answer: programs that give up, probes
    that ask others, init containers that wait, webhooks without which no pod is made. The evidence tells whether."""
    tends_to_cause: bool = False
    """`casebook analyze` lists it first when a bundle of files shows several failures, in the order of the rows."""
    outlives_deletion: bool = False
    """A pod that is being deleted still shows it."""
    may_lack_configuration: bool = False
    """No container ran, so that what was missing may be a Secret. One that had run had every Secret, whatever an
    earlier Event says."""
    pods_may_look_fine: bool = False
    """A person, an alert or a caller sees what the status of the pods hides."""


POLICIES: Mapping[Trigger, TriggerPolicy] = {
    Trigger.DEVICES_FAILED: TriggerPolicy(
        sentence="Several devices of {subject} report the same error at the same time.",
        level=TriggerLevel.NODE,
        severity=Severity.CRITICAL,
        recovery=RecoveryRule.QUIET,
        tends_to_cause=True,
    ),
    Trigger.KERNEL_LINE: TriggerPolicy(
        sentence="The kernel of {subject} reports an error.",
        level=TriggerLevel.NODE,
        recovery=RecoveryRule.QUIET,
        tends_to_cause=True,
    ),
    Trigger.DEVICE_SHORTAGE: TriggerPolicy(
        sentence="{subject} offers fewer devices than it has ({reason}).",
        level=TriggerLevel.NODE,
        hold=HoldDuration.DEVICE,
        severity=Severity.CRITICAL,
        recovery=RecoveryRule.STATUS,
        tends_to_cause=True,
    ),
    Trigger.NODE_CONDITION: TriggerPolicy(
        sentence="{subject} reports {reason}.",
        level=TriggerLevel.NODE,
        recovery=RecoveryRule.STATUS,
        tends_to_cause=True,
    ),
    Trigger.VOLUME_FAILED: TriggerPolicy(
        sentence="{subject} does not get a volume that it needs ({reason}).",
        level=TriggerLevel.POD,
        hold=HoldDuration.VOLUME,
        recovery=RecoveryRule.STARTED,
        taken_by=_WITH_ITS_NODE,
        tends_to_cause=True,
        may_lack_configuration=True,
    ),
    Trigger.FAILED_CREATE: TriggerPolicy(
        sentence="{subject} has fewer pods than it should: they cannot be created.",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.FAILED_CREATE,
        recovery=RecoveryRule.CREATED,
        may_be_a_service=True,
        tends_to_cause=True,
    ),
    Trigger.FAILED_SCHEDULING: TriggerPolicy(
        sentence="A pod of {subject} stays Pending: it has no node.",
        level=TriggerLevel.POD,
        hold=HoldDuration.SCHEDULING,
        recovery=RecoveryRule.SCHEDULED,
        explained_by=(TriggerLevel.LOST, Trigger.VOLUME_FAILED),
        why="The successor of a pod that lost its place looks for another; a pod with an unbound claim is not placed.",
        link=Link.CLAIMS,
        tends_to_cause=True,
    ),
    Trigger.OOM_KILLED: TriggerPolicy(
        sentence="A container of {subject} ends with OOMKilled{restarts}.",
        level=TriggerLevel.STAGE,
        recovery=RecoveryRule.QUIET,
        tends_to_cause=True,
    ),
    Trigger.IMAGE_PULL_FAILED: TriggerPolicy(
        sentence="{subject} waits in {reason}: a container has no image to start from.",
        level=TriggerLevel.CONTAINER,
        hold=HoldDuration.IMAGE,
        recovery=RecoveryRule.STARTED,
        tends_to_cause=True,
    ),
    Trigger.CONTAINER_CONFIG_ERROR: TriggerPolicy(
        sentence="{subject} waits in {reason}: a container is never started.",
        level=TriggerLevel.CONTAINER,
        hold=HoldDuration.CONTAINER_START,
        recovery=RecoveryRule.STARTED,
        tends_to_cause=True,
        may_lack_configuration=True,
    ),
    Trigger.CONTAINER_START_FAILED: TriggerPolicy(
        sentence="{subject} is in {reason}: a container does not start{restarts}.",
        level=TriggerLevel.STAGE,
        hold=HoldDuration.CONTAINER_START,
        recovery=RecoveryRule.QUIET,
        taken_by=_WITH_ITS_NODE,
        may_be_a_service=True,
        tends_to_cause=True,
        may_lack_configuration=True,
    ),
    Trigger.POD_START_STUCK: TriggerPolicy(
        sentence="A pod of {subject} has a node and does not start.",
        level=TriggerLevel.POD,
        hold=HoldDuration.POD_START,
        recovery=RecoveryRule.STARTED,
        explained_by=(*_CONTAINERS, Trigger.VOLUME_FAILED),
        but_not_by=(Trigger.PROBE_FAILED,),
        why="Containers wait in PodInitializing while an init container fails, and in ContainerCreating for volumes.",
        link=Link.CLAIMS,
        taken_by=_WITH_ITS_NODE,
        may_be_a_service=True,
        tends_to_cause=True,
        may_lack_configuration=True,
    ),
    Trigger.POD_REJECTED: TriggerPolicy(
        sentence="The node rejects a pod of {subject} ({reason}).",
        level=TriggerLevel.LOST,
        recovery=RecoveryRule.COMPLETE,
        taken_by=frozenset(NodeLoss),
        tends_to_cause=True,
    ),
    Trigger.CRASH_LOOP_BACK_OFF: TriggerPolicy(
        sentence="{subject} is in CrashLoopBackOff{restarts}.",
        level=TriggerLevel.STAGE,
        recovery=RecoveryRule.QUIET,
        taken_by=frozenset({NodeLoss.DEVICE}),
        may_be_a_service=True,
        tends_to_cause=True,
    ),
    Trigger.CONTAINER_FAILED: TriggerPolicy(
        sentence="A container of {subject} ends with {reason}{restarts}.",
        level=TriggerLevel.STAGE,
        recovery=RecoveryRule.QUIET,
        taken_by=frozenset({NodeLoss.DEVICE}),
        may_be_a_service=True,
    ),
    Trigger.PROBE_FAILED: TriggerPolicy(
        sentence="A container of {subject} does not pass its probes{restarts}.",
        level=TriggerLevel.STAGE,
        hold=HoldDuration.NOT_READY,
        recovery=RecoveryRule.READY,
        explained_by=_CONTAINERS,
        why="A container is not ready, or is killed by its probe, when another of its pod on which it rests is down.",
        taken_by=_WITH_ITS_NODE,
        may_be_a_service=True,
        pods_may_look_fine=True,
    ),
    Trigger.EVICTED: TriggerPolicy(
        sentence="A pod of {subject} is evicted from its node.",
        level=TriggerLevel.LOST,
        recovery=RecoveryRule.COMPLETE,
        taken_by=frozenset(NodeLoss),
    ),
    Trigger.PREEMPTED: TriggerPolicy(
        sentence="A pod of {subject} makes room for another.",
        level=TriggerLevel.LOST,
        hold=HoldDuration.POD_LOST,
        recovery=RecoveryRule.COMPLETE,
    ),
    Trigger.POD_LOST: TriggerPolicy(
        sentence="A pod of {subject} is lost with its node ({reason}).",
        level=TriggerLevel.LOST,
        recovery=RecoveryRule.COMPLETE,
        taken_by=_WITH_ITS_NODE,
    ),
    Trigger.TERMINATION_STUCK: TriggerPolicy(
        sentence="A pod of {subject} is being deleted and does not go away.",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.TERMINATION,
        recovery=RecoveryRule.COMPLETE,
        taken_by=_WITH_ITS_NODE,
        outlives_deletion=True,
    ),
    Trigger.ROLLOUT_STUCK: TriggerPolicy(
        sentence="The rollout of {subject} does not end.",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.ROLLOUT,
        recovery=RecoveryRule.COMPLETE,
        explained_by=(*_PODS, Trigger.FAILED_CREATE),
        why="A rollout waits until its pods are available (DeploymentComplete); they say why they are not.",
        may_be_a_service=True,
        may_lack_configuration=True,
    ),
    Trigger.JOB_FAILED: TriggerPolicy(
        sentence="{subject} has failed ({reason}).",
        level=TriggerLevel.OBJECT,
        recovery=RecoveryRule.READY,
        explained_by=(*_PODS, Trigger.FAILED_CREATE),
        why="A Job fails after its pods did, or when its time is over (job_controller.go); its pods say what "
        "took so long.",
        may_be_a_service=True,
    ),
    Trigger.SCHEDULE_MISSED: TriggerPolicy(
        sentence="{subject} misses its schedule.",
        level=TriggerLevel.OBJECT,
        recovery=RecoveryRule.STATUS,
        explained_by=(*_PODS, Trigger.FAILED_CREATE, Trigger.JOB_FAILED),
        why="Under concurrencyPolicy Forbid a run that cannot end holds back the next (cronjob_controllerv2.go).",
        may_be_a_service=True,
    ),
    Trigger.AUTOSCALER_FAILED: TriggerPolicy(
        sentence="{subject} is not scaled any more ({reason}).",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.AUTOSCALER,
        recovery=RecoveryRule.STATUS,
        explained_by=(*_PODS, Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK),
        why="Pods that are not ready have no metrics (podautoscaler/replica_calculator.go).",
        link=Link.TARGET,
        pods_may_look_fine=True,
    ),
    Trigger.DISRUPTION_BLOCKED: TriggerPolicy(
        sentence="A node cannot be drained: {subject} may not lose a pod.",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.DISRUPTION,
        severity=Severity.INFO,
        recovery=RecoveryRule.STATUS,
        explained_by=(*_PODS, Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK),
        why="A budget allows no disruption while fewer pods are healthy than it wants (disruption.go).",
        link=Link.SELECTOR,
    ),
    Trigger.SERVICE_UNAVAILABLE: TriggerPolicy(
        sentence="Requests to {subject} reach nobody.",
        level=TriggerLevel.OBJECT,
        recovery=RecoveryRule.READY,
        explained_by=(*_PODS, Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK),
        why="A Service has no endpoints while the pods behind it are not ready.",
        link=Link.SELECTOR,
        pods_may_look_fine=True,
    ),
    Trigger.MISFIT: TriggerPolicy(
        sentence="{subject} cannot work as it is written ({reason}).",
        level=TriggerLevel.OBJECT,
        hold=HoldDuration.MISFIT,
        severity=Severity.INFO,
        recovery=RecoveryRule.STATUS,
        explained_by=(*_PODS, Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK, Trigger.SERVICE_UNAVAILABLE),
        why="Whoever fails for it says more, and its own case names what does not fit.",
        link=Link.SELECTOR,
        pods_may_look_fine=True,
    ),
    Trigger.ALERT: TriggerPolicy(
        sentence="An alert fires for {subject} ({reason}).",
        level=TriggerLevel.OUTSIDE,
        recovery=RecoveryRule.READY,
        explained_by=(
            *_PODS,
            Trigger.FAILED_CREATE,
            Trigger.ROLLOUT_STUCK,
            Trigger.JOB_FAILED,
            Trigger.SCHEDULE_MISSED,
        ),
        why="An alert says that something is wrong with a workload; what its objects show, some time later, says what.",
        pods_may_look_fine=True,
    ),
    Trigger.OUTAGE: TriggerPolicy(
        sentence="Many workloads fail at once, for one cause: {subject}.",
        level=TriggerLevel.OUTSIDE,
        severity=Severity.CRITICAL,
        recovery=RecoveryRule.STATUS,
    ),
    Trigger.OVERFLOW: TriggerPolicy(
        sentence="More failures than Casebook opens cases for.",
        level=TriggerLevel.OUTSIDE,
        recovery=RecoveryRule.QUIET,
    ),
    Trigger.MANUAL: TriggerPolicy(
        sentence="A person asked about {subject}.",
        level=TriggerLevel.OUTSIDE,
        recovery=RecoveryRule.QUIET,
        pods_may_look_fine=True,
    ),
}
"""Triggers that tend to be the cause of others come first, in that order."""


def explains(failure: Trigger, symptom: Trigger) -> bool:
    """Whether a failure of a workload is why it shows a symptom too."""
    row = symptom.policy
    named = failure in row.explained_by or failure.policy.level in row.explained_by
    return named and failure is not symptom and failure not in row.but_not_by
