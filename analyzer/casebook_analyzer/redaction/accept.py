"""Checks what a pattern found: a pattern finds where a secret can stand, these functions tell whether it is one."""

import base64
import binascii
import ipaddress
import re

from casebook_analyzer.redaction import stored_keys
from casebook_analyzer.redaction.declared import is_declared
from casebook_analyzer.redaction.file_paths import is_path_of_a_file
from casebook_analyzer.redaction.guess import classes, is_hex_key, is_uuid, made_up, odd, random_looking
from casebook_analyzer.redaction.named import is_named_by_a_program
from casebook_analyzer.redaction.object_names import (
    is_file_of_an_entry,
    is_name_of_an_object,
    is_part_of_a_name,
    is_version_of_a_secret,
)
from casebook_analyzer.redaction.prose import PUNCTUATION, is_a_verdict, is_message, is_word_about_secrets
from casebook_analyzer.redaction.references import is_mask_or_name, is_pair, is_reference, names_what_follows
from casebook_analyzer.redaction.source import BEFORE_A_KEY, DESCRIBED, is_a_variable, is_an_expression, is_its_own_name

# namespace:command of rails, mix and npm; resource:verb of scopes.
_VERB = re.compile(
    r"(?:edit|read|write|create|list|get|delete|update|view|admin|manage|refresh|revoke|exchange|rotate|show|generate"
    r"|encrypt"
    r"|decrypt|import|export|sync|init)\b(?![\w.-])"
)
_TERMINAL = re.compile(r"[A-Z]{2,12}(?:_[A-Z]{2,12}){0,3}")
_MODE = re.compile(
    r"(?:read|write|admin|inherit|always|never|auto|static|dynamic|external|internal|generic|opaque|jwt|managed|manual"
    r"|rotating|pending|active|inactive|revoked|deleted|ready|synced)(?![\w.-])"
)
"""How something is handled, as settings and statuses say it: ``id-token: write``."""
_QUANTITY = (
    r"-\d{6,20}|-?\d{1,5}(?:\.\d+)?(?:ns|us|ms|s|m|h|d|B|[KMG]i?B?|%)?|\d{1,3}[hm]\d{1,2}[ms]\w{0,3}"
    r"|(?:[~^]|[<>]=?)?v?\d+(?:\.\d+){2,3}"
)
_PLACE = (
    r"[a-z]{2}(?:-[a-z]{2,9}){1,3}-\d:.*|"  # the middle of an ARN
    r"/(?:etc|var|run|mnt|secrets?|root|home|opt|usr|tmp|srv|app|data|config|vault|proc|dev|workspace|certs?|keys?|subscriptions)/.*|projects/[\w-]{1,63}/.*"
    r"|alias/[\w/-]{1,250}|(?i:(?:ed|x)25519|ecdsa(?:-[a-z0-9-]{1,30})?|rsa(?:-?\d{4})?|aes-?\d{3}(?:-?[gc][cb][mc])?)"
    r"|(?:key|token|secret)[-_]?\d{0,2}|HK(?:EY_[A-Z_]{4,20}|LM|CU|CR)(?:\\.*)?"
    r"|[a-z][a-z0-9+]{1,9}://.*|(?:[a-z0-9]{2,12}:)?[\w.-]{1,80}\.(?:go|py|java|js|ts|rs|rb|c|cc|cpp|pem|key|crt|pub|json|ya?ml|p12"
    r"|jks|asc|gpg|toml|ini|env|txt)(?::\d{1,6})?"
)
_NAMESPACED_NAME = r"[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9.-]{0,252}"
_HARMLESS = re.compile(f"{_QUANTITY}|{_NAMESPACED_NAME}|{_PLACE}")
_COUNTED_TOKENS = re.compile(_QUANTITY)
_NAMESPACED = re.compile(_NAMESPACED_NAME)
_FILE = re.compile(r"[\w-]{1,80}\.[a-z0-9]{1,4}")
_IN_A_REGION = re.compile(r"[a-z]{2}(?:-[a-z]{2,9}){1,3}-\d:[^:]*")
_COUNT = re.compile(r"\d{1,2}")
"""``users with sha256_password_hash: 2``."""
_NEVER_A_QUANTITY = ("api_key=", "apikey=", "api-key=", "access_key=", "secret_key=", "client_secret=")
_NAMES = re.compile(r"(?:routing|service|crypto)[ ._-]?\Z|- secret\Z", re.IGNORECASE)
"""The key of an exchange or of a service in a registry is a name, that of PagerDuty is made up. ``- secretKey`` of an
ExternalSecret names a key."""
_DOTTED = re.compile(r"[A-Za-z]{1,30}\d{0,2}(?:\.(?:[A-Za-z]{1,30}\d{0,2}|[*#])){1,8}")
_EVERYBODYS = re.compile(
    r"(?:next|prev(?:ious)?|pag(?:e|ing|ination)|continu(?:e|ation)|cursor|sync|resume|scroll|marker|evaluated"
    r"|starting|load|import|input|output|lock|change|idempotency|public[ ._-]?key|cancel(?:l?ation)?"
    r"|websocket)[ ._-]?\Z",
    re.IGNORECASE,
)
"""Tokens and keys that say where in a list to read on, and digests of what is public; what stops a call, and the nonce
of a handshake (RFC 6455, 4.1)."""
_OF_A_TYPE = re.compile(r"\bpkcs11:\S*\Z|\bAWS::\w{1,40}::\w{0,40}\Z")
"""A URI of a device names its token (RFC 7512); a type of CloudFormation."""
_OF_A_VOLUME = re.compile(r"references non-existent [a-z ]{0,10}\Z")
"""``secret key: tls.key`` behind it names a key of a Secret (kubernetes/kubernetes: pkg/volume/secret/secret.go)."""
_NAMED_DIGEST = re.compile(r"[A-Za-z][\w.]{0,40}-(?:[\w.]{1,40}-){1,7}[0-9a-f]{32,64}")
"""The key of a cache, made of names and the digest of a lock file."""
_PATH = re.compile("[/?#]")
_GROUP = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
_OF_A_MANUALS_USER = re.compile(r"\b(?:user|username|name|login):(?:password|passwd|pwd|pass|secret)>?\Z")
_TAKES_GROUPS = re.compile(
    r"\b(?:docker|podman|nerdctl|crictl|buildah|setpriv|chroot|runuser|su-exec|gosu|rsync|systemd-run|ps|pgrep|pkill|lsof"
    r"|top|id|chown|install)\b[^\n|;&]{0,90}\Z"
)
"""Behind ``-u`` these take a user and a group, or several users."""
_PART_OF_A_PLACE, _PREFIX = re.compile("[.:]"), re.compile("[_-]")
_LEAST_DIGITS, _LEAST_NUMBER, _SHORT = 4, 6, 2
_BETWEEN_ITEMS = re.compile(r"[,\s]")
_NEAR_JWK = 4_000
"""Characters in which the members of a key of RSA with 4,096 bits stand."""
_DIRECTORY = re.compile(r"/|~/|[A-Za-z]:\\")
_ASSIGNED_WORDS = frozenset({"secret", "token", "key", "password", "name", "env", "value", "true", "file", "basic"})
"""About secrets in a message, and a poor password behind ``password=``."""
_POOR = frozenset({"secret", "token", "password"})
_BEFORE_AN_ENTRY = re.compile(r"[ \t]{0,40}(?:-[ ])?[\w.-]{0,60}")
_PUBLIC = re.compile(
    r"LS0tLS1CRUdJTiB(?:DRVJU|QVUJM)|MFkwEwYHKoZIzj0|MHYwEAYHKoZIzj0|MCowBQYDK2Vw|MII[BC]IjANBgkqhkiG9w0BAQEFAAOC"
    r"|MII[A-Za-z0-9+/]{3}CC"
)
"""In Base64: ``-----BEGIN CERT``, ``-----BEGIN PUBL``, and how a SubjectPublicKeyInfo and a Certificate begin (RFC
5280, 4.1): a sequence in a sequence of more than 255 bytes, where a private key has its version (RFC 5208, 8017)."""
_SEALS = ("AgA", "AgB")
_SEALED = re.compile(r"[A-Za-z0-9+/]{24,65536}={0,2}(?:\.{3}|\u2026)?")
"""Of a SealedSecret: the length of a session key of RSA with 2,048 or 4,096 bits, the key, and what it encrypts
(sealed-secrets: pkg/crypto/crypto.go); people cut it short when they show it."""
_WORDS = re.compile(r"[a-z]{5,}")
_HIGH_ENTROPY_CLASSES = 3
_LONG, _LONG_ID = 20, 24
_COUNTING = (
    r"(?:id|trace|span|offset|bytes|size|revision|version|seq\w{0,20}+|nonce|ts|time\w{0,20}+|inode|addr\w{0,20}+"
    r"|count|total"
    r"|pid|usage|generation|hash|ns|us|memory|capacity|blocks?|sectors?|order|number|job|request)"
)
# A key ends with such a word (``requestId=``); in a sentence the word stands alone, as "paid" is no id.
_COUNTED = re.compile(
    rf"(?=[A-Za-z])(?:{_COUNTING}[\"']?[=:]\s?[\"']?|(?<![A-Za-z]){_COUNTING}[\"']?\s#?[\"']?)$",
    re.IGNORECASE,
)


def anything(_match: re.Match[str]) -> bool:
    """Accept every match: the pattern alone is sure."""
    return True


def password(match: re.Match[str]) -> bool:
    """Accept what stands after ``password=``, unless it is a reference, a word about passwords or a message."""
    return not (_is_said(match) or is_reference(match["secret"]) or _is_told_elsewhere(match))


def _is_said(match: re.Match[str]) -> bool:
    """Words, and no value: most of what a log about secrets holds, so that it is asked first."""
    text = match["secret"]
    if _is_punctuation(text) or (is_word_about_secrets(text) and not _is_assigned(match)):
        return True
    return is_message(match) or is_a_verdict(match)


def _is_told_elsewhere(match: re.Match[str]) -> bool:
    """What stands in the place of a value: where it comes from, or what it is the name of."""
    text = match["secret"]
    if _is_a_directory(match) or is_its_own_name(match):
        return True
    if _is_sealed(text) or is_declared(match):
        return True
    if is_path_of_a_file(text) or (_COUNT.fullmatch(text) and "hash" in match.group().lower()):
        return True
    if is_an_expression(match) or is_file_of_an_entry(match):
        return True
    return names_what_follows(match) or is_named_by_a_program(match) or is_version_of_a_secret(match)


def _is_punctuation(text: str) -> bool:
    few = len(text) <= _SHORT and not any(map(str.isalnum, text))
    return few or not text.strip(PUNCTUATION)


def _is_sealed(text: str) -> bool:
    return text.startswith(_SEALS) and _SEALED.fullmatch(text) is not None


def _is_assigned(match: re.Match[str]) -> bool:
    """``password=token`` has a password of five letters; ``password: token`` may be said of one, unless it is all."""
    text, (start, end) = match.string, match.span("secret")
    if match["secret"] not in _ASSIGNED_WORDS or not match.group().lower().startswith(("pass", "pwd")):
        return False
    if text[start - 1] == "=":
        return not DESCRIBED.match(text, end)
    least = max(0, match.start() - BEFORE_A_KEY)
    line = text.rfind("\n", least, start) + 1 or least
    return (
        match["secret"] in _POOR
        and _BEFORE_AN_ENTRY.fullmatch(text, line, match.start()) is not None
        and text[end : end + 1] in {"", "\n"}
    )


def _is_a_directory(match: re.Match[str]) -> bool:
    """``pwd`` alone is where a program works."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    alone = not (before.isalnum() or before in {"_", "-", "."})
    return alone and match.group()[:3].lower() == "pwd" and _DIRECTORY.match(match["secret"]) is not None


def secret(match: re.Match[str]) -> bool:
    """Accept what stands after ``token=`` or ``secret=``, unless it is a number, a place or the name of a Secret."""
    text = match["secret"]
    if _is_said(match) or (_HARMLESS.fullmatch(text) and not _is_made_up_part(match)) or is_part_of_a_name(match):
        return False
    if is_reference(text) or is_name_of_an_object(match) or is_a_variable(match) or _is_told_elsewhere(match):
        return False
    before_the_key = _before_the_key(match)
    if _NAMES.search(match.string, *before_the_key) and (_DOTTED.fullmatch(text) or not weak(match)):
        return False
    if match.group()[:4].lower() == "cred" and is_uuid(text):
        return False
    if any(said.search(match.string, *before_the_key) for said in (_OF_A_TYPE, _EVERYBODYS, _OF_A_VOLUME)):
        return False
    return not (_is_how_it_is_handled(match) or _is_of_a_grammar(match))


def _is_of_a_grammar(match: re.Match[str]) -> bool:
    """``token=RBRACE``: what a parser has read."""
    return match.group()[:5].lower() == "token" and _TERMINAL.fullmatch(match["secret"]) is not None


def _is_how_it_is_handled(match: re.Match[str]) -> bool:
    """``secrets:read`` is a scope, and ``id-token: write`` what somebody may do with one."""
    text, start = match.string, match.start("secret")
    if text[start - 1] == ":":
        return _VERB.match(match["secret"]) is not None
    return text.endswith(": ", 0, start) and _MODE.match(match["secret"]) is not None


def _is_made_up_part(match: re.Match[str]) -> bool:
    """``client_secret=app/k3v9q2m7z1`` is no name of a Secret, and ``secret=48213`` no count of tokens."""
    text = match["secret"]
    if _FILE.fullmatch(text) or _IN_A_REGION.fullmatch(text):
        return made_up(_PART_OF_A_PLACE.split(text)[-1 if ":" in text else 0])
    key = match.string[max(0, match.start() - BEFORE_A_KEY) : match.start("secret")].lower()
    if _COUNTED_TOKENS.fullmatch(text):
        counted = text.isdigit() and len(text) >= _LEAST_DIGITS and "token" not in match.group().lower()
        return counted or (len(text) > _SHORT and key.endswith(_NEVER_A_QUANTITY))
    if "://" in text:
        return key.endswith("=") and made_up(_PATH.split(text)[-1])
    return _NAMESPACED.fullmatch(text) is not None and made_up(text.partition("/")[2])


def _before_the_key(match: re.Match[str]) -> tuple[int, int]:
    return max(0, match.start() - BEFORE_A_KEY), match.start()


def is_secret_of_a_field(value: str) -> bool:
    """Whether a value may be a secret, when its key stands elsewhere and says that it is one."""
    if is_word_about_secrets(value) or is_mask_or_name(value) or is_path_of_a_file(value):
        return False
    return _HARMLESS.fullmatch(value) is None


def weak(match: re.Match[str]) -> bool:
    """Accept a value behind a word of many meanings (``pass=``, ``seed=``) only when it is no word, name or number."""
    text = match["secret"]
    if not (made_up(text) or is_hex_key(text)) or _HARMLESS.fullmatch(text):
        return False
    return password(match) and not is_part_of_a_name(match)


def one_time(match: re.Match[str]) -> bool:
    """A code that is sent to somebody has digits alone, or is made up."""
    text = match["secret"]
    numbers = text.isdigit() or (text.replace("-", "").isdigit() and len(text) > _LEAST_NUMBER)
    return (numbers or made_up(text)) and not is_message(match)


def session(match: re.Match[str]) -> bool:
    """The number of a session that opens it is long and random, in hexadecimal digits or others."""
    text = match["secret"]
    if match.string.startswith("(", match.end("secret")) or _HARMLESS.fullmatch(text):
        return False
    return is_hex_key(text) or random_looking(text) or (len(text) >= _LONG_ID and text.isalnum() and made_up(text))


def of_a_user(match: re.Match[str]) -> bool:
    """What stands behind ``-u user:`` is a password, and no group, number or port."""
    text = match["secret"]
    if (
        text.isdigit()
        or text.startswith(":")
        or _OF_A_MANUALS_USER.search(match.group())
        or not is_secret_of_a_field(text)
    ):
        return False
    if match.string[match.start("secret") - 1] == "," and not made_up(text):
        return False
    before = match.string[max(0, match.start() - BEFORE_A_KEY) : match.start()]
    return not (_GROUP.fullmatch(text) and _TAKES_GROUPS.search(before))


def of_a_cache(match: re.Match[str]) -> bool:
    """``redis://x@cache`` has a password alone, unless it is the name of a user."""
    return odd(match["secret"]) and is_secret_of_a_field(match["secret"])


def items(match: re.Match[str]) -> bool:
    """Accept a list behind the name of a secret when one of its items is none of the names that secrets have."""
    return any(made_up(item.strip("\"'\\,- ")) for item in _BETWEEN_ITEMS.split(match["secret"]))


def member_of_a_jwk(match: re.Match[str]) -> bool:
    """Whether the object that a member stands in says that it is a key."""
    start, end = match.span()
    return "kty" in match.string[max(0, start - _NEAR_JWK) : end + _NEAR_JWK]


def random_end(match: re.Match[str]) -> bool:
    """A token of an issuer that is not known: what stands behind its prefix looks random."""
    return random_looking(_PREFIX.split(match["secret"])[-1])


def high_entropy(match: re.Match[str]) -> bool:
    """Accept a value behind a key that may be secret (``session=``) only when it looks random."""
    text = match["secret"]
    if not random_looking(text) or _HARMLESS.fullmatch(text) or _PUBLIC.match(text) or _is_sealed(text):
        return False
    if (
        _NAMED_DIGEST.fullmatch(text)
        or is_path_of_a_file(text)
        or is_part_of_a_name(match)
        or stored_keys.is_named(match)
    ):
        return False
    return not _EVERYBODYS.search(match.string, *_before_the_key(match))


def bearer(match: re.Match[str]) -> bool:
    """A bearer token has digits or is very long; ``bearer authentication`` is prose."""
    text = match["secret"]
    said = is_pair(text) or text.startswith("HTTP/")
    return password(match) and not said and (any(c.isdigit() for c in text) or len(text) > _LONG)


def basic_auth(match: re.Match[str]) -> bool:
    """Base64 of ``user:password``; ``basic authentication`` is prose."""
    text = match["secret"]
    try:
        decoded = base64.b64decode(text + "=" * (-len(text) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return ":" in decoded and decoded.isprintable()


def card(match: re.Match[str]) -> bool:
    """Luhn's check digit (ISO/IEC 7812-1) tells a card number from nine of ten other numbers."""
    digits = [int(c) for c in match["secret"] if c.isdigit()]
    doubled = [sum(divmod(2 * d, 10)) if i % 2 else d for i, d in enumerate(reversed(digits))]
    if sum(doubled) % 10:
        return False
    return not _COUNTED.search(match.string[max(0, match.start("secret") - 40) : match.start("secret")])


def base64_block(match: re.Match[str]) -> bool:
    """A line of a key, not of hexadecimal digits, of a ruler or of a path."""
    text = match["secret"]
    return classes(text) >= _HIGH_ENTROPY_CLASSES and sum(map(len, _WORDS.findall(text))) * 2 <= len(text)


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
