"""Whether a text was made up to be secret, where what stands around it says too little to be sure."""

import math
import re
from collections import Counter

_RANDOM = re.compile(r"[\w+/=.~%-]{20,4096}", re.ASCII)
_WORDS = re.compile(r"[A-Za-z][a-z]{3,}")
_LONG_WORDS = re.compile(r"[A-Za-z][a-z]{4,}")
"""Of 40 random letters some begin like a word of four."""
_CLASSES = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"))
_BITS = 3.5
_HEX = re.compile(r"(?:0x)?(?:[0-9a-f]{32,512}|[0-9A-F]{32,512})")
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# Names with digits that texts about programs are full of: sha256, OAuth2, HS256, node-3, v1beta1, 10.0.0.1, 4GiB.
_NAME = re.compile(
    r"[A-Za-z]?[a-z]*\d{0,4}|[A-Z]+\d{0,4}|v?\d[\w.:+-]*|[a-z]+\d+(?:[.:/_-][A-Za-z0-9]+)*|[\w.-]+\.[a-z]{2,6}(?::\d+)?"
    r"|[a-z0-9]+(?:[-_./:][a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?:[A-Z][a-z]+)+\d{0,3}|[a-z]+"
    r"(?:[A-Z][a-z]+)+\d{0,3}",
    re.ASCII,
)
_SIGNS = frozenset("!@#$%^&*?~+;")
_PLACES = ("/", "http", "sha256:", "arn:")
_SHORTEST, _LONGEST = 6, 512
_TURNS, _MANY_TURNS = 3, 6
"""So often do letters and digits take turns in what no word is made of; ``v1beta1`` and ``utf8mb4`` are names."""
_TURN = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", re.IGNORECASE)
_LONG_NAME = 24
_WORDS_AROUND_DIGITS = re.compile(
    r"(?!sha|md|base|utf|aes|rsa|ed|ipv|http|oauth|pbkdf|pkcs|x|log|node|worker|host|zone|k)[a-z]{4,12}\d{2,4}[a-z]{3,12}"
)
"""What people choose; names of algorithms and of machines look the same."""


def classes(text: str) -> int:
    """Of lower case, upper case and digits, how many a text has."""
    return sum(kind.search(text) is not None for kind in _CLASSES)


def random_looking(text: str) -> bool:
    """Whether a text looks random: long, of several classes of characters, and without words or repetitions."""
    if not _RANDOM.fullmatch(text) or text.startswith(("/", "http")):
        return False
    words = _LONG_WORDS if text.isalnum() and len(text) > _LONG_NAME else _WORDS
    if classes(text) < len(_CLASSES) or sum(map(len, words.findall(text))) * 2 > len(text):
        return False
    counts = Counter(text)
    bits = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    return bits >= _BITS


def is_hex_key(text: str) -> bool:
    """At least 128 bits in hexadecimal digits."""
    return _HEX.fullmatch(text) is not None


def is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def made_up(text: str) -> bool:
    """Whether a text is no word, name, number or place: a password that a person or a generator chose."""
    text = text[:_LONGEST]
    letters_and_digits = any(c.isalpha() for c in text) and any(c.isdigit() for c in text)
    if len(text) < _SHORTEST or not letters_and_digits or text.startswith(_PLACES) or _UUID.fullmatch(text):
        return False
    turns = len(_TURN.findall(text))
    if _WORDS_AROUND_DIGITS.fullmatch(text) is not None:
        return True
    if _NAME.fullmatch(text) is not None:
        if len(text) > _LONG_NAME:
            return text.isalnum() and (random_looking(text) or (turns >= _MANY_TURNS and not is_hex_key(text)))
        return turns >= _TURNS and text.isalnum() and not _looks_versioned(text)
    return classes(text) == len(_CLASSES) or turns >= _TURNS or not _SIGNS.isdisjoint(text)


def chosen(text: str) -> bool:
    """Made up, or a name with a digit in it that a person may have chosen: ``Welcome1`` behind a word that says so."""
    return made_up(text) or (len(text) >= _SHORTEST and text.isalnum() and classes(text) == len(_CLASSES))


def odd(text: str) -> bool:
    """Whether a text is no plain word and no plain number: what a sentence calls the password may be one."""
    return (
        len(text) >= _SHORTEST and any(c.isalpha() for c in text) and not text.isalpha() and not _UUID.fullmatch(text)
    )


_PLAIN_NAME = re.compile(r"-{0,2}[a-z0-9]+(?:[-_.:/]+[a-z0-9]+)*|[A-Z0-9]+(?:[-_.:/]+[A-Z0-9]+)*")


def no_name(text: str) -> bool:
    """Odd, and not as programs write names: ``Opal-Thistle``, ``n3tRead``, ``teal!anchor``, but no ``shop-ro``."""
    return odd(text) and (made_up(text) or _PLAIN_NAME.fullmatch(text) is None)


_VERSIONED = re.compile(r"v?\d+[a-z]+\d+|[a-z]{2,}\d+[a-z]{1,4}\d+", re.IGNORECASE)


def _looks_versioned(text: str) -> bool:
    return _VERSIONED.fullmatch(text) is not None
