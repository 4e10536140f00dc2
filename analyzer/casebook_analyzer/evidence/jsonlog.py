"""Structured log lines as people read them: the message first, then the fields."""

import re
from typing import Any

import msgspec

from casebook_analyzer.text import LINE_BREAK, without_middle

_MESSAGE = ("msg", "message", "event", "log", "textPayload")
_LEVEL = ("level", "severity", "lvl", "levelname", "log.level")
_NOISE = frozenset({"ts", "time", "timestamp", "@timestamp", "datetime", "t", "@version", "hostname", "pid", "v"})

_STACK = re.compile(r"\n(?:[ \t]{1,40}(?:at |File \")|goroutine \d|Caused by: )")
"""Frames of Java, .NET, Node.js, Python and Go."""


def flatten(line: str) -> str:
    """``{"level":"error","msg":"no route","host":"db"}`` -> ``error: no route host=db``.

    Lines that are not JSON objects stay as they are.
    """
    if not (line.startswith("{") and line.endswith("}")):
        return line
    try:
        fields = msgspec.json.decode(line.encode(), type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return line
    message_key = next((key for key in _MESSAGE if isinstance(fields.get(key), str)), None)
    if message_key is None:
        return line
    level_key = next((key for key in _LEVEL if isinstance(fields.get(key), str)), None)
    prefix = f"{fields[level_key]}: " if level_key else ""
    message, *below = _rows(fields[message_key]) or [" ".join(fields[message_key].split())]
    rest: list[str] = []
    for key, value in fields.items():
        if key not in {message_key, level_key, *_NOISE}:
            rows = _rows(value)
            below += rows
            rest += [] if rows else [f"{key}={_value(value)}"]
    return LINE_BREAK.join([" ".join([prefix + message, *rest]), *below])


def _rows(value: Any) -> list[str]:
    """The rows of a stack trace in a field, without the middle of a long one; none of any other value."""
    if not isinstance(value, str) or not _STACK.search(value):
        return []
    return without_middle([row.rstrip() for row in value.splitlines() if row.strip()])


def _value(value: Any) -> str:
    if not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    text = " ".join(value.split())
    if text and " " not in text:
        return text
    # The other quotes spare a reader, and a rule, the backslashes.
    return f"'{text}'" if '"' in text and "'" not in text else msgspec.json.encode(text).decode()
