"""One observed symptom."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.subject import Entity


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
    # Nodes.
    NODE_CONDITION = "NodeCondition"
    KERNEL_LINE = "KernelLine"
    """A line of the kernel that an Event, a condition or a log exposes."""
    DEVICE_SHORTAGE = "DeviceShortage"
    """Fewer healthy GPUs or other extended resources than the node has."""
    # Neither.
    ALERT = "Alert"
    """An alert that names a pod or a node."""
    OVERFLOW = "Overflow"
    """Stands for all cases that the rate cap kept from being opened."""
    MANUAL = "Manual"


class Severity(StrEnum):
    """How urgent a case is for a person, from its trigger."""

    CRITICAL = "Critical"
    WARNING = "Warning"
    INFO = "Info"


class Patience(StrEnum):
    """How long a symptom has to last before it opens a case: the name of a setting, without its ``_seconds``.

    What each is for, and why it is as long as it is, stands at the setting.
    """

    NONE = "none"
    """It opens a case at once."""
    IMAGE = "image"
    CONTAINER_START = "container_start"
    JOB_RETRY = "job_retry"
    NOT_READY = "not_ready"
    POD_START = "pod_start"
    SLOW_START = "slow_start"
    SCHEDULING = "scheduling"
    POD_LOST = "pod_lost"
    TERMINATION = "termination"
    FAILED_CREATE = "failed_create"
    ROLLOUT = "rollout"
    AUTOSCALER = "autoscaler"
    VOLUME = "volume"
    DISRUPTION = "disruption"
    NODE_NOT_READY = "node_not_ready"
    NODE_MAINTENANCE = "node_maintenance"
    NODE_JOINING = "node_joining"
    DEVICE = "device"
    NODE_EVENT = "node_event"
    SERVICE = "service"


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """One symptom, computed from one Kubernetes object and nothing else.

    The same object always yields the same signals, so a restart of the operator repeats nothing and loses nothing.
    """

    trigger: Trigger
    failure_class: str
    """What folds together: signals of one subject with the same class are one Investigation."""
    origin: Entity
    """The object in whose status the symptom stands, or that an Event is about."""
    origin_uid: str
    container: str = ""
    node_name: str = ""
    reason: str = ""
    exit_code: int | None = None
    message: str = ""
    occurred_at: datetime
    """When the failure happened according to the object (``finishedAt``, ``lastTransitionTime``), in UTC."""
    active: bool = True
    """False when the object shows that it has recovered since, for example a restarted container after OOMKilled."""
    severity: Severity = Severity.WARNING
    patience: Patience = Patience.NONE
    derived: bool = False
    """A second sight of what another signal tells better: of the same subject, or of one of its pods.

    A Deployment whose rollout is stuck has pods that say why; so has a Job that failed. It opens a case only when no
    case is open for its subject (whatever the container), and none of a node has absorbed the subject's pods.
    """
    undated: bool = False
    """The object does not say since when. ``occurred_at`` is when its status was last written.

    So the state stands at least since then, a later time is no other occurrence, and the earliest one seen counts.
    """
    allowed_until: datetime | None = None
    """Until when the object itself allows the state: a grace period, a start that its probes let take long."""
    told_until: datetime | None = None
    """When an Event that was told again was last told. None: the object's status says that it is so now."""

    @property
    def origin_key(self) -> str:
        """What the signal was seen on, the same for all sources: agents give a node's name where its UID belongs.

        An object that does not exist has no UID either, and is known by where it would be.
        """
        origin = self.origin.name if self.origin.kind == "Node" else self.origin_uid or str(self.origin)
        return f"{origin}/{self.container}"
