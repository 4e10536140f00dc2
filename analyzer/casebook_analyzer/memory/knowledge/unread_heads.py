"""Heads of files that look like front matter and are not read: for whom a document is may stand in them.

What restricts a document and is not understood would open it to everybody, so such a file is refused.
"""

import re
from collections.abc import Collection, Sequence

_FENCES = {"---": re.compile(r"^([\w-]+):(?:\s|$)"), "+++": re.compile(r"^([\w-]+)\s*=")}
"""What begins front matter, and a key in it: YAML, and TOML as Hugo reads it (gohugo.io, content-management)."""
_LOOKED_AT = 20
"""Lines below a fence."""
_RESTRICTS = frozenset({"namespace", "namespaces"})


def unread(lines: Sequence[str]) -> str:
    """What is wrong with a head that says for whom a document is, after ``PATH:``; empty where there is none.

    Only of files whose front matter :func:`casebook_analyzer.memory.knowledge.front_matter.split` has not found.
    """
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    fence = lines[first].strip("\ufeff \t\r")
    if fence not in _FENCES or not _restricts(lines[first + 1 : first + 1 + _LOOKED_AT], fence):
        return ""
    if fence == "+++":
        return f"{first + 1}: front matter has to be YAML between two lines `---`; between `+++` it is not read."
    if first or lines[first].rstrip() != fence:
        return f"{first + 1}: front matter has to begin with the first character of the file."
    return "1: the front matter has no end: a line `---` closes it."


def misspelt(keys: Collection[str]) -> str:
    """A key that is not read and seems to say for whom a document is; empty where there is none."""
    return next((key for key in keys if key.casefold() in _RESTRICTS and key != "namespaces"), "")


def _restricts(lines: Sequence[str], fence: str) -> bool:
    found = (_FENCES[fence].match(line) for line in lines)
    return any(match is not None and match[1].casefold() in _RESTRICTS for match in found)
