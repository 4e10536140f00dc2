"""Documents of strangers as plain values: dictionaries with text keys, lists, texts, numbers. Bounded in all ways."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import yaml

MAX_VALUES = 5_000_000
"""Values of one document: a YAML file of a few lines whose anchors multiply is larger, a real cluster's dump is not."""

MAX_DEPTH = 100
"""Objects of the API are below 40 deep, CustomResourceDefinitions included."""


class NotPlainError(ValueError):
    """The text is no document that can be used; the message says why."""


def decode_json(raw: bytes) -> Any:
    try:
        return plain(msgspec.json.decode(raw))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotPlainError(f"it is not JSON ({' '.join(str(error).split())})") from error


def decode_yaml(raw: bytes) -> list[Any]:
    """All documents of a file. Anchors are allowed as long as what they stand for stays bounded."""
    try:
        return [plain(document) for document in _documents(raw) if document is not None]
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        if isinstance(error, NotPlainError):
            raise
        raise NotPlainError(f"it is not YAML ({' '.join(str(error).split())[:200]})") from error


def _documents(raw: bytes) -> Iterator[Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    yield from yaml.load_all(raw, Loader=loader)


def plain(value: Any) -> Any:
    """A copy in which nothing is shared and everything is of a type that JSON has. Times become RFC 3339."""
    return _Copy().of(value, MAX_DEPTH)


class _Copy:
    def __init__(self) -> None:
        self._left = MAX_VALUES

    def of(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0:
            raise NotPlainError(f"it holds more than {MAX_VALUES:,} values")
        if depth < 0:
            raise NotPlainError(f"it is nested more than {MAX_DEPTH} deep")
        match value:
            case dict():
                return {_key(key): self.of(item, depth - 1) for key, item in value.items()}
            case list() | tuple() | set():
                return [self.of(item, depth - 1) for item in value]
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
