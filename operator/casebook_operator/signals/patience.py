"""Time: from when on a symptom is a failure, and from when on it is history."""

from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Patience, Signal
from casebook_operator.settings import SignalSettings
from casebook_operator.signals.observed import UNKNOWN_TIME

NEVER = datetime.max.replace(tzinfo=UTC)
"""Not by itself: an Event that was told once opens a case only when it is told again, and so seen again."""


def due_at(signal: Signal, settings: SignalSettings) -> datetime:
    """From when on a signal that still stands may open a case.

    What a status says stands until the object says otherwise, so waiting decides. An Event never takes anything back:
    it is due when it was still told after its time, and otherwise ``NEVER``.
    """
    if signal.patience is Patience.NONE:
        return signal.occurred_at
    seconds: float = getattr(settings, f"{signal.patience.value}_seconds")
    due = _later(max(signal.occurred_at, signal.allowed_until or signal.occurred_at), seconds)
    return NEVER if signal.told_until is not None and signal.told_until < due else due


def history_from(signal: Signal, settings: SignalSettings) -> datetime:
    """From when on a signal opens no case any more, because what it tells is over for so long.

    Never for what goes on, and for what has no time.
    """
    if signal.active or signal.occurred_at == UNKNOWN_TIME:
        return NEVER
    return _later(signal.occurred_at, settings.history_seconds)


def _later(time: datetime, seconds: float) -> datetime:
    try:
        return time + timedelta(seconds=seconds)
    except OverflowError:
        return NEVER
