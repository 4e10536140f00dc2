"""What opens a case, as data: every reason, condition and state with its trigger, its hold duration and its source.

The files lie in ``data``. A row without a trigger says that somebody has looked at this reason: it is evidence only.
"""

import fnmatch
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

from casebook_analyzer.models import HoldDuration, Severity, Trigger
from casebook_analyzer.text import compiled


class SignalRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The columns that every kind of row has."""

    source: str
    trigger: Trigger | None = None
    """None: evidence only."""
    failure_class: str = ""
    """What folds; by default the trigger."""
    hold: HoldDuration = HoldDuration.NONE
    severity: Severity = Severity.WARNING
    """Both by default what the trigger has."""
    derived: bool = False
    """See :class:`casebook_analyzer.models.Signal`."""

    @property
    def folds_as(self) -> str:
        return self.failure_class or (self.trigger.value if self.trigger else "")


class ReasonRow(SignalRow, frozen=True, kw_only=True):
    """A reason in a status: of a waiting or terminated container, or of a pod."""

    reason: str
    """A reason, or a glob of reasons."""
    text: str = ""
    """A pattern that the message must contain."""
    owner: bool | None = None
    """True: only of pods that a controller replaces. False: only of those that none does."""

    def fits(self, message: str, *, owned: bool) -> bool:
        """Whether it is the row of what its reason says of a pod, with this message."""
        return self.owner in (None, owned) and bool(compiled(self.text).search(message))


class ConditionRow(SignalRow, frozen=True, kw_only=True):
    """A condition of an object that is no node."""

    kind: str
    condition: str
    status: str
    reasons: tuple[str, ...] = ()
    """Only with one of these. Empty: with any."""
    unless: tuple[str, ...] = ()
    owner: bool | None = None

    def fits(self, status: str, reason: str, *, owned: bool) -> bool:
        wanted = reason in self.reasons if self.reasons else reason not in self.unless
        return status == self.status and wanted and self.owner in (None, owned)


class StateRow(SignalRow, frozen=True, kw_only=True):
    """A state that the code makes out of several fields of an object."""

    id: str
    kind: str
    what: str


class EventRow(SignalRow, frozen=True, kw_only=True):
    """A reason of Warning Events."""

    reason: str
    about: tuple[str, ...]
    """Kinds of the involved object."""
    text: str = ""
    least: int = 1
    """EventContent fewer times it is nothing, however long it lasts."""
    enough: int = 0
    """EventContent so often it needs no time. 0: no number is enough."""

    def names(self, reason: str, kind: str) -> bool:
        return kind in self.about and fnmatch.fnmatchcase(reason, self.reason)


class KeyRow(SignalRow, frozen=True, kw_only=True):
    """A taint or an annotation of a node."""

    key: str
    text: str = ""

    def fits(self, key: str, value: str = "") -> bool:
        return fnmatch.fnmatchcase(key, self.key) and bool(compiled(self.text).search(value))


class DeviceLabel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A label of a node that counts devices."""

    label: str
    resource: str
    source: str


class SignalTable(msgspec.Struct, frozen=True, kw_only=True):
    """All rows, by kind of row."""

    waiting: tuple[ReasonRow, ...]
    terminated: tuple[ReasonRow, ...]
    pod_reasons: tuple[ReasonRow, ...]
    conditions: tuple[ConditionRow, ...]
    states: tuple[StateRow, ...]
    events: tuple[EventRow, ...]
    taints: tuple[KeyRow, ...]
    maintenance: tuple[KeyRow, ...]
    annotations: tuple[KeyRow, ...]
    device_labels: tuple[DeviceLabel, ...]

    def reason_row(
        self, where: Literal["waiting", "terminated", "pod_reasons"], reason: str, message: str, *, owned: bool = False
    ) -> ReasonRow | None:
        """The first row that fits a reason that stands in this place, or None."""
        return next((row for row in _named(where, reason) if row.fits(message, owned=owned)), None)

    def event_row(self, reason: str, kind: str, message: str) -> EventRow | None:
        """The first row that fits an Event, or None: a reason that is not in the table opens nothing."""
        return next((row for row in _candidates(reason, kind) if compiled(row.text).search(message)), None)


@lru_cache(maxsize=4096)
def _candidates(reason: str, kind: str) -> Sequence[EventRow]:
    """Reasons repeat endlessly, and comparing one with all globs costs ten times a search in the message."""
    return tuple(row for row in signal_table().events if row.names(reason, kind))


@lru_cache(maxsize=4096)
def _named(where: str, reason: str) -> Sequence[ReasonRow]:
    """The same of statuses: those of healthy pods give no reason at all, ten thousand times at the start."""
    return tuple(row for row in getattr(signal_table(), where) if fnmatch.fnmatchcase(reason, row.reason))


@cache
def signal_table() -> SignalTable:
    """The shipped rows, read once."""
    events = ("events-pods.yaml", "events-volumes.yaml", "events-owners.yaml", "events-nodes.yaml")
    return SignalTable(
        waiting=_rows("containers.yaml", "waiting", ReasonRow),
        terminated=_rows("containers.yaml", "terminated", ReasonRow),
        pod_reasons=_rows("pods.yaml", "reasons", ReasonRow),
        conditions=_rows("conditions.yaml", "conditions", ConditionRow),
        states=_rows("states.yaml", "states", StateRow),
        events=tuple(row for name in events for row in _rows(name, "events", EventRow)),
        taints=_rows("nodes.yaml", "taints", KeyRow),
        maintenance=_rows("nodes.yaml", "maintenance", KeyRow),
        annotations=_rows("nodes.yaml", "annotations", KeyRow),
        device_labels=_rows("nodes.yaml", "deviceLabels", DeviceLabel),
    )


@cache
def state(name: str) -> StateRow:
    """The row of a state by its id, which the table must have."""
    return next(row for row in signal_table().states if row.id == name)


@cache
def condition_rows(kind: str) -> Sequence[ConditionRow]:
    return tuple(row for row in signal_table().conditions if row.kind == kind)


_RowT = TypeVar("_RowT")


def _rows(file: str, section: str, shape: type[_RowT]) -> tuple[_RowT, ...]:
    raw = files(__package__).joinpath("data", file).read_bytes()
    sections = msgspec.yaml.decode(raw, type=dict[str, list[dict[str, object]]])
    return tuple(msgspec.convert(_of_trigger(row) | row, type=shape) for row in sections[section])


def _of_trigger(row: dict[str, object]) -> dict[str, object]:
    """What a row has of its trigger unless it says otherwise."""
    if "trigger" not in row:
        return {}
    policy = Trigger(str(row["trigger"])).policy
    return {"hold": policy.hold, "severity": policy.severity}
