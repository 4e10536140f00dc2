"""``values.schema.json``: types by hand; the settings, and what is said of each value, from where they are written."""

import json
from collections.abc import Iterator
from typing import Any

from tools.chart.documented import Path, documented
from tools.chart.settings_schema import config_schema
from tools.places import CHART

FILE = CHART / "values.schema.json"

Schema = dict[str, Any]


def load() -> Schema:
    """The file as it is."""
    loaded: Schema = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def render() -> str:
    """The file as it should be."""
    schema = load()
    schema["properties"]["config"] = config_schema()
    for value in documented():
        at(schema, value.path)["description"] = value.text
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def at(schema: Schema, path: Path) -> Schema:
    """The schema of a value. A shared definition says nothing of the value that uses it."""
    node = schema
    for key in path:
        node = _target(schema, node)["properties"][key]
    return node


def properties(schema: Schema, node: Schema | None = None, path: Path = ()) -> Iterator[Path]:
    """Every value that the schema knows by name, and its parts."""
    for key, below in _target(schema, node or schema).get("properties", {}).items():
        yield (*path, key)
        yield from properties(schema, below, (*path, key))


def open_objects(schema: Schema) -> Iterator[str]:
    """Objects that take unknown keys, and do not say to whom they are handed."""
    yield from _open(schema, "")


def _open(node: Any, path: str) -> Iterator[str]:
    match node:
        case dict():
            if "object" in _types(node) and "additionalProperties" not in node and "$comment" not in node:
                yield path
            for key, below in node.items():
                yield from _open(below, f"{path}/{key}")
        case list():
            for number, below in enumerate(node):
                yield from _open(below, f"{path}/{number}")
        case _:
            pass


def _types(node: Schema) -> list[Any]:
    found = node.get("type", [])
    return found if isinstance(found, list) else [found]


def _target(schema: Schema, node: Schema) -> Schema:
    name = node.get("$ref", "").rpartition("/")[2]
    found: Schema = schema["$defs"][name] if name else node
    return found
