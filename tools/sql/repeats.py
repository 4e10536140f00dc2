"""Statements without what stood before: a part that an earlier statement has is named, not written again.

So the first of several alike is whole, and the others show by what they differ from it.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher, unified_diff

_SHORTEST = 200
"""Characters of a part that is worth a reference: two lines."""

_COLUMNS = re.compile(r"\(?SELECT (?:DISTINCT ON \([^)]*\) )?")
_NEXT = re.compile(r"[()]|\s+FROM\s")
_CTE = re.compile(r"(\w+) AS (?:(?:NOT )?MATERIALIZED)?\s*$")
_ALIAS = re.compile(r"\s*AS (\w+)")
_FIRST_COLUMN = re.compile(r"\(*SELECT (?:DISTINCT )?([\w.]+)")


_ALIKE = 0.8
"""Share of clauses, from which on a statement is told by what it changes of another."""


def without_repeats(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The statements of each file, with a comment in place of what stood before.

    A statement that is much like one that is whole is told by its differences, with the clause before each. Elsewhere a
    part is named: a SELECT in parentheses, its columns, or what follows the common table expressions.
    """
    earlier = _Earlier()
    return {
        name: [earlier.written(one, f"statement {number} of {name}.sql") for number, one in enumerate(those, 1)]
        for name, those in found.items()
    }


class _Earlier:
    """What is written already."""

    def __init__(self) -> None:
        self._titles: dict[str, str] = {}
        self._whole: list[str] = []
        """Statements that do not rest on another."""
        self._parts: dict[str, str] = {}

    def written(self, statement: str, title: str) -> str:
        if statement in self._titles:
            return _reference(self._titles[statement])
        self._titles[statement] = title
        alike = {one: _likeness(statement, one) for one in self._whole}
        nearest = max(alike, key=alike.__getitem__, default="")
        if alike.get(nearest, 0.0) >= _ALIKE:
            return f"{_reference(self._titles[nearest], ' but for')}\n{_differences(nearest, statement)}"
        self._whole.append(statement)
        return self._shortened(statement, title)

    def _shortened(self, statement: str, title: str) -> str:
        written, at = "", 0
        for begin, end, name in _named_parts(statement, title):
            if begin < at:  # within a part that is left out
                continue
            part = statement[begin:end]
            if part in self._parts:
                written += f"{statement[at:begin]}{_reference(self._parts[part])}"
                at = end
            else:
                self._parts[part] = name
        return written + statement[at:]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.splitlines(), other.splitlines(), autojunk=False).ratio()


def _differences(before: str, after: str) -> str:
    lines = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    return "\n".join("--" if line.startswith("@@") else line.rstrip() for line in lines)


def _reference(name: str, but: str = "") -> str:
    return f"/* as {name}{but} */"


def _named_parts(statement: str, title: str) -> list[tuple[int, int, str]]:
    """Begin, end and name of what may be repeated, in the order of their begins."""
    whole = [(begin, end, f"{name} in {title.rpartition(' ')[2]}") for begin, end, name in _selects(statement)]
    found = [*whole, *(_columns(statement, *one) for one in [(0, len(statement), title), *whole])]
    return sorted((one for one in found if one[1] - one[0] >= _SHORTEST), key=lambda one: (one[0], -one[1]))


def _selects(statement: str) -> list[tuple[int, int, str]]:
    opened: list[int] = []
    found = []
    body = 0
    for place, character in enumerate(statement):
        if character == "(":
            opened.append(place)
        elif character == ")":
            begin = opened.pop() + 1
            if statement.startswith(("SELECT", "(SELECT"), begin):
                found.append((begin, place, _name(statement, begin, place)))
            if not opened and _CTE.search(statement, 0, begin - 1):
                body = place + 1
    if body:
        body += len(statement[body:]) - len(statement[body:].lstrip())
        found.append((body, len(statement), "what follows the common table expressions"))
    return found


def _columns(statement: str, begin: int, end: int, name: str) -> tuple[int, int, str]:
    """What a SELECT asks for, up to its FROM; nothing where it is none."""
    first = _COLUMNS.match(statement, begin)
    if not first:
        return begin, begin, ""
    depth = 0
    for found in _NEXT.finditer(statement, first.end(), end):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth and found[0] not in "()":
            return first.end(), found.start(), f"the columns of {name}"
    return begin, begin, ""


def _name(statement: str, begin: int, end: int) -> str:
    """What the statement itself calls the part, or its first column."""
    named = _CTE.search(statement, 0, begin - 1) or _ALIAS.match(statement, end + 1)
    if named:
        return named[1]
    column = _FIRST_COLUMN.match(statement, begin)
    return f"the SELECT of {column[1]}" if column else "a SELECT"
