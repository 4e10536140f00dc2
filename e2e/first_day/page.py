"""What a page tells its reader to type, and what it says that comes out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PROMPT = "    $ "
_INDENT = "    "
_TYPED = "$"
_FENCE = re.compile(r"```(\w+)$")


@dataclass(slots=True)
class Step:
    """One command, with all that the page shows of its output."""

    command: str
    line: int
    printed: list[str]
    """The lines below the command; `...` stands for any."""
    shown: list[tuple[str, str]]
    """Blocks in a language (`json`, `yaml`) that follow before the next command: a part of the output."""


def steps(text: str) -> Iterator[Step]:
    """Yield the commands in the order of the page."""
    current: Step | None = None
    for number, kind, content in _blocks(text):
        if kind == _TYPED:
            if current is not None:
                yield current
            current = Step(content, number, [], [])
        elif current is None:
            continue
        elif kind:
            current.shown.append((kind, content))
        elif current.command.endswith("\\") and not current.printed:
            current.command += f"\n{content}"
        else:
            current.printed.append(content)
    if current is not None:
        yield current


def _blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Commands, lines of their output (without a kind), and blocks by their language, with the number of their line."""
    fence: list[str] | None = None
    language = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if fence is not None:
            if line == "```":
                yield number, language, "\n".join(fence)
                fence = None
            else:
                fence.append(line)
        elif found := _FENCE.match(line):
            language, fence = found[1], []
        elif line.startswith(_PROMPT):
            yield number, _TYPED, line.removeprefix(_PROMPT)
        elif line.startswith(_INDENT):
            yield number, "", line.removeprefix(_INDENT)
