"""Overlays as tests write them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from casebook_analyzer.taxonomy import Overlay, Problem, read_overlays, to_overlay
from casebook_analyzer.taxonomy.spec import Origin

RULE: dict[str, Any] = {
    "id": "my-rule",
    "category": "config_error",
    "title": "Something of ours",
    "strength": "strong",
    "source": "our own runbook",
    "all": [{"kind": "log", "text": "our own words"}],
    "cause": "It is ours.",
    "actions": [{"do": "Repair it.", "verify": "look", "risk": "none"}],
}
RULE_TEXT = """rules:
  - id: my-rule
    category: config_error
    title: Something of ours
    strength: strong
    source: our own runbook
    all:
      - {kind: log, text: 'our own words'}
    cause: 'It is ours.'
"""


def overlay(name: str = "ours", *, in_cluster: bool = False, **spec: Any) -> Overlay:
    """An overlay whose shape is right."""
    found, problems = to_overlay(spec, Origin(name=name, in_cluster=in_cluster))
    assert found is not None, problems
    return found


def rule(**changed: Any) -> dict[str, Any]:
    return RULE | changed


def written(folder: Path, text: str, name: str = "ours.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def read(folder: Path, text: str) -> tuple[list[Overlay], list[Problem]]:
    return read_overlays([written(folder, text)])


def said(problems: Iterable[Problem]) -> str:
    return "\n".join(map(str, problems))
