"""What a pattern of a secret is made of."""

import re
from collections.abc import Callable
from functools import cache

import msgspec

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.prefilters import prefilters_of


class Pattern(msgspec.Struct, frozen=True):
    """One kind of secret."""

    kind: str
    screen: str
    """For RE2 over bytes (Latin-1). It matches a part of whatever ``regex`` matches, over the same lines."""
    exact: str
    """For Python, over the lines in which ``screen`` matches, with a group ``secret`` around what has to go."""
    accepts: Callable[[re.Match[str]], bool] = accept.anything
    prefilters: tuple[str, ...] = ()
    """One of these matches, and begins in the line in which ``screen`` does, wherever that does. RE2 looks for them in
    all texts, so that they are short, and remember nothing of a line: with fewer states they take a third of the time.
    """
    examples: tuple[str, ...] = ()
    """Texts in which it finds what stands between \u27e6 and \u27e7."""

    @property
    def regex(self) -> re.Pattern[str]:
        """``exact``, compiled when a text first needs it: all take 0.35 s, of which every command would wait."""
        return _compiled(self.exact)


@cache
def _compiled(exact: str) -> re.Pattern[str]:
    return re.compile(exact, re.ASCII)


_CLASS_OR_SPACE = re.compile(r"\\[^s]|\[(?:\\.|[^\[\]\\]){0,60}+\]|\\s")


def context(
    kind: str,
    screen: str,
    regex: str,
    accepts: Callable[[re.Match[str]], bool] = accept.anything,
    prefilters: tuple[str, ...] = (),
    examples: tuple[str, ...] = (),
) -> Pattern:
    """A secret that is told by what stands around it."""
    exact = _CLASS_OR_SPACE.sub(_space_of_re2, regex)
    return Pattern(kind, screen, exact, accepts, prefilters or prefilters_of(screen), examples)


def _space_of_re2(found: re.Match[str]) -> str:
    """``\\s`` without the vertical tab, which is white space for Python and not for RE2."""
    if found[0].startswith("["):
        return found[0].replace(r"\s", r"\t\n\f\r ")
    return r"[\t\n\f\r ]" if found[0] == r"\s" else found[0]


def shape(
    kind: str,
    screen: str,
    regex: str,
    accepts: Callable[[re.Match[str]], bool] = accept.anything,
    prefilters: tuple[str, ...] = (),
) -> Pattern:
    """A secret that its own shape tells."""
    return context(kind, screen, f"(?P<secret>{regex})", accepts, prefilters)
