"""Checks what stands in an address: whether it lets in whoever knows it, or names what is there."""

import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.guess import classes, is_uuid, made_up

_BEFORE = 200
"""Characters of an address before the part that opens it."""
_ENDS_A_WORD = re.compile(r"[\s\"'<>()\[\]{}=,]")
_OPENS_ONCE = re.compile(
    r"[?&](?:tok|code|ticket|auth|invite|jwt|magic)=|/(?:reset|confirm|activate|invite|magic|verify|unsubscribe)",
    re.IGNORECASE,
)
"""A UUID behind it is no name of a thing that is there: it was made for one time."""
_WORD, _LONG_WORD = re.compile(r"[A-Za-z][a-z]{3,}"), re.compile(r"[A-Za-z][a-z]{4,}")


def of_a_link(match: re.Match[str]) -> bool:
    """What a link carries is long and random; a key of 96 bits and more may be, where it has no words."""
    text = match["secret"]
    if not _is_in_an_address(match):
        return False
    if is_uuid(text):
        return _OPENS_ONCE.match(match.group()) is not None
    return _is_short_and_mixed(text, _WORD) or accept.session(match)


def of_a_webhook(match: re.Match[str]) -> bool:
    """Whoever knows such an address may write there; a UUID behind ``webhooks/`` says which one of them is meant."""
    text = match["secret"]
    if not _is_in_an_address(match):
        return False
    if is_uuid(text):
        return not match.group().lower().startswith("/webhooks/")
    return _is_short_and_mixed(text, _LONG_WORD) or accept.session(match)


def _is_short_and_mixed(text: str, word: re.Pattern[str]) -> bool:
    return text.isalnum() and classes(text) == len(("a", "A", "0")) and made_up(text) and not word.search(text)


def _is_in_an_address(match: re.Match[str]) -> bool:
    """``/login/0b7c`` is part of one; ``lease_id=auth/kubernetes/login/0b7c`` is a name that has slashes."""
    if not match.group().startswith("/"):
        return True
    word = _ENDS_A_WORD.split(match.string[max(0, match.start() - _BEFORE) : match.start()])[-1]
    return not word or word.startswith("/") or "." in word or ":" in word
