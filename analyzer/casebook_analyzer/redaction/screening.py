"""Makes the screen of a row out of the row itself: what RE2 has to see before the exact pattern is worth its time.

A screen ends where the secret begins, as what stands behind it says little. What RE2 does not know (look-around,
atomic groups) is left out, and long bounded repetition becomes unbounded, which keeps the automaton small: a screen may
name a line too many, and never one too few.
"""

import re

from casebook_analyzer.redaction.grammar import FIRST
from casebook_analyzer.redaction.parts import ENDS_A_SCREEN, KEYS, PARTS

_PIECE = re.compile(
    r"(?P<look>\(\?<?[=!])|(?P<secret>\(\?P<secret>)|(?P<group>\(\?P<\w{1,20}>|\(\?>)|(?P<part>\{[A-Z_]{1,20}\})"
    r"|(?P<repeated>\{(?P<least>\d{1,5}),?(?P<most>\d{0,5})\}|[*+?])[+?]?|(?P<set>\[\^?\]?(?:\\.|[^\[\]\\]){0,60}+\])|(?P<open>\((?:\?\w{0,4}:)?)"
    r"|(?P<escaped>\\.)|(?P<other>.)",
    re.DOTALL,
)
_WORD = re.compile(r"(?<!\\)[A-Za-z]{2}")
_BLANKS = ("{GAP}", "[ ", "\\s", " ")
"""What stands before a key costs the automaton more than it tells, unless it has a word, or blanks follow the key."""
_MOST = 4
"""Repetitions that an automaton may count."""
_LEAST = 8
"""The same of those that there have to be."""


def screen_of(template: str) -> str:
    """The screen of a row in the notation of ``rows``.

    Raises:
        ValueError: the row has no group ``secret`` and no part that holds it, or its screen would end at a sign within
            a group, without the other ways that the group has.
    """
    made: list[str] = []
    position = depth = 0
    while (piece := _PIECE.match(template, position)) is not None:
        position = piece.end()
        kind = piece.lastgroup
        if kind == "look":
            position = _closed(template, position)
        elif kind == "secret" or piece[0] in ENDS_A_SCREEN:
            if piece[0] == "{SEP}" and depth:
                raise ValueError("a sign within a group: " + template)
            made.append(FIRST if kind == "secret" else PARTS[piece[0]].screen)
            return "".join(made) + ")" * depth
        else:
            if (
                piece[0] in KEYS
                and not depth
                and not _WORD.search("".join(made))
                and not template[position:].startswith(_BLANKS)
            ):
                made.clear()
            depth += (kind in {"group", "open"}) - (piece[0] == ")")
            made.append(_seen(piece))
    raise ValueError("no secret in " + template)


def _seen(piece: re.Match[str]) -> str:
    if piece["group"]:
        return "(?:"
    if piece["part"]:
        return f"(?:{PARTS[piece['part']].screen})"
    if piece["repeated"]:
        return _repeated(piece)
    if piece["set"]:
        return _set(piece[0])
    return piece[0] if piece[0].isascii() else f"(?:{_bytes(piece[0])})"


def _repeated(piece: re.Match[str]) -> str:
    if piece["least"] is None:
        return piece["repeated"]
    if int(piece["most"] or piece["least"]) <= _MOST:
        return piece["repeated"]
    return f"{{{min(int(piece['least']), _LEAST)},}}"


def _set(text: str) -> str:
    """Of bytes: a set without some characters may have all bytes of theirs."""
    ascii_only = "".join(letter for letter in text if letter.isascii())
    return ascii_only if text.isascii() or text.startswith("[^") else rf"(?:{ascii_only}|[\x80-\xff]+)"


def _bytes(text: str) -> str:
    return text.encode().decode("latin-1")


def _closed(template: str, position: int) -> int:
    """Where the group ends that was opened before ``position``."""
    depth = 1
    while depth and (piece := _PIECE.match(template, position)) is not None:
        position = piece.end()
        depth += (piece.lastgroup in {"look", "secret", "group", "open"}) - (piece[0] == ")")
    return position
