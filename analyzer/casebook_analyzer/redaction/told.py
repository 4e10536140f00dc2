"""Checks what a row found where no sign says that a secret follows: in sentences, statements, calls and logins."""

import base64
import binascii
import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.guess import chosen, classes, is_hex_key, is_uuid, made_up, odd, random_looking
from casebook_analyzer.redaction.named import ADDRESS_OF_A_CONTRACT
from casebook_analyzer.redaction.prose import is_word_about_secrets
from casebook_analyzer.redaction.references import is_pair, is_route

_PUNCTUATION = ".,:;!?'\"`)]}>"
_LONG = 10
_ID = re.compile(r"[A-Za-z0-9%.+/=_~-]{16,4096}")
_READS = re.compile(
    r"(?i:get|load|read|find|fetch|parse|delete|remove|validate|check|verify|is|has|decode|hash|encode)"
)
_PARAMETERS = re.compile(r"(?:[\s,'\"?]|%s|\$\d{1,3}|:\w{1,40}+)++")
_PASSWORD = re.compile(r"pass|pwd?", re.IGNORECASE)
_GIVES = re.compile(r"(?i:(?:auth|login|creds?|credentials?|userpwd|userpass)=)|auth[ ]admin:")
_EXPLAINS = re.compile(r"[A-Z][a-z]{0,20}(?: [\w'-]{1,30}){2,60}[.!]?")
_FINGERPRINT = re.compile(r"[0-9A-F]{16}|[0-9A-F]{40}")
_IN_A_MANUAL = re.compile(r"[\"']user(?:name)?[\"'],[ ]?[bru]?[\"'](?:pass(?:word)?|passwd|secret)[\"']")
_DIGEST = re.compile(r"hmac-sha\d{1,3}:")
_ZEROS = 2
_LINE = 100
"""Characters before a change in which it is said of what it is."""
_BETWEEN = re.compile(r"[\s\"',\\]+")


def directly(match: re.Match[str]) -> bool:
    """A sentence names the value: it is secret unless it is a plain word."""
    text = match["secret"].strip(_PUNCTUATION + "([{<")
    if is_pair(text) or is_word_about_secrets(text):
        return False  # the next pair: ``token audience=casebook``
    return odd(text) and accept.is_secret_of_a_field(text) and not is_route(match)


def far(match: re.Match[str]) -> bool:
    """More words stand between: only what was made up is the secret."""
    text = match["secret"].rstrip(_PUNCTUATION)
    return made_up(text) and accept.is_secret_of_a_field(text)


def of_somebody(match: re.Match[str]) -> bool:
    """What a sentence says of somebody's password, or a row of a table: no plain name, and no plain number."""
    text = match["secret"].rstrip(_PUNCTUATION)
    return chosen(text) and accept.is_secret_of_a_field(text)


def in_a_cell(match: re.Match[str]) -> bool:
    """A table of settings; of tokens and keys it also tells names."""
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    quoted_one = match.string[match.start("secret") - 1] in "'\""
    return (about_passwords and (quoted_one or of_somebody(match))) or accept.weak(match)


def of_a_neighbour(match: re.Match[str]) -> bool:
    """The next element of a document, which may explain what the one before names."""
    return _EXPLAINS.fullmatch(match["secret"]) is None and accept.secret(match)


def token(match: re.Match[str]) -> bool:
    """Names of tokens and keys have digits, too; the secrets are longer than those."""
    text = match["secret"].rstrip(_PUNCTUATION)
    if _FINGERPRINT.fullmatch(text) and "key" in match.group().lower():
        return False  # of OpenPGP (RFC 9580, 5.5.4)
    if ADDRESS_OF_A_CONTRACT.fullmatch(text):
        return False
    looks_random = made_up(text) or random_looking(text) or is_hex_key(text)
    return len(text) >= _LONG and looks_random and accept.is_secret_of_a_field(text)


def quoted(match: re.Match[str]) -> bool:
    """Everything between quotes, unless it is masked or a parameter (``?``, ``$1``, ``%s``)."""
    return match["secret"] not in {"?", "%s", "***"} and accept.password(match)


def values(match: re.Match[str]) -> bool:
    """Values of a statement, of which not every one is a parameter."""
    return _PARAMETERS.fullmatch(match["secret"]) is None


def made_up_password(match: re.Match[str]) -> bool:
    """Behind a word of a protocol that means something else elsewhere."""
    return made_up(match["secret"]) and accept.password(match)


def of_an_acl(match: re.Match[str]) -> bool:
    """Whether a sign before a value marks a password of a user in Redis, and is not part of ``>=`` or ``->``."""
    return accept.of_a_user(match) and not match["secret"].startswith(("=", "-"))


def given_to_a_call(match: re.Match[str]) -> bool:
    """A setter gets a secret; what reads, checks or decodes one gets its name."""
    return _READS.match(match.group()) is None and " " not in match["secret"] and accept.password(match)


def changed(match: re.Match[str]) -> bool:
    """``secret = "orders" -> "orders-2"`` names another Secret, and every other word is another password."""
    text = match["secret"]
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    return accept.is_secret_of_a_field(text) and (about_passwords or made_up(text) or random_looking(text))


def given_with_a_user(match: re.Match[str]) -> bool:
    """``auth=("user", "password")`` stands in manuals."""
    return _IN_A_MANUAL.search(match.group()) is None and accept.password(match)


def positional(match: re.Match[str]) -> bool:
    """What a command takes for a secret, unless it is a word of a sentence about the command."""
    return (odd(match["secret"]) or is_uuid(match["secret"])) and accept.password(match)


def aligned(match: re.Match[str]) -> bool:
    """Behind a password everything but a plain word; tokens and Secrets have names, too."""
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    return directly(match) if about_passwords else far(match)


def variable(match: re.Match[str]) -> bool:
    """``set`` and ``export`` are words of sentences, too, in which no made-up word follows."""
    return (match.group()[:3] in {"ENV", "ARG", "fas"} and accept.password(match)) or directly(match)


def cookie(match: re.Match[str]) -> bool:
    """A cookie of a framework has no other meaning, so that it is enough that it is no word."""
    text = match["secret"]
    return _ID.fullmatch(text) is not None and (any(c.isdigit() for c in text) or classes(text) > 1)


def key_of_a_vendor(match: re.Match[str]) -> bool:
    """``STRIPE_KEY=`` has a value that was made up; ``MENU_KEY=f10`` has not."""
    text = match["secret"]
    long = len(text) >= _LONG
    return long and (made_up(text) or is_hex_key(text) or random_looking(text)) and accept.secret(match)


def of_a_login(match: re.Match[str]) -> bool:
    """Behind a user and a sign; ``login: shop/2`` and ``account a:b`` are none."""
    text = match["secret"].rstrip(_PUNCTUATION)
    given = _GIVES.match(match.group()) is not None and text.isalnum() and odd(text)
    return (chosen(text) or given) and accept.of_a_user(match)


def code(match: re.Match[str]) -> bool:
    """A code that is sent to somebody has digits alone, or is made up; one that he keeps has at least a digit."""
    kept = match.group().lower().startswith(("recovery", "backup"))
    return accept.one_time(match) or (kept and any(c.isdigit() for c in match["secret"]))


def new_password(match: re.Match[str]) -> bool:
    """Whether the line says before that a password has changed."""
    start = match.start()
    line = match.string.rfind("\n", max(0, start - _LINE), start) + 1 or max(0, start - _LINE)
    return _PASSWORD.search(match.string, line, start) is not None and accept.password(match)


def base64_of_a_login(match: re.Match[str]) -> bool:
    """Two names and a password, each but the first behind a zero byte (RFC 4616, 2)."""
    text = match["secret"]
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4)).count(b"\0") == _ZEROS
    except binascii.Error:
        return False


def signature(match: re.Match[str]) -> bool:
    """``hmac-sha256:0b7c`` is what an audit log has in place of a value (Vault: audit/hashstructure.go)."""
    return _DIGEST.fullmatch(match.group()[: -len(match["secret"])]) is None


def keys_of_a_vault(match: re.Match[str]) -> bool:
    """Keys of 256 bits and more, or codes; ``keys: [alpha1, beta2]`` are names."""
    found = [item for item in _BETWEEN.split(match["secret"]) if item]
    codes = "code" in match.group().lower()
    return all(is_hex_key(item) or random_looking(item) or (codes and any(c.isdigit() for c in item)) for item in found)
