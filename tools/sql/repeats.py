"""Statements without what stood before: a part that an earlier statement has is named, not written again.

So the first of several alike is whole, and the others show by what they differ from it.
"""

import re
from collections.abc import Mapping, Sequence

_SHORTEST = 200
"""Characters of a part that is worth a reference: two lines."""

_COLUMNS = re.compile(r"\(?SELECT (?:DISTINCT ON \([^)]*\) )?")
_NEXT = re.compile(r"[()]|\s+FROM\s")
_CTE = re.compile(r"(\w+) AS (?:(?:NOT )?MATERIALIZED)?\s*$")
_ALIAS = re.compile(r"\s*AS (\w+)")
_FIRST_COLUMN = re.compile(r"\(*SELECT (?:DISTINCT )?([\w.]+)")


def without_repeats(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The statements of each file, with a comment in place of every part that stood in a statement before.

    A part is a whole statement, a SELECT in parentheses, its columns, or what follows the common table expressions.
    """
    known: dict[str, str] = {}
    return {
        name: [_shortened(one, known, f"{name}.sql", number) for number, one in enumerate(those, 1)]
        for name, those in found.items()
    }


def _shortened(statement: str, known: dict[str, str], file: str, number: int) -> str:
    if statement in known:
        return _reference(known[statement])
    known[statement] = title = f"statement {number} of {file}"
    written, at = "", 0
    for begin, end, name in _parts(statement, title, file):
        if begin < at:  # within a part that is left out
            continue
        part = statement[begin:end]
        if part in known:
            written += f"{statement[at:begin]}{_reference(known[part])}"
            at = end
        else:
            known[part] = name
    return written + statement[at:]


def _reference(name: str) -> str:
    return f"/* as {name} */"


def _parts(statement: str, title: str, file: str) -> list[tuple[int, int, str]]:
    """Begin, end and name of what may be repeated, in the order of their begins."""
    whole = [(begin, end, f"{name} in {file}") for begin, end, name in _selects(statement)]
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
