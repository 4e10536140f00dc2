"""Documents of strangers as plain values: dictionaries with text keys, lists, texts, numbers."""

from datetime import UTC, date, datetime
from typing import Any


def plain(value: Any) -> Any:
    """A copy in which nothing is shared and everything is of a type that JSON has. Times become RFC 3339."""
    match value:
        case dict():
            return {_key(key): plain(item) for key, item in value.items()}
        case list() | tuple() | set():
            return [plain(item) for item in value]
        case datetime():
            aware = value if value.tzinfo else value.replace(tzinfo=UTC)
            return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case bytes():
            return value.decode(errors="replace")
        case _:
            return value


def _key(key: Any) -> str:
    """YAML 1.1 reads ``on:`` and ``8080:`` as a boolean and a number."""
    if isinstance(key, bool):
        return str(key).lower()
    return key if isinstance(key, str) else str(key)
