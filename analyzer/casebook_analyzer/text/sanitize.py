"""Bytes and lines of strangers, made safe to store and to print."""

import re

LINE_LIMIT = 2_000
"""Characters of one line. Longer lines are payloads, not messages."""
LINE_BREAK = " ⏎ "
"""Stands for a line break inside a fact's text, which is one line: a stack trace is one fact."""

_CUT_MARK = " … [{} characters cut]"
_TOKEN = 256
"""A cut goes back to the last space within this distance, so that half of a secret cannot pass for a word."""

_TERMINAL = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]?"  # every other escape
)
_WHITE = str.maketrans(dict.fromkeys("\t\v\f\u0085\u00a0\u2028\u2029", " "))
# C0 and C1 controls, bidirectional controls (they reorder what a reader sees), zero-width characters, tags, surrogates.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_BREAKS = re.compile(r"[ \t]*[\r\n]+")  # indentation tells where a stack trace ends


def decode(raw: bytes) -> str:
    """Text of any bytes: what is not UTF-8 becomes U+FFFD."""
    return raw.decode("utf-8", errors="replace")


def clean_line(text: str, limit: int = LINE_LIMIT) -> str:
    """One line without terminal escapes, control, bidirectional and invisible characters, visibly bounded."""
    text = _TERMINAL.sub("", text).translate(_WHITE)
    text = _BREAKS.sub(LINE_BREAK, text.strip())
    return bound(_FORBIDDEN.sub("", text).strip(), limit)


def bound(text: str, limit: int = LINE_LIMIT) -> str:
    """At most ``limit`` characters and a mark that says how many more there were."""
    if len(text) <= limit:
        return text
    room = max(0, limit - len(_CUT_MARK) - len(str(len(text))))
    space = text.rfind(" ", max(0, room - _TOKEN), room)
    keep = space if space > 0 else room
    return text[:keep].rstrip() + _CUT_MARK.format(len(text) - keep)
