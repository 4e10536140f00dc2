"""What of a screen is looked for in all texts: the name of a secret, where each of its matches has one."""

import re

from casebook_analyzer.redaction.grammar import (
    FIRST,
    NAMES_A_SECRET,
    SCREENED_FOREIGN,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
)

_NAMES = {
    rf"(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})": NAMES_A_SECRET,
    rf"(?i:{SCREENED_PASSWORD})": NAMES_A_SECRET,
    rf"(?i:{SCREENED_TOKEN})": NAMES_A_SECRET,
    SCREENED_FOREIGN: SCREENED_FOREIGN,
}
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\[\]\\]){0,80}+\]|.", re.DOTALL)
_ANYTHING = ("[^", "(?:[^")
"""Behind a name: letters may follow, so that it is a part of a word."""
_MAY_BE_MISSING = ("?", "*", "{0")
_BREAKS = ("\\s", "\\n", "\\D", "\\W", "\n")


def prefilters_of(screen: str) -> tuple[str, ...]:
    """The name of a secret; or the screen itself, where it matches without one, or with one behind a line break."""
    for name, prefilter in _NAMES.items():
        before, found, after = screen.partition(name)
        if not found:
            continue
        if before.endswith("(?:") and after.startswith(")"):
            before, after = before[:-3], after[1:]
        if after.startswith(_MAY_BE_MISSING) or not _is_required(before, after):
            continue
        return (name,) if after.startswith(_ANYTHING) else (prefilter,)
    return (screen.removesuffix(FIRST),)


def goes_over_lines(screen: str) -> bool:
    """Whether a match may have a line break within it."""
    return any(can_be_a_break(found[0]) for found in _PIECE.finditer(screen))


def _is_required(before: str, after: str) -> bool:
    depth = 0
    for piece in (found[0] for found in _PIECE.finditer(before)):
        depth += (piece == "(") - (piece == ")")
        if can_be_a_break(piece) or (piece == "|" and not depth):
            return False
    if depth:
        return False
    for piece in (found[0] for found in _PIECE.finditer(after)):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            return False
    return True


def can_be_a_break(piece: str) -> bool:
    if piece.startswith("[^"):
        return "\\n" not in piece and "\\s" not in piece
    return piece in _BREAKS or (piece.startswith("[") and any(sign in piece for sign in _BREAKS))
