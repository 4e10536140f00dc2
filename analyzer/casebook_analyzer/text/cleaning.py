"""Text of strangers, cut and then cleaned: safe to print, but with its secrets still in it.

What is kept or passed on goes through :class:`casebook_analyzer.redaction.Sanitizer`, which calls these first. They are
called directly where text that has been through it is printed again, and by readers of logs, which need clean lines to
tell where a record ends.
"""

import re
import unicodedata

LINE_LIMIT = 2_000
"""Characters of one line. Longer lines are payloads, not messages."""
LINE_BREAK = " ⏎ "
"""Stands for a line break inside a fact's text, which is one line: a stack trace is one fact."""

_WINDOW = 16_384
"""Characters beyond the limit that are still looked at: colours and invisible characters count for nothing."""
_CUT_MARK = " … [{} characters cut]"
_TOKEN = 256
"""A cut goes back to the last space within this distance, so that half of a secret cannot pass for a word."""

_TERMINAL = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]?"  # every other escape
)
# Letters and digits of ASCII in another dress, as full-width ones: a reader takes them for what they look like.
_DRESSED = {
    chr(code): plain
    for block in (range(0xFF10, 0xFF5B), range(0x1D400, 0x1D800))
    for code in block
    if (plain := unicodedata.normalize("NFKC", chr(code))).isascii() and plain.isalnum()
}
_IN_DRESS = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]")
_PLAIN = str.maketrans({**dict.fromkeys("\t\v\f\u0085\u00a0\u2028\u2029", " "), **_DRESSED})
# C0 and C1 controls, bidirectional controls (they reorder what a reader sees), zero-width characters, tags, surrogates.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
# Indentation stays: it tells where a stack trace ends. A run of blanks is tried once, from its first blank; tried from
# each, a line of n blanks takes n² steps, and 100,000 of them block the event loop for minutes.
_BREAKS = re.compile(r"(?<![ \t])[ \t]*[\r\n]+")


def decode(raw: bytes) -> str:
    """Text of any bytes: what is not UTF-8 becomes U+FFFD."""
    return raw.decode("utf-8", errors="replace")


def clean_line(text: str, limit: int = LINE_LIMIT) -> str:
    """One line without terminal escapes, control, bidirectional and invisible characters, visibly bounded.

    What stands far beyond ``limit`` is cut away before anything is searched for: the time is bounded by ``limit``,
    whatever the length of the text.
    """
    if len(text) <= limit and _is_plain(text):
        return text.strip()
    seen = text[: limit + _WINDOW]
    line = _BREAKS.sub(LINE_BREAK, _TERMINAL.sub("", seen).translate(_PLAIN).strip())
    return _bounded(_FORBIDDEN.sub("", line).strip(), limit, unseen=len(text) - len(seen))


def clean_lines(text: str, limit: int) -> str:
    """The same of a text of many lines, which keeps its line breaks and its indentation."""
    if len(text) <= limit and _is_plain(text.replace("\n", "").replace("\t", "")):
        text = text.replace("\t", " ")
        blank_ends = " \n" in text or text.endswith(" ")
        return "\n".join(row.rstrip() for row in text.split("\n")) if blank_ends else text
    seen = text[: limit + _WINDOW]
    lines = _TERMINAL.sub("", seen).translate(_PLAIN).replace("\r\n", "\n").replace("\r", "\n")
    rows = (_FORBIDDEN.sub("", row).rstrip() for row in lines.split("\n"))
    return _bounded("\n".join(rows), limit, unseen=len(text) - len(seen))


def _is_plain(line: str) -> bool:
    """Whether all in it stays. But for letters in another dress nothing that is taken away or replaced is printable."""
    return line.isprintable() and (line.isascii() or not _IN_DRESS.search(line))


def bound(text: str, limit: int = LINE_LIMIT) -> str:
    """At most ``limit`` characters and a mark that says how many more there were."""
    return _bounded(text, limit, unseen=0)


def _bounded(text: str, limit: int, *, unseen: int) -> str:
    if len(text) <= limit and not unseen:
        return text
    room = max(0, limit - len(_CUT_MARK) - len(str(len(text) + unseen)))
    space = max(text.rfind(white, max(0, room - _TOKEN), room) for white in " \n")
    keep = space if space > 0 else min(room, len(text))
    return text[:keep].rstrip() + _CUT_MARK.format(len(text) - keep + unseen)
