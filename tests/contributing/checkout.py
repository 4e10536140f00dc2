"""A copy of the repository to which everything is added that CONTRIBUTING tells how to add."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import yaml

from tools.places import ROOT

ADDITIONS = Path(__file__).parent / "additions"
WRITERS = ("tools.crds", "tools.chart", "tools.chart.kustomize", "tools.chart.bundle", "tools.docs")
"""What ``make crds chart kustomize docs`` runs to write files."""
_COPIED = ("analyzer", "charts", "crds", "deploy", "docs", "e2e", "operator", "tools", "README.md", "pyproject.toml")


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """``text`` is put into ``file`` where ``below`` ends, which it holds once."""

    file: str
    below: str
    text: str


class Addition(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody writes by hand who goes one of the ways."""

    new: dict[str, str] = {}
    edit: list[Edit] = []
    case: dict[str, str] = {}
    """A golden case: the test of a rule."""

    @property
    def files(self) -> set[str]:
        """Files written by hand, without the test."""
        return {*self.new, *(one.file for one in self.edit)}


def read_additions() -> dict[str, Addition]:
    """Every way, by its name in CONTRIBUTING."""
    return {path.stem: msgspec.convert(yaml.safe_load(path.read_text()), Addition) for path in ADDITIONS.iterdir()}


class Checkout:
    """The copy at ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, root / name)

    def text(self, file: str) -> str:
        return (self.root / file).read_text(encoding="utf-8")

    def add(self, addition: Addition) -> None:
        """Write by hand."""
        for file, text in (addition.new | addition.case).items():
            path = self.root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for edit in addition.edit:
            before, found, after = self.text(edit.file).partition(edit.below)
            assert found, f"{edit.file} has no {edit.below!r}"
            (self.root / edit.file).write_text(before + found + edit.text + after, encoding="utf-8")

    def write_anew(self) -> None:
        """Let the tools write what follows."""
        for module in WRITERS:
            self._run("-m", module)
            if module == "tools.crds":
                shutil.copytree(self.root / "crds", self.root / "charts/casebook/crds-source", dirs_exist_ok=True)

    def seen(self) -> dict[str, Any]:
        """What :mod:`tests.contributing.seen` sees there."""
        seen: dict[str, Any] = json.loads(self._run(str(Path(__file__).with_name("seen.py"))))
        return seen

    def _run(self, *arguments: str) -> str:
        path = os.pathsep.join(str(self.root / part) for part in ("operator", "analyzer", "."))
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
