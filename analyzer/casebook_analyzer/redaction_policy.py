"""What is taken out of texts beside secrets, which always are: one value, made once from settings.

Patterns that people bring are those of RE2, whose time is linear in the text whatever a pattern says. They are checked
here, where they are made, so that a wrong one is told at the start and not when a log comes by.
"""

import re
from functools import lru_cache
from typing import Any

import msgspec
import re2

MOST_PATTERNS = 50
LONGEST_REGEX = 1_000
"""Characters of one."""
_LONGEST_NAME = 40
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){0,20}")
_TOGETHER = 64 << 20
"""Bytes that the automaton of all patterns may take (re2.h, ``max_mem``)."""
_PROBES = (b"", b"a", b" ", b"-", b"a -", b"- a", b"aa--")
"""In these an empty match shows, whichever of the assertions of RE2 (``^ $ \\A \\z \\b \\B``) it stands on."""


class OwnPattern(msgspec.Struct, frozen=True):
    """A pattern that somebody brought, in the syntax of RE2. It is searched in each line by itself.

    What is replaced is its group ``secret``, else its first group, else all that it matches.

    Raises:
        ValueError: The name is no name of a kind, or the pattern is none that can be used.
    """

    name: str
    """The kind in the marker."""
    regex: str

    def __post_init__(self) -> None:
        if len(self.name) > _LONGEST_NAME or not _NAME.fullmatch(self.name):
            raise ValueError(
                f"The pattern {self.name!r} needs a name of lower-case letters and digits, with single dashes between "
                f"them, and of at most {_LONGEST_NAME} characters: it is the kind in the marker."
            )
        if wrong := _wrong(self.regex):
            raise ValueError(f"The pattern {self.name!r} ({self.regex[:_LONGEST_NAME]}) cannot be used: {wrong}.")


class RedactionPolicy(msgspec.Struct, frozen=True):
    """What is replaced beside secrets and ``<private>`` blocks.

    Raises:
        ValueError: There are too many patterns, or two of one name.
    """

    addresses: bool = False
    """IP addresses."""
    emails: bool = True
    phones: bool = False
    ibans: bool = False
    national_ids: bool = False
    patterns: tuple[OwnPattern, ...] = ()

    def __post_init__(self) -> None:
        names = [pattern.name for pattern in self.patterns]
        if len(names) > MOST_PATTERNS:
            raise ValueError(f"There are {len(names)} patterns, and at most {MOST_PATTERNS} can be used.")
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"Two patterns have the name {twice[0]!r}.")


SECRETS_AND_EMAILS = RedactionPolicy()
"""What holds where nobody has set anything."""


@lru_cache(maxsize=2 * MOST_PATTERNS)
def compiled(regex: str) -> Any:
    """An expression of RE2 for bytes of UTF-8, in which no match goes beyond a line and ``^`` and ``$`` are its ends.

    Raises:
        re2.error: It is none.
    """
    options = _options()
    re2.compile(regex, options)  # alone, so that no bracket in it closes the one around it
    return re2.compile(_in_lines(regex), options)


@lru_cache(maxsize=4)
def any_of(patterns: tuple[OwnPattern, ...]) -> Any:
    """One expression that matches where one of the patterns does; None when all together are too large for one."""
    options = _options()
    options.never_capture = True
    options.max_mem = _TOGETHER
    try:
        return re2.compile("|".join(_in_lines(pattern.regex) for pattern in patterns), options)
    except re2.error:
        return None


def _in_lines(regex: str) -> str:
    return f"(?m:{regex})"


def _options() -> Any:
    options = re2.Options()
    options.never_nl = True
    options.log_errors = False
    return options


def _wrong(regex: str) -> str:
    if not regex:
        return "it is empty"
    if len(regex) > LONGEST_REGEX:
        return f"it has {len(regex)} characters, and at most {LONGEST_REGEX} are read"
    if r"\C" in regex.replace(r"\\", ""):
        return r"\C is a byte, which may be a part of a character"
    try:
        expression = compiled(regex)
    except re2.error as error:
        told = error.args[0].decode(errors="replace") if isinstance(error.args[0], bytes) else str(error)
        return f"{told} (patterns are those of RE2: no look-around, no back references, at most 1,000 repeats)"
    if any(found.start() == found.end() for probe in _PROBES for found in expression.finditer(probe)):
        return "it matches an empty text, and would match everywhere"
    return ""
