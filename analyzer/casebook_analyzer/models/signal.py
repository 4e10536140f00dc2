"""One observed symptom."""

from datetime import datetime

import msgspec

from casebook_analyzer.models.subject import Entity
from casebook_analyzer.models.trigger import Trigger
from casebook_analyzer.models.urgency import HoldDuration, Severity


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """One symptom, computed from one Kubernetes object and nothing else.

    The same object always yields the same signals, so a restart of the operator repeats nothing and loses nothing.
    """

    trigger: Trigger
    failure_class: str
    """What is counted as one: signals of one subject with the same class are one Investigation."""
    origin: Entity
    """The object in whose status the symptom stands, or that an Event is about."""
    origin_uid: str
    container: str = ""
    node_name: str = ""
    device: str = ""
    """Which device of the node fails, in one spelling; empty when it is the node, or nobody says which."""
    reason: str = ""
    exit_code: int | None = None
    message: str = ""
    occurred_at: datetime
    """When the failure happened according to the object (``finishedAt``, ``lastTransitionTime``), in UTC."""
    active: bool = True
    """False when the object shows that it has recovered since, for example a restarted container after OOMKilled."""
    severity: Severity = Severity.WARNING
    hold: HoldDuration = HoldDuration.NONE
    derived: bool = False
    """A consequence of what another signal tells better: one of the same subject, or of one of its pods.

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
        """What the signal was seen on, and its container: the same from all sources.

        A node is known by its name, because agents write that where its UID belongs. Each of its devices is one more.

        An object that does not exist has no UID either, and is known by where it would be.
        """
        origin = self.origin.name if self.origin.kind == "Node" else self.origin_uid or str(self.origin)
        return f"{origin}/{self.container or self.device}"
