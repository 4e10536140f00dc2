"""Second looks: a pattern finds a place where a secret can stand, these say whether one stands there."""

import base64
import binascii
import math
import re
from collections import Counter

# Words that say something about a secret and are none. A password of this list is not protected by redaction either.
_WORDS = """
a absent access an and are at authentication authorization bad basic be bearer can't cannot could denied
digest disabled do does doesn't empty enabled end env environment error expired expires failed failure false
field file for forbidden found from has have in incorrect input invalid is issued it key load malformed may
mismatch missing must name near negotiate nil no none not null of ok optional or parameter parse present
provided redacted refused rejected required revoked secret set should signature the this token true unable
unauthorized unbound undefined unexpected unknown unset validation value variable verification was with wrong
yes your
"""
_ABOUT_SECRETS = frozenset(_WORDS.split())
_REFERENCE = re.compile(
    r"\$[({]\w[\w.]*[)}]?|\$\w+|%[sdvq]|%\(\w+\)s|\{\{.*|<(?:set to|unset|nil|none|redacted|hidden|omitted).*|\*{2,}"
    r"|x{4,}|X{4,}"
    r"|\.\.\.|-+|\(?nil\)?|\[?(?:REDACTED|redacted|MASKED|hidden|FILTERED)\]?|valueFrom:?"
)
_NAMESPACED_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9.-]{0,252}")
_SHORT_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d+)?")
_HIGH_ENTROPY_LENGTH, _HIGH_ENTROPY_BITS, _HIGH_ENTROPY_CLASSES = 20, 3.5, 3
_PUNCTUATION = ".,:;!?'\"`)]}>"
_CARD_DIGITS = range(13, 20)
# Domains that only exist inside a cluster or a machine, and unit types of systemd (getty@tty1.service).
_NOT_MAIL = frozenset(
    {"local", "internal", "localdomain", "svc", "service", "socket", "slice", "target", "mount", "timer", "scope"}
)


def anything(_text: str) -> bool:
    """The pattern is enough."""
    return True


def password(text: str) -> bool:
    """Whatever stands after ``password=``, unless it is a reference or a word about passwords."""
    bare = text.strip(_PUNCTUATION)
    spelt_as_a_word = bare in (bare.lower(), bare.upper(), bare.capitalize())
    is_word = spelt_as_a_word and bare.lower() in _ABOUT_SECRETS
    return bool(bare) and not is_word and not _REFERENCE.fullmatch(text)


def secret(text: str) -> bool:
    """What stands after ``token=`` or ``secret=``, unless it is a number, a reference or the name of a Secret."""
    return password(text) and not _SHORT_NUMBER.fullmatch(text) and not _NAMESPACED_NAME.fullmatch(text)


def high_entropy(text: str) -> bool:
    """Random-looking: long, of several classes of characters, and without the repetition of words and paths."""
    if len(text) < _HIGH_ENTROPY_LENGTH or text.startswith(("sha256:", "/", "http")):
        return False
    classes = sum(bool(re.search(c, text)) for c in ("[a-z]", "[A-Z]", "[0-9]"))
    if classes < _HIGH_ENTROPY_CLASSES:
        return False
    counts = Counter(text)
    bits = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    return bits >= _HIGH_ENTROPY_BITS


def bearer(text: str) -> bool:
    """A bearer token has digits or is very long; ``bearer authentication`` is prose."""
    return password(text) and (any(c.isdigit() for c in text) or len(text) > _HIGH_ENTROPY_LENGTH)


def basic_auth(text: str) -> bool:
    """Base64 of ``user:password``; ``basic authentication`` is prose."""
    try:
        return b":" in base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def card(text: str) -> bool:
    """Luhn's check digit (ISO/IEC 7812-1) tells a card number from nine of ten other numbers."""
    digits = [int(c) for c in text if c.isdigit()]
    doubled = [sum(divmod(2 * d, 10)) if i % 2 else d for i, d in enumerate(reversed(digits))]
    return len(digits) in _CARD_DIGITS and sum(doubled) % 10 == 0 and len(set(digits)) > 1


def email(text: str) -> bool:
    """An address of a person, not a unit, a host of the cluster or the user that Git logs in as."""
    local, _, domain = text.rpartition("@")
    return domain.rpartition(".")[2].lower() not in _NOT_MAIL and local.lower() not in {"git", "noreply"}


def base64_block(text: str) -> bool:
    """A line of a key, not of hexadecimal digits or of a ruler."""
    return all(re.search(c, text) for c in ("[a-z]", "[A-Z]", "[0-9]"))
