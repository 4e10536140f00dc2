"""Regular expressions of the taxonomy: RE2, whose time is linear in the text whatever the pattern.

Texts are logs of strangers and patterns come from users' repositories: with a backtracking engine ``(a+)+$`` in one
rule and one hostile line would stop the operator. RE2 has no look-around and no back-references (github.com/google/re2,
doc/syntax); a rule says what must not occur in ``unless`` instead.
"""

from functools import lru_cache
from typing import Any

import re2

Pattern = Any
"""A compiled pattern. The package has no type stubs; it has the methods of ``re.Pattern``."""

_MAX_MEMORY = 32 << 20
"""Bytes that one compiled program may take: counted repeats of classes are expanded (re2.h, ``max_mem``)."""


class PatternError(ValueError):
    """The text is no regular expression of RE2. The message says why."""


@lru_cache(maxsize=4_096)
def compiled(pattern: str) -> Pattern:
    """A compiled pattern. The last few thousand are kept, so asking again costs nothing.

    Raises:
        PatternError: RE2 does not accept it.
    """
    return compiled_for_once(pattern)


def compiled_for_once(pattern: str) -> Pattern:
    """A compiled pattern that is not kept: one of a single case.

    Raises:
        PatternError: RE2 does not accept it.
    """
    try:
        return re2.compile(pattern, engine_options())
    except re2.error as error:
        why = error.args[0] if error.args else error
        raise PatternError(why.decode(errors="replace") if isinstance(why, bytes) else str(why)) from error


def engine_options() -> Any:
    """Bounded, and silent: RE2 would write its errors to the standard error stream."""
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    return options
