"""How long a symptom has to last before it counts as a failure, and from when on it is history."""

from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import UNKNOWN_TIME, HoldDuration, Signal
from casebook_operator.settings import SignalSettings

NEVER = datetime.max.replace(tzinfo=UTC)
"""Not by itself: an Event that was told once opens a case only when it is told again, and so seen again."""


def due_at(signal: Signal, settings: SignalSettings) -> datetime:
    """From when on a signal may open a case, if its object still shows it then.

    A status is taken back when it no longer holds, so it is enough to wait. An Event is never taken back: its signal is
    due only if the Event was told again after the hold duration, and otherwise :data:`NEVER`.
    """
    if signal.hold is HoldDuration.NONE:
        return signal.occurred_at
    seconds: float = getattr(settings, f"{signal.hold.value}_seconds")
    due = _later(max(signal.occurred_at, signal.allowed_until or signal.occurred_at), seconds)
    return NEVER if signal.told_until is not None and signal.told_until < due else due


def history_from(signal: Signal, settings: SignalSettings) -> datetime:
    """From when on a signal opens no case any more, because what it tells has been over for ``history_seconds``.

    :data:`NEVER` for what goes on, and for what has no time.
    """
    if signal.active or signal.occurred_at == UNKNOWN_TIME:
        return NEVER
    return _later(signal.occurred_at, settings.history_seconds)


def _later(time: datetime, seconds: float) -> datetime:
    try:
        return time + timedelta(seconds=seconds)
    except OverflowError:
        return NEVER
