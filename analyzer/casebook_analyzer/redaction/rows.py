"""Rows of the tables of shapes: a pattern in an easy notation, and examples of what it finds.

A row is a regular expression in which white space and line breaks mean nothing (a space is ``[ ]``), with a group
``secret`` around what has to go, and with the named parts of ``parts`` in braces, as ``{KEY}`` for the name of a secret
or ``{GAP}`` for some blanks. Its screen is made of it. To add a shape, add a row with an example in which the secret
stands between ``\u27e6`` and ``\u27e7``: a test tells whether the row finds its examples, and whether
anything needs it.
"""

import re
from collections.abc import Callable

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.parts import PARTS
from casebook_analyzer.redaction.pattern import Pattern, context
from casebook_analyzer.redaction.screening import screen_of

_WHITE = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\[\]\\]){0,60}+\])|\s+", re.DOTALL)
_LETTER = re.compile(r"\\u([0-9a-f]{4})")
_PART = re.compile(r"\{[A-Z_]{1,20}\}")


def row(
    kind: str,
    regex: str,
    *examples: str,
    accepts: Callable[[re.Match[str]], bool] = accept.anything,
    screen: str = "",
    beyond: str = "",
    prefilters: tuple[str, ...] = (),
) -> Pattern:
    """A pattern of a table.

    ``screen`` is only given where what stands behind the secret says more than what is before it, and ``beyond`` where
    the secret goes on in other lines: what the screen reads behind its first letter. ``prefilters`` are only given
    where the screen has no name of a secret and would remember much of a line.

    Raises:
        ValueError: the row has no secret, or no example.
        KeyError: it names a part that there is not.
    """
    if not examples:
        raise ValueError("a row needs an example: " + regex)
    compact = _WHITE.sub(lambda white: white[1] or "", regex)
    template = _LETTER.sub(lambda letter: chr(int(letter[1], 16)), compact)
    seen = _PART.sub(lambda part: PARTS[part[0]].screen, screen) if screen else screen_of(template) + beyond
    exact = _PART.sub(lambda part: f"(?:{PARTS[part[0]].exact})", template)
    return context(kind, seen, exact, accepts, prefilters, examples)
