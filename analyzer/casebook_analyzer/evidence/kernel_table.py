"""The messages of kernels and drivers that Casebook knows: data (``data/kernel``), matched all at once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec
import re2

from casebook_analyzer.taxonomy import KernelPattern
from casebook_analyzer.text import Pattern, compiled
from casebook_analyzer.text.patterns import engine_options


class KernelMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One message of a kernel or a driver. The first that matches a line wins."""

    name: str
    pattern: str
    source: str
    unless: str = ""
    """A pattern that must not occur in the line."""
    noise: bool = False
    follows: str = ""
    """A pattern of the lines after it that belong to it: one message is often printed over several lines."""
    rows: int = 0
    """How many lines after it are looked at; other processors print in between."""
    also: tuple[str, ...] = ()
    """Patterns of further attributes, searched in the line and in those that belong to it."""
    often: int = 0
    """From so many lines on, the fact has the attribute ``often``: a single such line means little."""


class _Patterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    patterns: tuple[KernelMessage, ...]


class KernelTable:
    """Finds the message of a line in time linear in the line, however many messages there are."""

    def __init__(self, messages: Sequence[KernelMessage]) -> None:
        self.messages = tuple(messages)
        self._screen: Any = re2.Filter()
        for message in self.messages:
            self._screen.Add(message.pattern, engine_options())
        self._screen.Compile()

    def message_of(self, line: str) -> tuple[KernelMessage, dict[str, str]] | None:
        """The message and the groups of its pattern that are not empty."""
        for number in sorted(self._screen.Match(line, True) or ()):
            message = self.messages[number]
            match = compiled(message.pattern).search(line)
            if match is not None and not (message.unless and compiled(message.unless).search(line)):
                return message, {name: value for name, value in match.groupdict().items() if value}
        return None


def groups_of(patterns: Iterable[str], text: str) -> dict[str, str]:
    """What the patterns find; of two groups with one name the first."""
    found: dict[str, str] = {}
    for pattern in patterns:
        match: Pattern = compiled(pattern).search(text)
        for name, value in (match.groupdict() if match is not None else {}).items():
            if value:
                found.setdefault(name, value)
    return found


@lru_cache(maxsize=4)
def kernel_table(own: tuple[KernelPattern, ...] = ()) -> KernelTable:
    """The shipped table, with the user's ``own`` patterns before it."""
    users = (KernelMessage(**msgspec.structs.asdict(pattern)) for pattern in own)
    return KernelTable((*users, *_shipped()))


def _shipped() -> Iterator[KernelMessage]:
    """Files in the order of their names: ``00-noise.yaml`` has to be first, the others know nothing of each other."""
    folder = files(__package__).joinpath("data/kernel")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            yield from msgspec.yaml.decode(file.read_bytes(), type=_Patterns).patterns
