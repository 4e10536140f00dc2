"""From a row of the table and an object to a signal."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Entity, Patience, Signal, Trigger
from casebook_operator.investigation.times import parse_time, real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import mapping, mappings, metadata_of, text
from casebook_operator.signals.table import Row

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""What a signal has for a time that its object does not tell."""

REASON_LENGTH = 253
"""Characters of ``spec.signal.reason`` in the CRD. Kubernetes' own reasons are shorter."""


def observed(
    row: Row,
    kind: str,
    obj: Object,
    *,
    at: datetime | None,
    reason: str,
    message: str = "",
    container: str = "",
    node_name: str = "",
    exit_code: int | None = None,
    active: bool = True,
    patience: Patience | None = None,
    allowed_until: datetime | None = None,
    undated: bool = False,
) -> Signal:
    """A signal of this object. ``patience`` is the row's own unless it is given."""
    metadata = metadata_of(obj)
    name = text(metadata.get("name"))
    return Signal(
        trigger=row.trigger or Trigger.MANUAL,
        failure_class=row.folds_as,
        origin=Entity(kind=kind, namespace=text(metadata.get("namespace")), name=name),
        origin_uid=text(metadata.get("uid")) or name,
        container=container,
        node_name=node_name,
        reason=reason[:REASON_LENGTH],
        exit_code=exit_code,
        message=message,
        occurred_at=at or UNKNOWN_TIME,
        active=active,
        severity=row.severity,
        patience=row.patience if patience is None else patience,
        derived=row.derived,
        allowed_until=allowed_until,
        undated=undated,
    )


def one_of_each(signals: Iterable[Signal]) -> tuple[Signal, ...]:
    """One for every failure class: the most urgent, then the earliest."""
    found: dict[str, Signal] = {}
    for signal in signals:
        other = found.get(signal.failure_class)
        if other is None or _urgency(signal) < _urgency(other):
            found[signal.failure_class] = signal
    return tuple(found.values())


def _urgency(signal: Signal) -> tuple[bool, datetime]:
    return signal.patience is not Patience.NONE, signal.occurred_at


def created_at(obj: Object) -> datetime | None:
    return real_time(metadata_of(obj).get("creationTimestamp"))


def leaving(obj: Object) -> bool:
    """Whether somebody has deleted it: what happens to it from then on is the end that was asked for."""
    return bool(metadata_of(obj).get("deletionTimestamp"))


def status_written_at(obj: Object) -> datetime | None:
    """When the status was last written, by ``metadata.managedFields``: what it says is so at least since then.

    None for an object that was printed without them, as kubectl does.
    """
    return _written_at(obj, status=True)


def spec_written_at(obj: Object) -> datetime | None:
    """When something other than the status was last written. A scale-up through the subresource counts."""
    return _written_at(obj, status=False)


def _written_at(obj: Object, *, status: bool) -> datetime | None:
    entries = mappings(metadata_of(obj).get("managedFields"))
    times = (parse_time(e.get("time")) for e in entries if (e.get("subresource") == "status") is status)
    return max((time for time in times if time is not None), default=None)


def transition_of(condition: Object) -> datetime | None:
    """When a condition last changed, or was last said by agents that know no transitions."""
    return real_time(condition.get("lastTransitionTime")) or real_time(condition.get("lastUpdateTime"))


def latest(*times: datetime | None) -> datetime | None:
    return max((time for time in times if time is not None), default=None)


def shifted(time: datetime, seconds: float) -> datetime:
    """Some seconds later, or earlier. Times that a person wrote may lie at the ends of the calendar."""
    try:
        return time + timedelta(seconds=seconds)
    except OverflowError:
        return time


def spec_of(obj: Object) -> Object:
    return mapping(obj.get("spec"))


def status_of(obj: Object) -> Object:
    return mapping(obj.get("status"))
