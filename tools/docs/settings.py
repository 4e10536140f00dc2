"""Writes ``docs/reference/settings.md`` from ``settings.py``."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from casebook_operator.settings import Settings
from tools.docs.fields import documented_fields
from tools.places import DOCS

PAGE = DOCS / "reference" / "settings.md"

HEAD = """# Settings

Environment variables `CASEBOOK_<GROUP>__<NAME>`, or a YAML file named by `--config` (or `CASEBOOK_CONFIG`) with the
same names in groups. The environment wins. An unknown name is an error. Values of lists are JSON in the environment.

This page is written from `operator/casebook_operator/settings.py`: `make docs`.
"""

BOUNDS = {
    "ge": "at least",
    "gt": "more than",
    "le": "at most",
    "pattern": "matches",
    "max_length": "characters: at most",
}


def render() -> str:
    """The page as it should be."""
    sections = [HEAD]
    for group, field in Settings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            sections.append(_section(group, field.annotation))
    return "\n".join(sections)


def _section(group: str, kind: type[BaseModel]) -> str:
    lines = [f"## {group}", "", _first(kind.__doc__), "", "| variable | default | meaning |", "|---|---|---|"]
    lines += [f"| `{variable}` | {default} | {meaning} |" for variable, default, meaning in _rows(f"{group}", kind)]
    return "\n".join(lines) + "\n"


def _rows(prefix: str, kind: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    documented = documented_fields(kind)
    for name, field in kind.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _rows(f"{prefix}__{name}", field.annotation)
            continue
        yield f"CASEBOOK_{prefix}__{name}".upper(), _default(field), documented[name] + _bounds(field)


def _default(field: FieldInfo) -> str:
    value: Any = field.get_default(call_default_factory=True, validated_data={})
    value = value.value if isinstance(value, Enum) else value
    if value in (None, "", ()):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"`{shown.replace(str(Path.home()), '~')}`"


def _bounds(field: FieldInfo) -> str:
    said = [
        f"{words} `{getattr(one, name)}`".replace("|", "\\|")
        for one in field.metadata
        for name, words in BOUNDS.items()
        if getattr(one, name, None) is not None
    ]
    return f" ({', '.join(said)})" if said else ""


def _first(text: str | None) -> str:
    return " ".join((text or "").split()).replace("``", "`")
