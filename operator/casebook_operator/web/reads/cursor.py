"""Where a page of a list ends, as text of an address."""

from datetime import datetime

from casebook_analyzer.memory.browse.listing import PageCursor
from casebook_analyzer.models import usable_time


def cursor_text(place: PageCursor) -> str:
    """``TIME~ID``. Who gets it gives it back as it is."""
    return f"{place.opened_at.isoformat()}~{place.id}"


def cursor_of(text: str) -> PageCursor:
    """The place that :func:`cursor_text` has written.

    Raises:
        ValueError: It has not.
    """
    time, _, incident = text.partition("~")
    opened = datetime.fromisoformat(time)
    if opened.tzinfo is None or not incident or usable_time(opened) is None:
        raise ValueError("it has no time zone, no id or no time that can be")
    return PageCursor(opened, incident)
