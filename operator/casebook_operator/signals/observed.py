"""From a row of the table and an object to a signal."""

from collections.abc import Iterable
from datetime import datetime

from casebook_analyzer.models import UNKNOWN_TIME, Entity, HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import metadata_of
from casebook_operator.kube.values import text
from casebook_operator.signals.table import SignalRow

REASON_LENGTH = 253
"""Characters of ``spec.signal.reason`` in the CRD. Kubernetes' own reasons are shorter."""


def observed(
    row: SignalRow,
    kind: str,
    obj: Object,
    *,
    at: datetime | None,
    reason: str,
    message: str = "",
    container: str = "",
    node_name: str = "",
    device: str = "",
    exit_code: int | None = None,
    active: bool = True,
    hold: HoldDuration | None = None,
    allowed_until: datetime | None = None,
    undated: bool = False,
) -> Signal:
    """The signal that a row of the table makes of an object. ``hold`` replaces the hold duration of the row."""
    metadata = metadata_of(obj)
    name = text(metadata, "name")
    return Signal(
        trigger=row.trigger or Trigger.MANUAL,
        failure_class=row.folds_as,
        origin=Entity(kind=kind, namespace=text(metadata, "namespace"), name=name),
        origin_uid=text(metadata, "uid") or name,
        container=container,
        node_name=node_name,
        device=device,
        reason=reason[:REASON_LENGTH],
        exit_code=exit_code,
        message=message,
        occurred_at=at or UNKNOWN_TIME,
        active=active,
        severity=row.severity,
        hold=row.hold if hold is None else hold,
        derived=row.derived,
        allowed_until=allowed_until,
        undated=undated,
    )


def one_of_each(signals: Iterable[Signal]) -> tuple[Signal, ...]:
    """One signal for every failure class, and device: the most urgent, and of those the earliest."""
    found: dict[tuple[str, str], Signal] = {}
    for signal in signals:
        what = signal.failure_class, signal.device
        other = found.get(what)
        if other is None or _urgency(signal) < _urgency(other):
            found[what] = signal
    return tuple(found.values())


def _urgency(signal: Signal) -> tuple[bool, datetime]:
    return signal.hold is not HoldDuration.NONE, signal.occurred_at
