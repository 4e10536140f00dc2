"""The contents of a bundle, in whichever shape it came."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from casebook_analyzer.models import Gap

Which = Literal["current", "previous"]


@dataclass(frozen=True, slots=True)
class BundleTrigger:
    """What made somebody save the bundle: an alert, or a look at one object."""

    type: str
    kind: str = ""
    name: str = ""
    namespace: str = ""
    container: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LogKey:
    """The container that a log is of. The namespace is empty when it is not known."""

    namespace: str
    pod: str
    container: str


@dataclass(slots=True)
class Bundle:
    """Raw parts, as read. :class:`casebook_operator.offline.Snapshot` makes a cluster of them."""

    name: str
    objects: list[Any] = field(default_factory=list)
    """Objects and lists of them; whatever else stands there is counted and left out."""
    events: list[Any] = field(default_factory=list)
    logs: dict[LogKey, dict[Which, bytes]] = field(default_factory=dict)
    """``current`` and ``previous`` of each container."""
    kernel_log: list[str] = field(default_factory=list)
    commands: dict[str, str] = field(default_factory=dict)
    trigger: BundleTrigger | None = None
    read: frozenset[str] = frozenset()
    """API paths that were read when it was saved: what is below them and not in the bundle did not exist."""
    whole_kinds: frozenset[str] = frozenset()
    """Kinds of which the bundle has all objects."""
    about_one_failure: bool = True
    """Somebody chose what is in it; a dump of a cluster has much that is about nothing."""
    saved_at: datetime | None = None
    gaps: list[Gap] = field(default_factory=list)

    @property
    def kernel_only(self) -> bool:
        """Whether the bundle is only the text of a kernel log, which may not even name its node."""
        return bool(self.kernel_log) and not (self.objects or self.events)

    @property
    def empty(self) -> bool:
        parts: Sequence[object] = (self.objects, self.events, self.logs, self.kernel_log, self.commands)
        return not any(parts)
