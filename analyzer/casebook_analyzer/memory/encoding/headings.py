"""Reads the headings of a Markdown text, line by line."""

import re
from typing import final

_HEADING = re.compile(r"(#{1,6})\s++(.+)")
_FENCE = re.compile(r"\s*(```|~~~)")

_MAX_BREADCRUMB = 80
"""Characters of the headings that are repeated in every chunk: they must not crowd out the text."""


@final
class Headings:
    """Knows below which headings the next line stands. A ``#`` inside a fence is a comment, not a heading."""

    def __init__(self) -> None:
        self._path: list[tuple[int, str]] = []
        self._fenced = False

    @property
    def path(self) -> str:
        """The headings above as one text, ``Evidence > Logs``; of a long one the end."""
        return " > ".join(title for _, title in self._path)[-_MAX_BREADCRUMB:]

    @property
    def last(self) -> str:
        """The nearest of the headings above; empty without any."""
        return self._path[-1][1] if self._path else ""

    def read(self, line: str) -> bool:
        """Go on to the next line; whether it is a heading, which then is the last of the path."""
        if is_fence(line):
            self._fenced = not self._fenced
        if self._fenced or not is_heading(line):
            return False
        level, title = _parts(line)
        self._path = [*(step for step in self._path if step[0] < level), (level, title)]
        return True


def is_heading(line: str) -> bool:
    """Whether a line is a heading, unless it stands in a fence."""
    return _HEADING.match(line) is not None


def is_fence(line: str) -> bool:
    """Whether a line begins or ends a block that is shown as it is."""
    return _FENCE.match(line) is not None


def _parts(line: str) -> tuple[int, str]:
    found = _HEADING.match(line)
    assert found is not None  # noqa: S101 - by ``is_heading``
    return len(found[1]), found[2].rstrip("# \t")
