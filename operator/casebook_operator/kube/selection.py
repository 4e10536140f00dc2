"""Label and field selectors in their text form, applied to objects: what an API server does for a list."""

import re
from collections.abc import Callable
from typing import Any

from casebook_operator.kube import Object

_SET = re.compile(r"^(?P<key>\S+)\s+(?P<operator>in|notin)\s+\((?P<values>[^)]*)\)$")
_PART = re.compile(r"(?:[^,(]++|\([^)]*+\)?)++")
"""What stands between commas that are not inside the parentheses of a set."""

Predicate = Callable[[Object], bool]


def by_labels(selector: str) -> Callable[[dict[str, str]], bool]:
    """A test of labels: ``a=b``, ``a==b``, ``a!=b``, ``a in (b,c)``, ``a notin (b)``, ``a``, ``!a``."""
    tests = [_label_test(part.strip()) for part in _PART.findall(selector) if part.strip()]
    return lambda labels: all(test(labels) for test in tests)


def by_fields(selector: str) -> Predicate:
    """A test of objects by a field selector: ``path=value`` and ``path!=value``, for any path.

    An absent field is empty, as in the API server.
    """
    tests = [_field_test(part) for part in selector.split(",") if part]
    return lambda obj: all(test(obj) for test in tests)


def _label_test(part: str) -> Callable[[dict[str, str]], bool]:
    if match := _SET.match(part):
        key, wanted = match["key"], {value.strip() for value in match["values"].split(",")}
        if match["operator"] == "in":
            return lambda labels: labels.get(key) in wanted
        return lambda labels: labels.get(key) not in wanted
    if "=" not in part:
        if part.startswith("!"):
            return lambda labels: part[1:] not in labels
        return lambda labels: part in labels
    key, unequal, value = _split(part)
    return lambda labels: (labels.get(key) == value) is not unequal


def _field_test(part: str) -> Predicate:
    path, unequal, value = _split(part)
    return lambda obj: (_at(obj, path) == value) is not unequal


def _split(part: str) -> tuple[str, bool, str]:
    """(left side, whether it says "not equal", right side)."""
    left, _, right = part.partition("=")
    return left.removesuffix("!").strip(), left.endswith("!"), right.removeprefix("=").strip()


def _at(obj: Object, path: str) -> str:
    value: Any = obj
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return "" if value is None else str(value)
