"""Texts that drive a backtracking engine to its worst, made from the pattern itself.

A pattern takes long where something repeats: the engine tries every length of the repeat, from every place at which a
match can begin. So of each repeat a text is made of what leads to it, what it repeats, and something that does not
follow it; and texts in which its beginnings, its parts and its characters stand again and again.
"""

import re
from collections.abc import Iterator
from functools import cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_ALPHABET = "a0 A_-.:/=,;\"'\\|@+()[]{}<>\t\n\rxZ9f~!#$%&*?^`\x00\x1b\u2039\u2028é世"
"""From which members of classes are taken, the likeliest first."""
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_CHOICES = 3
"""Different ways in which each alternative and each class is resolved."""
_FAR = 8
"""A repeat that may not go further than this costs nothing."""
_MEMBERS, _PAIRED = 16, 6
_NEAR_MISSES = ("", "\x00", "\n", " ", "!")
_USUAL = (
    *(" ", "\t", "\n", "a", "0", "f", "A", "_", "-", ".", "/", "\\", '"', "'", "(", "[", "{", "<", "\x1b", "\x00"),
    *("a=", "a=a ", "key=", "a:", "a.", "a-", "a/", "a ", " a", '\\"', "[]", "{}", "1.", "1:", "1 ", "://", "a@"),
    *(
        "password",
        "auth:",
        "x@",
        "4111",
        "-----BEGIN PRIVATE KEY",
        "f0",
        "A1b2",
        "aB3+/",
        "a\n",
        " \n",
        "1\n",
        "\r\n",
        "word ",
        "\x1b[",
        '{"a":',
        'a="b" ',
        "--a ",
        "世",
        "é ",
    ),
)
"""Shapes that logs have, and what people try first."""


class Shape(NamedTuple):
    """A text of any size: what it begins with, what it repeats, and what it ends with."""

    head: str
    piece: str
    tail: str

    def text(self, size: int) -> str:
        return self.head + self.piece * max(1, (size - len(self.head) - len(self.tail)) // len(self.piece)) + self.tail


def worst_texts(pattern: re.Pattern[Any]) -> Iterator[Shape]:
    """Shapes of texts, each once."""
    tree = parser.parse(_text(pattern.pattern), pattern.flags & ~re.DEBUG & ~re.UNICODE)
    yield from dict.fromkeys(Shape(*shape) for shape in _shapes(tree) if shape[1])


def _text(pattern: str | bytes) -> str:
    return pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern


def _shapes(tree: Any) -> Iterator[tuple[str, str, str]]:
    yield from (("", piece, "") for piece in _USUAL)
    members = _all_members(tree)
    yield from (("", one, "") for one in members)
    yield from (("", one + other, "") for one in members[:_PAIRED] for other in members[:_PAIRED] if one != other)
    for choice in range(_CHOICES):
        whole = _example(tree, choice)
        yield from (("", whole + between, "") for between in _NEAR_MISSES)
        yield "", whole[:-1], ""
        for before, body in _repeats(tree, choice, ""):
            for miss in _NEAR_MISSES:
                yield before, body, miss
                yield "", before + body + miss, ""
                yield before, body + miss, ""
            yield "", before, ""
            yield "", before + body * 50, ""
            yield "", body, "!"


def _below(kind: Any, of: Any) -> list[Any]:
    """The sequences that an element of a pattern holds: of an alternative each way."""
    if kind in _REPEATS:
        return [of[2]]
    if kind in (op.SUBPATTERN, op.ASSERT, op.ASSERT_NOT):
        return [of[-1]]
    ways = {op.ATOMIC_GROUP: [of], op.BRANCH: of[1] if kind is op.BRANCH else [], op.GROUPREF_EXISTS: of}
    return [way for way in ways.get(kind, []) if isinstance(way, parser.SubPattern)]


def _repeats(tree: Any, choice: int, before: str) -> Iterator[tuple[str, str]]:
    """Of each repeat (what leads to it, what it repeats)."""
    for kind, of in tree:
        if kind in _REPEATS and of[1] > _FAR:
            yield before, _example(of[2], choice)
            yield before, _example(of[2], choice + 1)
        for below in _below(kind, of):
            yield from _repeats(below, choice, before)
        before = _after(before, kind, of, choice)


def _example(tree: Any, choice: int) -> str:
    """A text that the pattern, or a part of it, is likely to match."""
    text = ""
    for kind, of in tree:
        text = _after(text, kind, of, choice)
    return text


def _after(text: str, kind: Any, of: Any, choice: int) -> str:
    """The text with what one element of a pattern matches after it."""
    ways = _below(kind, of)
    if not ways:
        return text + _character(kind, of, choice)
    found = _example(ways[choice % len(ways)], choice)
    if kind in _REPEATS:
        return text + found * min(max(of[0], choice % 2), of[1])
    if kind not in (op.ASSERT, op.ASSERT_NOT):
        return text + found
    if kind is op.ASSERT_NOT or of[0] > 0 or text.endswith(found):
        return text
    return found if found.endswith(text) else text + found  # a look-behind: what is there already may be its end


def _character(kind: Any, of: Any, choice: int) -> str:
    if kind is op.LITERAL:
        return chr(of)
    if kind is op.NOT_LITERAL:
        return next(c for c in _ALPHABET if ord(c) != of)
    members = "a .\x00" if kind is op.ANY else _members(tuple(of)) if kind is op.IN else ""
    return members[choice % len(members)] if members else ""


def _all_members(tree: Any) -> list[str]:
    """One character of each literal, and two of each class, of a pattern."""
    found: dict[str, None] = {}
    for kind, of in _elements(tree):
        if kind is op.LITERAL:
            found[chr(of)] = None
        elif kind is op.IN:
            found.update(dict.fromkeys(_members(tuple(of))[:2]))
    return list(found)[:_MEMBERS]


def _elements(tree: Any) -> Iterator[tuple[Any, Any]]:
    for kind, of in tree:
        yield kind, of
        for below in _below(kind, of):
            yield from _elements(below)


@cache
def _members(items: tuple[tuple[Any, Any], ...]) -> str:
    """Characters of a class, from the alphabet or else its own."""
    negated = items[0][0] is op.NEGATE
    inside = items[1:] if negated else items
    found = "".join(c for c in _ALPHABET if any(_has(item, c) for item in inside) != negated)
    own = [of if kind is op.LITERAL else of[0] for kind, of in inside if kind in (op.LITERAL, op.RANGE)]
    return found or ("" if negated else "".join(map(chr, own)))


def _has(item: tuple[Any, Any], character: str) -> bool:
    kind, of = item
    if kind in (op.LITERAL, op.RANGE):
        first, last = (of, of) if kind is op.LITERAL else of
        return bool(first <= ord(character) <= last)
    space, digit = character.isspace(), character.isdigit()
    word = character.isalnum() or character == "_"
    is_of = {op.CATEGORY_SPACE: space, op.CATEGORY_DIGIT: digit, op.CATEGORY_WORD: word}
    is_no = {op.CATEGORY_NOT_SPACE: space, op.CATEGORY_NOT_DIGIT: digit, op.CATEGORY_NOT_WORD: word}
    return is_of[of] if of in is_of else not is_no[of]
