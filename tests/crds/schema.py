"""The CRD's schema, and a small reading of it: enough to say what in a value the API server would refuse."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

CRD_FILE = Path(__file__).parents[2] / "crds" / "investigations.yaml"
CRD: dict[str, Any] = yaml.safe_load(CRD_FILE.read_text(encoding="utf-8"))
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
