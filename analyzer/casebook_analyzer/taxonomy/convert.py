"""Converts what YAML or the API server holds to a ``TaxonomySpec``, and names every mistake, not only the first."""

import difflib
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from casebook_analyzer.taxonomy import bounds, conditions, rules, spec
from casebook_analyzer.taxonomy.problems import Problem
from casebook_analyzer.taxonomy.spec import Origin, Overlay, TaxonomySpec

MAX_PROBLEMS = 25
"""How many problems of one overlay are named: whoever has more repairs these first."""

_PATH = re.compile(r" - at `(?:key in )?\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<key>\w+)|\[(?P<index>\d+)\]")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")


def to_overlay(value: Any, origin: Origin) -> tuple[Overlay | None, list[Problem]]:
    """The overlay, or None, and what is wrong with its shape. ``value`` is made of dicts, lists and scalars."""
    problems: list[Problem] = []
    places: dict[str | int, list[int]] = {}
    value = _copied(value)
    while len(problems) < MAX_PROBLEMS:
        try:
            found = msgspec.convert(value, TaxonomySpec)
        except msgspec.ValidationError as error:
            path = _path(str(error))
            problems.append(_problem(value, path, places, error, origin))
            if not _without(value, path, places):
                break
        else:
            return (None, problems) if problems else (Overlay(origin=origin, spec=found), [])
    return None, problems


def name_of(item: Any) -> str:
    """What a person calls an item of a list: the first that it has of an id, a rule, a number, a type, a name."""
    if not isinstance(item, dict):
        return ""
    for key in ("id", "rule", "number", "type", "name", "pattern"):
        if isinstance(item.get(key), str | int):
            return f"Xid {item[key]}" if key == "number" else str(item[key])[:80]
    return ""


def _copied(value: Any) -> Any:
    """A copy whose lists may lose items. Deep enough: only items of the first level are taken out."""
    if not isinstance(value, dict):
        return value
    return {key: list(below) if isinstance(below, list) else below for key, below in value.items()}


def _path(message: str) -> tuple[str | int, ...]:
    found = _PATH.search(message)
    steps = _STEP.finditer(found["path"]) if found else ()
    return tuple(step["key"] or int(step["index"]) for step in steps)


def _problem(
    value: Any, path: tuple[str | int, ...], places: dict[str | int, list[int]], error: Exception, origin: Origin
) -> Problem:
    item, rest = _item(value, path)
    original = path
    if item is not None:
        original = (path[0], _original(places, path), *path[2:])
    return Problem(
        overlay=origin.name,
        rule=name_of(item) or ("" if item is None else f"number {int(original[1]) + 1} of {path[0]}"),
        field=".".join(map(str, rest)),
        what=_words(str(error)),
        line=origin.line(original),
    )


def _item(value: Any, path: tuple[str | int, ...]) -> tuple[Any, tuple[str | int, ...]]:
    """The item of a list on the first level that the path leads into, and the rest of the path."""
    if len(path) > 1 and isinstance(path[1], int):
        return value[path[0]][path[1]], path[2:]
    return None, path


def _original(places: dict[str | int, list[int]], path: tuple[str | int, ...]) -> int:
    """The index that an item had before others were taken out."""
    index = int(path[1])
    for removed in sorted(places.get(path[0], ())):
        index += removed <= index
    return index


def _without(value: Any, path: tuple[str | int, ...], places: dict[str | int, list[int]]) -> bool:
    """Take the broken item out, so that the next mistake can be found. False when there is no such item."""
    if len(path) < 2 or not isinstance(path[1], int):  # noqa: PLR2004 - a list and an index
        return False
    original = _original(places, path)
    del value[path[0]][path[1]]
    places.setdefault(path[0], []).append(original)
    return True


def _words(message: str) -> str:
    what = _PATH.sub("", message)
    what = what[0].lower() + what[1:]
    unknown = _UNKNOWN.search(what)
    if unknown:
        near = difflib.get_close_matches(_camel(unknown["name"]), _FIELDS, n=1, cutoff=0.75)
        what = f"unknown field `{unknown['name']}`" + (f"; did you mean `{near[0]}`?" if near else "")
    return what


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def _fields() -> Iterator[str]:
    for module in (spec, rules, conditions, bounds):
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, msgspec.Struct):
                yield from thing.__struct_encode_fields__


_FIELDS = sorted(set(_fields()))
