"""Words of an answer that name something, and whether what was sent names it too. Pure."""

from collections.abc import Iterator

from casebook_analyzer.models import Category
from casebook_operator.kube import paths

_QUOTES = "\u2018\u2019\u201c\u201d\u2026"
_DASHES = "\u2013\u2014"
_BREAKS = str.maketrans(dict.fromkeys(f"`'\"()[]{{}}<>,;!?|{_QUOTES}{_DASHES}", " "))
_EDGES = ".:-/"
_ENDS = (".", "!", "?", ":")
_INNER = frozenset("._/:@=-\\%$#&+~*^")
"""Signs that names have inside, and words of plain English have not."""
_BESIDE = frozenset("_-")
_ACRONYM = 4
"""Capitals of a word that is an abbreviation of everybody's, such as DNS. Names of variables are longer."""
_SMALL = 99
"""Up to this number one counts; what is larger was read somewhere."""


def names_in(text: str) -> Iterator[str]:
    """The words of a text that may name an object, a host, a file, a program or a number that was read somewhere."""
    begins = True
    for word in text.translate(_BREAKS).split():
        name = word.strip(_EDGES)
        if name and _names(name, begins=begins):
            yield name
        begins = word.endswith(_ENDS)


def is_vocabulary(name: str) -> bool:
    """Whether a word is one of Kubernetes' kinds or of our categories: these name nothing in particular."""
    singular = name.removesuffix("s") if name.endswith("s") else name
    return name in frozenset(Category) or name == "Kubernetes" or any(map(paths.known, (name, singular)))


def occurs(name: str, text: str) -> bool:
    """Whether a name stands in a text, as a whole or as the beginning of a longer one: pods are called after workloads.

    ``text`` is in lower case, and so is what is looked for: at the beginning of a sentence names get a capital.
    """
    wanted = name.lower()
    at = text.find(wanted)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(wanted) : at + len(wanted) + 1]
        if not _continues(before, _BESIDE) and not _continues(after, frozenset("_")):
            return True
        at = text.find(wanted, at + 1)
    return False


def _continues(sign: str, signs: frozenset[str]) -> bool:
    return bool(sign) and (sign.isalnum() or sign in signs)


def _names(word: str, *, begins: bool) -> bool:
    if word.isdecimal() and word.isascii():
        return len(word) > len(str(_SMALL))
    if not word.isascii() or any(sign.isdigit() or sign in _INNER for sign in word):
        return True
    if word.isupper():
        return len(word) > _ACRONYM
    return not word[1:].islower() if begins and len(word) > 1 else word != word.lower() and len(word) > 1
