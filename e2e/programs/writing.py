"""Writes what programs said, cut and without what only tells of this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from e2e.programs.cage import Said
from e2e.programs.scenes import Fault

TAXONOMY = Path(__file__).parents[2] / "tests" / "analyzer" / "taxonomy"
HEALTHY = TAXONOMY / "healthy"
SAID = TAXONOMY / "said"
_MOST_LINES = 200
_MOST_CHARACTERS = 1_200
_ELLIPSIS = "..."
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_KERNEL = "6.1.0-28-amd64"


def cut(log: str) -> str:
    """The first and the last lines, none too long, without colours and without this machine's kernel."""
    text = _COLOURS.sub("", log.replace("\r\n", "\n").replace("\r", "\n")).replace(os.uname().release, _KERNEL)
    lines = [_CONTROL.sub("?", line.rstrip())[:_MOST_CHARACTERS] for line in text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > _MOST_LINES:
        half = _MOST_LINES // 2
        lines = [*lines[:half], *lines[-half:]]
    return "\n".join(lines) + "\n"


def write_healthy(program: str, scene: str, log: str) -> None:
    """Keep the log of a scene of healthy life."""
    target = HEALTHY / program / f"{scene}.log"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(cut(log), encoding="utf-8")


def note_version(program: str, version: str) -> None:
    """Keep which version said it."""
    file = HEALTHY / "versions.yaml"
    known = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}
    file.write_text(yaml.safe_dump(known | {program: version}), encoding="utf-8")


def write_broken(program: str, version: str, told: Sequence[tuple[Fault, Said]]) -> None:
    """Keep what was said of faults, beside what was said of others before."""
    file = SAID / f"{program}-faults.yaml"
    known = yaml.safe_load(file.read_text(encoding="utf-8"))["cases"] if file.exists() else []
    cases = {case["name"]: case | {"log": _Literal(case["log"])} for case in known}
    for fault, said in told:
        case: dict[str, Any] = {"name": fault.name, "why": fault.why, "log": _Literal(cut(said.log)), "code": said.code}
        case |= {"category": fault.category, "rule": fault.rule, "names": list(fault.names)}
        cases[fault.name] = {key: value for key, value in case.items() if value or key == "code"}
    told_by = {"of": f"{program} {version}, run with each fault by e2e/programs", "cases": list(cases.values())}
    file.write_text(yaml.dump(told_by, Dumper=_Dumper, sort_keys=False, width=10_000), encoding="utf-8")


class _Literal(str):
    """Text that is written as it is, line by line."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    pass


def _literal(dumper: yaml.SafeDumper, text: _Literal) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style="|")


_Dumper.add_representer(_Literal, _literal)
