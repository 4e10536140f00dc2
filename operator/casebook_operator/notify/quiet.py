"""Quiet hours. Pure."""

from datetime import datetime, time, timedelta, timezone

from casebook_operator.notify_settings import QuietSettings


class QuietHours:
    """Tells of a moment whether it is quiet."""

    def __init__(self, settings: QuietSettings) -> None:
        self._begins = time.fromisoformat(settings.begins) if settings.begins else None
        self._ends = time.fromisoformat(settings.ends)
        offset = datetime.strptime(settings.offset, "%z").utcoffset()
        self._zone = timezone(offset) if offset else timezone.utc  # noqa: UP017 - beside the other one

    def at(self, now: datetime) -> bool:
        """Whether it is quiet at a moment."""
        if self._begins is None:
            return False
        here = now.astimezone(self._zone).time()
        if self._begins < self._ends:
            return self._begins <= here < self._ends
        return here >= self._begins or here < self._ends

    def between(self, first: datetime, last: datetime) -> bool:
        """Whether it is quiet at any moment from the first to the last."""
        if self._begins is None or first > last:
            return False
        here = first.astimezone(self._zone)
        begins = datetime.combine(here.date(), self._begins, self._zone)
        return self.at(first) or (begins if begins >= here else begins + timedelta(days=1)) <= last
