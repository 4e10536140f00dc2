"""How urgent a failure is, and for how long a symptom has to last to be one."""

from enum import StrEnum


class Severity(StrEnum):
    """How urgent a case is for a person, from its trigger, the most urgent first."""

    CRITICAL = "Critical"
    WARNING = "Warning"
    INFO = "Info"

    @property
    def rank(self) -> int:
        """0 is the most urgent: whoever sorts by urgency sorts by it."""
        return list(type(self)).index(self)


class HoldDuration(StrEnum):
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
    MISFIT = "misfit"
