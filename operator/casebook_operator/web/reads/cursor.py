"""Where a page of a list ends, as text of an address."""

from datetime import datetime
from http import HTTPStatus

from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.models import usable_time
from casebook_operator.web.problems import PageProblem


def cursor_text(place: PageCursor | None) -> str:
    """``TIME~ID``. Who gets it gives it back as it is. Empty where no page follows."""
    return f"{place.opened_at.isoformat()}~{place.id}" if place else ""


def read_cursor(text: str) -> PageCursor | None:
    """The place that a program gave back; None for the first page.

    Raises:
        PageProblem: (400) No page ends there.
    """
    try:
        return cursor_of(text) if text else None
    except ValueError as error:
        raise no_cursor() from error


def no_cursor() -> PageProblem:
    """No page ends there."""
    return PageProblem(
        HTTPStatus.BAD_REQUEST, "This is no cursor", "Give `next` of the page before as it is, or leave it out."
    )


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
