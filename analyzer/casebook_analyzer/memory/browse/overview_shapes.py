"""What an overview of incidents has: pages draw it, the API answers it, and ``casebook stats`` prints it."""

from datetime import datetime

import msgspec

from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.models import Category, FixRecord, Severity


class OpenCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many incidents are open now."""

    severity: Severity
    category: Category
    count: int


class OpenHead(msgspec.Struct, frozen=True, kw_only=True):
    """An outage that goes on, as far as the reader may see it."""

    incident: ListedIncident
    followers: int
    followers_open: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What failed within one step of the period."""

    begins: datetime
    count: int
    categories: dict[Category, int]


class TimeToResolve(msgspec.Struct, frozen=True, kw_only=True):
    """How long failures of a category lasted that ended in a way that something can be learned from."""

    category: Category
    count: int
    median_seconds: int
    ninth_decile_seconds: int
    """Nine of ten took no longer."""


class Recurring(msgspec.Struct, frozen=True, kw_only=True):
    """A failure that came more than once in the period."""

    family: str
    latest: ListedIncident
    count: int
    open: int
    subjects: int


class FailingNode(msgspec.Struct, frozen=True, kw_only=True):
    """A node, with what failed on it."""

    node: str
    count: int
    own: int
    """Failures of the node itself, or of a device of it. The others are of workloads whose pod failed there."""


class FailingDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A device of a node that failed."""

    node: str
    device: str
    count: int


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """The incidents that were opened in a period, and those that are open now, whenever they were opened."""

    since: datetime | None
    until: datetime
    opened: int
    resolved: int
    """Of those that were opened in the period."""
    open: tuple[OpenCount, ...]
    """The most urgent first."""
    heads: tuple[OpenHead, ...]
    """The latest first."""
    step_seconds: int
    steps: tuple[Step, ...]
    """Without a gap, the first first."""
    times: tuple[TimeToResolve, ...]
    recurring: tuple[Recurring, ...]
    fixes: tuple[FixRecord, ...]
    """What worked, by how far it may be trusted."""
    failed_fixes: tuple[FixRecord, ...]
    """What was tried and did not always work, what failed most often first."""
    learned_from: int
    """Fixes are told by so many of the latest incidents of the period."""
    nodes: tuple[FailingNode, ...]
    devices: tuple[FailingDevice, ...]

    @property
    def open_now(self) -> int:
        """How many incidents are open now."""
        return sum(one.count for one in self.open)
