"""Whether a pattern may be in a taxonomy, and what to write instead when it may not."""

import re
from functools import lru_cache

from casebook_analyzer.text import PatternError
from casebook_analyzer.text.patterns import compiled_for_once

MAX_PROGRAM = 20_000
"""Instructions of one compiled pattern. RE2's time is at most the text's length times this; counted repeats of classes
are expanded, so that ``\\pL{1000}`` has 1.2 million. The largest that Casebook ships has less than half of it."""
MAX_PROGRAMS = 400_000
"""Instructions of all patterns of one overlay: more than all shipped rules together, and a second of compiling."""

_HINTS = (
    (
        re.compile(r"\(\?<?[!=]"),
        "RE2 has no look-around: say in `unless` what must not occur, and in a condition of its own what must",
    ),
    (
        re.compile(r"\\[1-9]|\(\?P=\w+\)|\\k<"),
        "RE2 has no back-references: name the group, and write `{name}` in a pattern of `also` or `against`",
    ),
    (
        re.compile(r"\(\?>|[*+?}]\+"),
        "RE2 has no atomic groups and no possessive repeats: leave them out",
    ),
    (re.compile(r"\\Z"), "RE2 writes the end of the text as \\z or $"),
)


def pattern_problem(pattern: str) -> str:
    """Why the pattern cannot be used, with what to do, or an empty string."""
    try:
        program = program_size(pattern)
    except PatternError as error:
        hint = next((words for sign, words in _HINTS if sign.search(pattern)), "")
        return f"the pattern {shown(pattern)} cannot be used ({error})" + (f". {hint}" if hint else "")
    if program > MAX_PROGRAM:
        return (
            f"the pattern {shown(pattern)} becomes a program of {program} instructions, and {MAX_PROGRAM} are allowed: "
            "lower its counted repeats"
        )
    return ""


@lru_cache(maxsize=4_096)
def program_size(pattern: str) -> int:
    """Size of a pattern in instructions of RE2's program. What is only checked is not kept: a program takes 20 KiB.

    Raises:
        PatternError: RE2 does not accept it.
    """
    return int(compiled_for_once(pattern).programsize)


def shown(pattern: str) -> str:
    """A pattern as it is quoted in a message, cut when it is long."""
    return repr(pattern if len(pattern) <= 80 else pattern[:79] + "…")  # noqa: PLR2004 - what fits on a line
