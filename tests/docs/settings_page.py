"""Writes ``docs/reference/settings.md`` from settings.py: ``python -m tests.docs.settings_page``."""

import ast
import inspect
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from casebook_operator.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"

HEAD = """# Settings

Environment variables `CASEBOOK_<GROUP>__<NAME>`, or a YAML file named by `--config` (or `CASEBOOK_CONFIG`) with the
same names in groups. The environment wins. An unknown name is an error. Values of lists are JSON in the environment.

This page is written from `operator/casebook_operator/settings.py`: `python -m tests.docs.settings_page`.
"""

BOUNDS = {
    "ge": "at least",
    "gt": "more than",
    "le": "at most",
    "pattern": "matches",
    "max_length": "characters: at most",
}


def render() -> str:
    sections = [HEAD]
    for group, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, BaseModel)
        sections.append(_section(group, kind))
    return "\n".join(sections)


def _section(group: str, kind: type[BaseModel]) -> str:
    lines = [f"## {group}", "", _first(kind.__doc__), "", "| variable | default | meaning |", "|---|---|---|"]
    lines += [f"| `{variable}` | {default} | {meaning} |" for variable, default, meaning in _rows(f"{group}", kind)]
    return "\n".join(lines) + "\n"


def _rows(prefix: str, kind: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    documented = dict(_documented(kind))
    for name, field in kind.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _rows(f"{prefix}__{name}", field.annotation)
            continue
        assert name in documented, f"{kind.__name__}.{name} has no docstring"
        yield f"CASEBOOK_{prefix}__{name}".upper(), _default(field), documented[name] + _bounds(field)


def _documented(kind: type) -> Iterator[tuple[str, str]]:
    """Fields and the docstrings below them, which Python itself forgets."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            yield field.target.id, " ".join(str(text.value.value).split()).replace("``", "`").replace("|", "\\|")


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


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
