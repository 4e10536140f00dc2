"""Second looks: a pattern finds a place where a secret can stand, these say whether one stands there."""

import base64
import binascii
import ipaddress
import math
import re
from collections import Counter

from casebook_analyzer.redaction.prose import is_message, is_word_about_secrets

_REFERENCE = re.compile(
    r"\$[({]\w[\w.]*[)}]?|\$\w+|%[sdvq]|%\(\w+\)s|\{\{.*|<(?:set to|unset|nil|none|redacted|hidden|omitted).*|\*{2,}"
    r"|x{4,}|X{4,}"
    r"|\.\.\.|-+|\(?nil\)?|\[?(?:REDACTED|redacted|MASKED|hidden|FILTERED)\]?|valueFrom:?|&\w*|0x[0-9a-f]{6,16}"
)
# What programs write in the place of a value: traces of a stack show lines of source.
_EXPRESSION = re.compile(
    r"[a-z_]\w*(?:\.\w+)+[\[(].*|(?:get|load|read|fetch|new|decode|parse|create|make)\w*\(.*|ENV\[.*|await|new|yield"
    r"|(?:self|this|process\.env|os\.environ|config|settings|args|opts|options|request|req|cfg|env)(?:\.[A-Za-z_]\w*)+[\[(,)]*"
)
# namespace:command of rails, mix and npm; resource:verb of scopes.
_VERB = re.compile(
    r"(?:edit|read|write|create|list|get|delete|update|view|admin|manage|refresh|revoke|exchange|rotate|show|generate|encrypt"
    r"|decrypt|import|export|sync|init)\b(?![\w.-])"
)
_NAME_OF_A_SECRET = re.compile(
    r"[a-z]{2,20}\d{0,3}(?:[.-](?:[a-z]{2,20}\d{0,3}|v?\d{1,3}|[bcdfghjklmnpqrstvwxz2456789]{5}))+"
)
_QUANTITY = r"-?\d{1,5}(?:\.\d+)?(?:ns|us|ms|s|m|h|d|B|[KMG]i?B?|%)?|\d{1,3}[hm]\d{1,2}[ms]\w{0,3}|v?\d+(?:\.\d+){2,3}"
_PLACE = (
    r"[a-z]{2}(?:-[a-z]{2,9}){1,3}-\d:.*|"  # the middle of an ARN
    r"/(?:etc|var|run|mnt|secrets?|root|home|opt|usr|tmp|srv|app|data|config|vault|proc|dev|workspace|certs?|keys?)/.*"
    r"|[a-z][a-z0-9+]{1,9}://.*|[\w.-]{1,80}\.(?:go|py|java|js|ts|rs|rb|c|cc|cpp)(?::\d{1,6})?"
)
_NAMESPACED_NAME = r"[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9.-]{0,252}"
_HARMLESS = re.compile(f"{_QUANTITY}|{_NAMESPACED_NAME}|{_PLACE}")
_BEFORE_A_KEY = 100
_IN_A_PATH = re.compile(r"(?:/[\w.-]{0,80}|\barn:[\w:-]{0,90}:)$")
_RANDOM = re.compile(r"[\w+/=.~%-]{20,4096}", re.ASCII)
_WORDS = re.compile(r"[a-z]{5,}")
_HIGH_ENTROPY_BITS, _HIGH_ENTROPY_CLASSES = 3.5, 3
_LONG = 20
_CARD_DIGITS = range(13, 20)
_COUNTED = re.compile(
    r"(?:id|trace|span|offset|bytes|size|revision|version|seq\w*|nonce|ts|time\w*|inode|addr\w*|count|total|pid|usage"
    r"|generation|hash|ns|us|memory|capacity|blocks?|sectors?|order|number|job|request)[\"']?(?:[=:]\s?|\s#?)[\"']?$",
    re.IGNORECASE,
)
# Domains that only exist inside a cluster or a machine, and unit types of systemd (getty@tty1.service).
_NOT_MAIL = frozenset(
    {"local", "internal", "localdomain", "svc", "service", "socket", "slice", "target", "mount", "timer", "scope"}
)
_NOT_A_PERSON = frozenset({"git", "noreply", "no-reply"})
_VERSION = re.compile(r"v?\d+\.\d")


def anything(_match: re.Match[str]) -> bool:
    """The pattern is enough."""
    return True


def password(match: re.Match[str]) -> bool:
    """Whatever stands after ``password=``, unless it is a reference, a word about passwords or a message."""
    text = match["secret"]
    if not text.strip(".,:;!?'\"`)]}>") or is_word_about_secrets(text) or is_message(match):
        return False
    return not _REFERENCE.fullmatch(text) and not _EXPRESSION.fullmatch(text)


def secret(match: re.Match[str]) -> bool:
    """What stands after ``token=`` or ``secret=``, unless it is a number, a place or the name of a Secret."""
    text = match["secret"]
    if not password(match) or _HARMLESS.fullmatch(text):
        return False
    if _NAME_OF_A_SECRET.fullmatch(text) and _is_about_an_object(match):
        return False
    between = match.string[match.start() : match.start("secret")]
    if between.endswith(":") and _VERB.match(text):
        return False
    return not _is_part_of_a_name(match)


def _is_part_of_a_name(match: re.Match[str]) -> bool:
    """An image and its tag, an ARN; and Helm's annotations with the checksum of a Secret."""
    before = match.string[max(0, match.start() - _BEFORE_A_KEY) : match.start()]
    if before.endswith("checksum/"):
        return True
    return match.string[match.start("secret") - 1] == ":" and _IN_A_PATH.search(before) is not None


def is_secret_of_a_field(value: str) -> bool:
    """The same of a value whose key stands elsewhere."""
    return not (
        is_word_about_secrets(value)
        or _REFERENCE.fullmatch(value) is not None
        or _HARMLESS.fullmatch(value) is not None
    )


def _is_about_an_object(match: re.Match[str]) -> bool:
    """``secret=checkout-db`` names a Secret; ``client_secret=checkout-db`` does not."""
    before = match.string[match.start() - 1 : match.start()]
    return match.group()[:6].lower() == "secret" and not (before.isalnum() or before in {"_", "-", "."})


def random_looking(text: str) -> bool:
    """Long, of several classes of characters, without the repetition and the words of names and paths."""
    if not _RANDOM.fullmatch(text) or text.startswith(("sha256:", "/", "http")):
        return False
    if not _mixed(text) or sum(map(len, _WORDS.findall(text))) * 2 > len(text):
        return False
    counts = Counter(text)
    bits = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    return bits >= _HIGH_ENTROPY_BITS


def high_entropy(match: re.Match[str]) -> bool:
    """A value that looks random behind a key that only may be secret."""
    text = match["secret"]
    return random_looking(text) and not _HARMLESS.fullmatch(text) and not _is_part_of_a_name(match)


def _mixed(text: str) -> bool:
    return sum(bool(re.search(c, text)) for c in ("[a-z]", "[A-Z]", "[0-9]")) >= _HIGH_ENTROPY_CLASSES


def bearer(match: re.Match[str]) -> bool:
    """A bearer token has digits or is very long; ``bearer authentication`` is prose."""
    text = match["secret"]
    return password(match) and (any(c.isdigit() for c in text) or len(text) > _LONG)


def basic_auth(match: re.Match[str]) -> bool:
    """Base64 of ``user:password``; ``basic authentication`` is prose."""
    text = match["secret"]
    try:
        return b":" in base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def card(match: re.Match[str]) -> bool:
    """Luhn's check digit (ISO/IEC 7812-1) tells a card number from nine of ten other numbers."""
    digits = [int(c) for c in match["secret"] if c.isdigit()]
    doubled = [sum(divmod(2 * d, 10)) if i % 2 else d for i, d in enumerate(reversed(digits))]
    if len(digits) not in _CARD_DIGITS or sum(doubled) % 10 or len(set(digits)) == 1:
        return False
    return not _COUNTED.search(match.string[max(0, match.start("secret") - 40) : match.start("secret")])


def email(match: re.Match[str]) -> bool:
    """An address of a person, not a unit, a host of the cluster, a version or the account of a program."""
    local, _, domain = match["secret"].lower().rpartition("@")
    if domain.rpartition(".")[2] in _NOT_MAIL or domain.endswith(".gserviceaccount.com") or _VERSION.match(domain):
        return False
    return local not in _NOT_A_PERSON


def base64_block(match: re.Match[str]) -> bool:
    """A line of a key, not of hexadecimal digits, of a ruler or of a path."""
    text = match["secret"]
    return _mixed(text) and sum(map(len, _WORDS.findall(text))) * 2 <= len(text)


def has_digits_on_both_sides(match: re.Match[str]) -> bool:
    """Bootstrap tokens are random; ``docker.containerruntime`` has their shape and is a name."""
    return all(any(c.isdigit() for c in part) for part in match["secret"].split("."))


def address(match: re.Match[str]) -> bool:
    """An IP address that tells where something is: neither loopback nor unspecified."""
    try:
        found = ipaddress.ip_address(match["secret"])
    except ValueError:
        return False
    return not found.is_loopback and not found.is_unspecified
