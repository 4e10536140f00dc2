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
_PSEUDO_CLASS = re.compile(
    r"(?:focus|hover|not|in-range|(?:in)?valid|placeholder|disabled|enabled|checked|active|before|after|nth|first|last|required"
    r"|optional|read-|auto|-webkit|-moz|:)"
)
"""Of CSS, behind ``[type=password]`` (https://www.w3.org/TR/selectors-4)."""
_OF_A_MODEL = re.compile(
    r"\\{0,3}[\"']\s{0,4},\s{0,8}\\{0,3}[\"'](?:logprob|top_logprobs|token_id|bytes|prob|score|rank|offsets?|special|position|range|loc|span|line|col|column|index"
    r"|start|lemma|pos|dep|ner|token_str)\b"
)
"""What models say of a token in their answers, behind its text."""
_NAME_OF_A_TEXT = re.compile(r"[\w.-]{1,60}\Z")
_OF_PAGES = """
button buttons caption column columns dialog error errors field fields form forms header headers help hint i18n label
labels locale menu message messages placeholder prompt text texts title titles tooltip
"""
_CATALOGUED = frozenset(_OF_PAGES.split())
"""What a part of a page is, in names of its texts: ``form.password``."""
_DIVIDED = re.compile("[._]")
_TEXT = re.compile(r"[^\W\d_]{2,30}(?:[ -][^\W\d_]{1,30}){0,12}[.!?:]?")
_TYPE = re.compile(r"(?:[A-Z][a-z0-9]{1,20}){2,6}")
_CURSOR = re.compile(
    r"(?:continue|(?:page|sync|resume|next|prev|start|end|after|before|scroll)[\w-]{0,12}|cursor\w{0,8})"
    r"\\{0,3}[\"']?[ \t]{0,2}[=:][ \t]{0,2}\\{0,3}[\"']?\Z",
    re.IGNORECASE,
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]{5,20}Z?")
_OPENS = re.compile(
    r"\"[^\"]{0,60}(?:pass|pwd|secret|token|key|auth|cred|sess|jwt|sub|alg|typ|exp|iat|sig|mac|csrf|pin|otp)"
    r"[^\"]{0,60}\":|[\w+/=.-]{20}",
    re.IGNORECASE | re.ASCII,
)
"""In what a token says of somebody, or in a ticket (Laravel's ``{"iv", "value", "mac"}``)."""


def is_named_by_a_program(match: re.Match[str]) -> bool:
    """Whether what looks like a key and its value are two names in what a program says of itself."""
    text, start = match.string, match.start("secret")
    if text[start - 1] == ":":
        return _OF_PAM.search(text, max(0, match.start() - _NEAR), match.start()) is not None or (
            text[start - 2] == "]" and _PSEUDO_CLASS.match(match["secret"]) is not None
        )
    if _OF_A_MODEL.match(text, match.end("secret")) or _is_shown(match):
        return True
    value = match["secret"]
    if text[start - 2 : start] != ": " or not text.startswith(" ", match.end("secret")) or not _TYPE.fullmatch(value):
        return False
    # Credential: EnvironmentCredential authentication unavailable
    word = text[match.start() : start - 2].strip("\"'\\").lower()
    return not word.startswith("pass") and value.lower().endswith(word)


def _is_shown(match: re.Match[str]) -> bool:
    """``label.apiKey=API-Schl\u00fcssel``: catalogues of messages name a text by where it stands."""
    if _TEXT.fullmatch(match["secret"]) is None:
        return False
    name = _NAME_OF_A_TEXT.search(match.string, max(0, match.start() - _NEAR), match.start())
    return name is not None and not _CATALOGUED.isdisjoint(_DIVIDED.split(name[0].lower()))


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
    return _OPENS.search(_ID.sub("", told.decode())) is None
