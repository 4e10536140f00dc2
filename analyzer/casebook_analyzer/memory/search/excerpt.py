"""The line of a text that a query is about."""

from collections.abc import Set as AbstractSet

from casebook_analyzer.memory.encoding.tokens import terms_of_line

_MAX_LENGTH = 240
"""Characters: three lines of a terminal."""


def excerpt(text: str, terms: AbstractSet[str]) -> str:
    """The line that shares the most terms with the query (else the first), and what follows as far as there is room."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    best = max(range(len(lines)), key=lambda place: len(terms & terms_of_line(lines[place])))
    shown = " ".join(lines[best:])
    return shown if len(shown) <= _MAX_LENGTH else f"{shown[: _MAX_LENGTH - 1].rstrip()}…"
