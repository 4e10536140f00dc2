"""The closed sets that a row of the triggers chooses from where a place needs behaviour, and not a value."""

from enum import Enum, auto


class TriggerLevel(Enum):
    """What a trigger is about. Rows name levels where they mean every trigger of one."""

    STAGE = auto()
    """What one container goes through when it cannot live: killed, ended, restarted, held back. Stages that follow each
    other are one failure."""
    CONTAINER = auto()
    """One container that is never started."""
    POD = auto()
    """A pod that does not get what it needs to start."""
    LOST = auto()
    """A pod that was ended or turned away from outside: its controller makes another, wherever there is room."""
    OBJECT = auto()
    """A workload, a Service, or another object as a whole."""
    NODE = auto()
    OUTSIDE = auto()
    """What a person, an alert or Casebook itself reports, and no status shows."""


class RecoveryRule(Enum):
    """What has to be seen before a failure of something that has pods is over."""

    READY = auto()
    """The pods are ready, and became so after the failure was last seen."""
    QUIET = auto()
    """The pods are ready, and the failure was not seen again for a while: it is seen whenever it happens."""
    STARTED = auto()
    """The containers were started."""
    SCHEDULED = auto()
    """The pod has a node."""
    CREATED = auto()
    """The workload has made all the pods that it wants. What these do then is another failure."""
    COMPLETE = auto()
    """The workload has all the pods that it wants: no single pod shows the end of it."""
    STATUS = auto()
    """The object's own status does not report the failure any more."""


class Link(Enum):
    """Which other objects the cause may lie in."""

    NONE = auto()
    CLAIMS = auto()
    """The claims that the pod mounts."""
    TARGET = auto()
    """What ``spec.scaleTargetRef`` names."""
    SELECTOR = auto()
    """The workloads of the pods that the object selects."""


class NodeLoss(Enum):
    """How a broken node takes its pods down."""

    UNREACHABLE = auto()
    PRESSURE = auto()
    DEVICE = auto()
    """Only pods that use an extended resource, such as a GPU."""
