"""Checks what a row of ``protocols`` found: its place says that it is a secret, unless the line is no such line."""

import re

from casebook_analyzer.redaction import told
from casebook_analyzer.redaction.guess import is_hex_key, made_up, odd

_LINE = 100
"""Characters before a value in which it is said what it is of."""
_ALGORITHM = re.compile(r"(?:md5|sha\d*|digest|checksum|hash|etag|sum)\b", re.IGNORECASE)


def of_a_protocol(match: re.Match[str]) -> bool:
    """``a1 LOGIN shop mango-7``; ``a1 LOGIN shop refused`` is what a log says of it."""
    return match["quoted"] is not None or odd(match["secret"])


def of_a_peer(match: re.Match[str]) -> bool:
    """A line of four columns; without quotes and a star in front, only what was made up tells them from a sentence."""
    before = match.group()[: match.start("secret") - match.start()]
    return told.directly(match) and (made_up(match["secret"]) or '"' in before)


def of_a_numbered_key(match: re.Match[str]) -> bool:
    """``1 md5 mango-7``; in a list of files a digest stands there, unless the line is about keys."""
    text = match["secret"]
    before = match.string[max(0, match.start() - _LINE) : match.start()].rpartition("\n")[2].lower()
    return told.directly(match) and ("key" in before or not is_hex_key(text))


def of_a_realm(match: re.Match[str]) -> bool:
    """A line of three fields, or part of one about digests; ``md5:backup.tar:0b7c`` is the digest of a file."""
    text, (start, end) = match.string, match.span()
    if _ALGORITHM.match(match.group()):
        return False
    alone = text[start - 1 : start] in {"", "\n"} and text[end : end + 1] in {"", "\n", "\r"}
    said = text[max(0, start - _LINE) : end].lower()
    return alone or "digest" in said or "realm" in said
