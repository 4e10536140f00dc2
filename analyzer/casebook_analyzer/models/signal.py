"""One observed symptom."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.subject import Entity


class Trigger(StrEnum):
    """What made Casebook open a case."""

    CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
    OOM_KILLED = "OOMKilled"
    NODE_CONDITION = "NodeCondition"
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
