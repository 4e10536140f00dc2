"""JSON values read as one type: what is absent, null or of another type is as if it were empty.

Kubernetes writes ``null`` for empty lists and maps, and files that strangers wrote have a text where an object belongs.
Each function follows ``path`` through objects first: ``text(pod, "spec", "nodeName")``. None of them ever raises.
"""

from typing import Any

Object = dict[str, Any]
"""A Kubernetes object, or an object inside one, as its JSON says it."""


def mapping(value: Any, *path: str) -> Object:
    """The JSON object at the end of the path, or an empty one."""
    found = _at(value, path)
    return found if isinstance(found, dict) else {}


def mappings(value: Any, *path: str) -> list[Object]:
    """The JSON objects in the list at the end of the path. Items of another type are left out."""
    return [item for item in _items(value, path) if isinstance(item, dict)]


def text(value: Any, *path: str) -> str:
    found = _at(value, path)
    return found if isinstance(found, str) else ""


def texts(value: Any, *path: str) -> list[str]:
    """The strings in the list at the end of the path. Items of another type are left out."""
    return [item for item in _items(value, path) if isinstance(item, str)]


def texts_by_name(value: Any, *path: str) -> dict[str, str]:
    """Those fields of the object at the end of the path that are strings: labels, annotations, data."""
    return {str(name): field for name, field in mapping(value, *path).items() if isinstance(field, str)}


def number(value: Any, *path: str) -> int:
    """The integer at the end of the path; 0 for anything else, so an exit code of 0 and none look alike."""
    found = _at(value, path)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def _items(value: Any, path: tuple[str, ...]) -> list[Any] | tuple[Any, ...]:
    found = _at(value, path)
    return found if isinstance(found, list | tuple) else ()
