"""The CRD's schema, and a small reading of it: enough to say what in a value the API server would refuse."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

OF_THE_API = ("apiVersion", "kind", "metadata")
"""What the API server itself says of every object."""

CRD_FILE = Path(__file__).parents[2] / "crds" / "investigations.yaml"
CRD: dict[str, Any] = yaml.load(CRD_FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
VERSION: dict[str, Any] = CRD["spec"]["versions"][0]
ROOT: dict[str, Any] = VERSION["schema"]["openAPIV3Schema"]
STATUS: dict[str, Any] = ROOT["properties"]["status"]
SPEC: dict[str, Any] = ROOT["properties"]["spec"]


def properties(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property below a schema, with its dotted path."""
    for name, below in (schema.get("properties") or {}).items():
        yield f"{path}.{name}".lstrip("."), below
        yield from properties(below, f"{path}.{name}")
        yield from properties(below.get("items") or {}, f"{path}.{name}")


def unbounded(schema: dict[str, Any]) -> list[str]:
    """Paths of the texts and lists without a bound, besides the metadata that every object has."""
    return [
        path
        for path, found in properties(schema)
        if path not in OF_THE_API
        for below in (found, found.get("items") or {})
        if (_is_free_text(below) and "maxLength" not in below)
        or (below.get("type") == "array" and "maxItems" not in below)
    ]


def _is_free_text(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string" and "enum" not in schema and "format" not in schema


def problems(value: Any, schema: dict[str, Any], path: str = "status") -> list[str]:
    """What of a value breaks its bounds, or is not in the schema at all."""
    return list(_problems(value, schema, path))


def _problems(value: Any, schema: dict[str, Any], path: str) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value} is none of {schema['enum']}"
    match value:
        case dict():
            yield from _of_object(value, schema, path)
        case list():
            if len(value) > schema["maxItems"]:
                yield f"{path}: {len(value)} items"
            for number, below in enumerate(value):
                yield from _problems(below, schema["items"], f"{path}[{number}]")
        case str():
            if "enum" not in schema and len(value) > schema.get("maxLength", 64):
                yield f"{path}: {len(value)} characters"
        case int() if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield f"{path}: {value} is out of bounds"


def _of_object(value: dict[str, Any], schema: dict[str, Any], path: str) -> Iterator[str]:
    known = schema.get("properties") or {}
    yield from (f"{path}: {name} is missing" for name in schema.get("required") or () if name not in value)
    for name, below in value.items():
        if name in known:
            yield from _problems(below, known[name], f"{path}.{name}")
        else:
            yield f"{path}.{name} would be pruned"
