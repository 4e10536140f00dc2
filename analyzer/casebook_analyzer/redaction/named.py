"""What programs name by a word about secrets, and what is none: services of PAM, types, places in a list, contracts."""

import base64
import binascii
import re

import msgspec

ADDRESS_OF_A_CONTRACT = re.compile(r"0x[0-9a-fA-F]{40}")
"""A token of a chain is told by the address of its contract (ERC-20, ERC-55). A private key is longer."""

_NEAR = 60
"""Characters before a name."""
_OF_PAM = re.compile(r"\bpam_[a-z0-9_]{1,20}\([\w.-]{0,30}\Z")
"""``pam_unix(passwd:chauthtok)`` tells the service and what it was asked for (Linux-PAM: ``pam_syslog``)."""
_TYPE = re.compile(r"(?:[A-Z][a-z0-9]{1,20}){2,6}")
_CURSOR = re.compile(
    r"(?:continue|(?:page|sync|resume|next|prev|start|end|after|before|scroll)[\w-]{0,12}|cursor\w{0,8})"
    r"\\{0,3}[\"']?[ \t]{0,2}[=:][ \t]{0,2}\\{0,3}[\"']?\Z",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\"[^\"]{0,60}(?:pass|pwd|secret|token|key|auth|cred|sess|jwt|user|login|sub|alg|typ|exp|iat|sig|mac|code|csrf)"
    r"[^\"]{0,60}\":|[\w+/=.-]{20}",
    re.IGNORECASE | re.ASCII,
)
"""In what a token says of somebody, or in a ticket (Laravel's ``{"iv", "value", "mac"}``)."""


def is_named_by_a_program(match: re.Match[str]) -> bool:
    """Whether what looks like a key and its value are two names in what a program says of itself."""
    text, start = match.string, match.start("secret")
    if text[start - 1] == ":":
        return _OF_PAM.search(text, max(0, match.start() - _NEAR), match.start()) is not None
    value = match["secret"]
    if text[start - 2 : start] != ": " or not text.startswith(" ", match.end("secret")) or not _TYPE.fullmatch(value):
        return False
    # Credential: EnvironmentCredential authentication unavailable
    word = text[match.start() : start - 2].strip("\"'\\").lower()
    return not word.startswith("pass") and value.lower().endswith(word)


def is_no_cursor(match: re.Match[str]) -> bool:
    """Whether Base64 of an object of JSON may be a token; where in a list to read on (``continue=``) is none."""
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    return "." in match["secret"] or not (_CURSOR.search(before) or _is_data(match["secret"]))


def _is_data(text: str) -> bool:
    """``{"order": 812}`` in Base64 opens nothing."""
    try:
        told = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_" if set(text) & {"-", "_"} else None)
        msgspec.json.decode(told)
    except (binascii.Error, msgspec.DecodeError, UnicodeDecodeError):
        return False
    return _OPENS.search(told.decode()) is None
