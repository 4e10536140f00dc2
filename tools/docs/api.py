"""Writes ``docs/reference/api.md`` and ``openapi.json`` from the operations of the API."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casebook_operator.web.api.openapi import document
from tools.places import DOCS

PAGE = DOCS / "reference" / "api.md"
DOCUMENT = DOCS / "reference" / "openapi.json"

_HEAD = """# API

{about}

Pages of the web ask the same functions, so that there is one gate. Problems are `application/problem+json` (RFC 9457)
with what to do in `advice`. `HEAD` and `If-None-Match` are understood; nothing may be kept by a cache. Commands print
the same with `-o json`, from a server or from the database: `casebook list`, `show`, `report`, `search`,
`search --like`, `explain`, `timeline`, `stats`, `family`, `knowledge search` and `attach` with files; without files
`attach` prints `past.exhibits`. What no page shows is empty here: of an incident `report`, `similar` and the bundle's
`template` and `objects`; `past.similar` has the similar incidents.

    TOKEN=$(kubectl create token on-call -n shop --audience casebook)
    curl -H "Authorization: Bearer $TOKEN" 'https://casebook.example.com/api/v1/incidents?namespace=shop&state=open'

The same as [OpenAPI](openapi.json), which Casebook serves at `/api/v1/openapi.json`. `make docs` writes this page from
`operator/casebook_operator/web/api`.
"""

Schema = dict[str, Any]


def pages() -> dict[Path, str]:
    """Each file as it should be."""
    return {PAGE: _page(document()), DOCUMENT: json.dumps(document(), indent=1) + "\n"}


def _page(api: Schema) -> str:
    sections = [_HEAD.format(about=api["info"]["description"])]
    ways = ((f"{way.upper()} {path}", one) for path, ways in api["paths"].items() for way, one in ways.items())
    sections += [_operation(asked_by, one) for asked_by, one in ways]
    sections += ["## Answers\n", *(_answer(name, schema) for name, schema in api["components"]["schemas"].items())]
    return "\n".join(sections)


def _operation(asked_by: str, one: Schema) -> str:
    answer = one["responses"]["200"]["content"]["application/json"]["schema"]
    lines = [f"## `{asked_by}`", "", one["summary"], "", f"Answers {_type(answer)}.", ""]
    asked = [_row(p["name"], p["schema"], p["description"]) for p in one["parameters"] if p["in"] == "query"]
    return "\n".join([*lines, *(["| parameter | type | meaning |", "|---|---|---|", *asked, ""] if asked else [])])


def _answer(name: str, schema: Schema) -> str:
    lines = [f"### {name}", "", _cell(schema.get("description", "")), ""]
    if "enum" in schema:
        return "\n".join([*lines, f"One of {_choices(schema)}.", ""])
    fields = [_row(field, below, below.get("description", "")) for field, below in schema["properties"].items()]
    return "\n".join([*lines, "| field | type | meaning |", "|---|---|---|", *fields, ""])


def _row(name: str, schema: Schema, meaning: str) -> str:
    bounds = ", ".join(_bounds(schema))
    return f"| `{name}` | {_type(schema)} | {_cell(meaning)}{f' ({bounds})' if bounds else ''} |"


def _bounds(schema: Schema) -> Iterator[str]:
    for key, words in (("minimum", "at least"), ("maximum", "at most"), ("maxLength", "characters: at most")):
        if key in schema:
            yield f"{words} {schema[key]}"
    if schema.get("default"):
        yield f"default {schema['default']}"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return _choices(schema)
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"map of {_type(schema['additionalProperties'])}"
    return str(schema.get("format", schema.get("type", "anything")))


def _choices(schema: Schema) -> str:
    return ", ".join(f"`{choice}`" for choice in schema["enum"])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
