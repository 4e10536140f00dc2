"""Structured log lines as people read them: the message first, then the fields."""

from typing import Any

import msgspec

_MESSAGE = ("msg", "message", "event", "log", "textPayload")
_LEVEL = ("level", "severity", "lvl", "levelname", "log.level")
_NOISE = frozenset({"ts", "time", "timestamp", "@timestamp", "datetime", "t", "@version", "hostname", "pid", "v"})


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
    rest = [f"{key}={_value(value)}" for key, value in fields.items() if key not in {message_key, level_key, *_NOISE}]
    prefix = f"{fields[level_key]}: " if level_key else ""
    return " ".join([prefix + " ".join(fields[message_key].split()), *rest])


def _value(value: Any) -> str:
    if not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    text = " ".join(value.split())
    if text and " " not in text:
        return text
    # The other quotes spare a reader, and a rule, the backslashes.
    return f"'{text}'" if '"' in text and "'" not in text else msgspec.json.encode(text).decode()
