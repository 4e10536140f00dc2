"""Text of strangers: without controls, and without what moves or hides other text."""

from typing import Any

from casebook_analyzer.text import LINE_BREAK
from casebook_analyzer.text.cleaning import clean_line


def plain_lines(text: str) -> list[str]:
    """The lines of a fact's text, which keep their indentation."""
    return [line[: len(line) - len(line.lstrip(" "))] + clean_line(line) for line in text.split(LINE_BREAK)]


def plain(value: Any) -> Any:
    """The same of every text in what JSON is made of, keys among them."""
    match value:
        case str():
            return value if value.isprintable() else LINE_BREAK.join(plain_lines(value))
        case dict():
            return {plain(key): plain(below) for key, below in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return value
