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


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """One symptom, computed from one Kubernetes object and nothing else.

    The same object always yields the same signals, so a restart of the operator repeats nothing and loses nothing.
    """

    trigger: Trigger
    failure_class: str
    """What folds together: signals of one subject with the same class are one Investigation."""
    origin: Entity
    """The pod or node in whose status the symptom stands."""
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

    @property
    def origin_key(self) -> str:
        """What the signal was seen on, the same for all sources: agents give a node's name where its UID belongs."""
        origin = self.origin.name if self.origin.kind == "Node" else self.origin_uid
        return f"{origin}/{self.container}"
