"""What programs name by a word about secrets, and what is none: services of PAM, types, places in a list, contracts."""

import re

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
    return "." in match["secret"] or _CURSOR.search(before) is None
