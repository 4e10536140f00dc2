"""Writes ``docs/reference/investigation.md`` and ``taxonomy.md`` from ``crds/``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tools.places import CRDS, DOCS

FOLDER = DOCS / "reference"
Schema = dict[str, Any]

SCOPES = {"Cluster": "for the whole cluster", "Namespaced": "in a namespace"}

BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "characters: at least",
    "maxLength": "characters: at most",
    "maxItems": "items: at most",
    "maxProperties": "keys: at most",
    "pattern": "matches",
    "default": "default",
}


def pages() -> dict[Path, str]:
    """Each page as it should be, by its file."""
    found = {}
    for path in sorted(CRDS.glob("*.yaml")):
        crd = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        found[FOLDER / f"{crd['spec']['names']['singular']}.md"] = _page(crd, path.name)
    return found


def _page(crd: Schema, source: str) -> str:
    spec, names = crd["spec"], crd["spec"]["names"]
    (version,) = spec["versions"]
    schema = version["schema"]["openAPIV3Schema"]
    short = "`, `".join(names["shortNames"])
    origin = f"`crds/{source}`: `make docs`"
    lines = [
        f"# {names['kind']}",
        "",
        _text(schema["description"]),
        "",
        f"`apiVersion: {spec['group']}/{version['name']}`, {SCOPES[spec['scope']]}, short name `{short}`.",
        f"This page is written from {origin}.",
        "",
        "## Columns",
        "",
        "| column | where it comes from | |",
        "|---|---|---|",
        *[_column(one) for one in version["additionalPrinterColumns"]],
        "",
    ]
    for part in ("spec", "status"):
        lines += _section(part, schema["properties"][part])
    return "\n".join(lines)


def _section(part: str, schema: Schema) -> list[str]:
    rows = [f"| `{path}` | {_type(below)} | {_meaning(below)} |" for path, below in _fields(schema)]
    return [
        f"## {part}",
        "",
        _text(schema["description"]),
        "",
        "| field | type | meaning |",
        "|---|---|---|",
        *rows,
        "",
    ]


def _column(column: Schema) -> str:
    wide = "; only with `-o wide`" if column.get("priority") else ""
    path = column["jsonPath"].replace("|", "\\|")
    return f"| {column['name'].upper()} | `{path}`{wide} | {_text(column.get('description', ''))} |"


def _fields(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    required = schema.get("required") or ()
    for name, below in (schema.get("properties") or {}).items():
        at = f"{path}.{name}".lstrip(".")
        yield at, below | {"needed": name in required}
        yield from _fields(below, at)
        yield from _fields(below.get("items") or {}, f"{at}[]")
        more = below.get("additionalProperties")
        yield from _fields(more, f"{at}.*") if isinstance(more, dict) else ()


def _type(schema: Schema) -> str:
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        kind = f"list of {(schema['items'].get('type') or 'anything')}s"
    return f"{schema.get('format', kind) if kind == 'string' else kind}{', required' if schema['needed'] else ''}"


def _meaning(schema: Schema) -> str:
    said = [_text(schema.get("description", ""))]
    below = schema.get("items") or {}
    choices = [values for values in (schema.get("enum"), below.get("enum")) if values]
    said += ["One of " + ", ".join(f"`{value}`" for value in values) + "." for values in choices]
    bounds = [f"{words} {_value(schema[name])}" for name, words in BOUNDS.items() if name in schema]
    bounds += [f"each: {words} {_value(below[name])}" for name, words in BOUNDS.items() if name in below]
    said += [f"({'; '.join(bounds)})"] if bounds else []
    said += [f"Refused: {_text(rule['message'])}." for rule in schema.get("x-kubernetes-validations") or ()]
    return " ".join(part for part in said if part)


def _value(value: Any) -> str:
    return "`" + str(value).replace("|", "\\|") + "`"


def _text(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
