"""The values of the chart and what is said of them: the lines of ``values.yaml`` that begin with ``# --``."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import yaml

from tools.places import CHART

_FILE = CHART / "values.yaml"
_COMMENT = re.compile(r"^ *# ?(?P<begins>-- )?(?P<text>.*)$")
_KEY = re.compile(r"^(?P<indent> *)(?P<key>\w+):")

Path = tuple[str, ...]


class Value(NamedTuple):
    """A value that is explained."""

    path: Path
    text: str
    default: Any


@cache
def defaults() -> dict[str, Any]:
    """The values that hold when nobody gives others."""
    loaded: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return loaded


@cache
def documented() -> tuple[Value, ...]:
    """Every value that is explained, in the order of the file."""
    return tuple(Value(path, text, _at(path)) for path, text in _explained())


def undocumented() -> list[str]:
    """Values that nobody explains: neither themselves, nor as a part of something, nor all of their parts."""
    known = {value.path for value in documented()}
    return [".".join(path) for path in _leaves(defaults(), (), known)]


def _leaves(node: Any, path: Path, known: set[Path]) -> Iterator[Path]:
    if path in known:
        return
    if isinstance(node, dict) and node:
        for key, below in node.items():
            yield from _leaves(below, (*path, key), known)
    else:
        yield path


def _explained() -> Iterator[tuple[Path, str]]:
    path: list[str] = []
    comment: list[str] | None = None
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if said := _COMMENT.match(line):
            if said["begins"]:
                comment = []
            if comment is not None:
                comment.append(said["text"])
        elif key := _KEY.match(line):
            path = [*path[: len(key["indent"]) // 2], key["key"]]
            if comment:
                yield tuple(path), " ".join(comment)
            comment = None
        else:
            comment = None


def _at(path: Path) -> Any:
    node: Any = defaults()
    for key in path:
        node = node[key]
    return node
