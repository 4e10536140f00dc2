"""The recipes for a pipeline: their commands pass for the example, and refuse a taxonomy that is broken."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.gitops.objects import ROOT

EXAMPLE = ROOT / "examples" / "gitops"
RECIPES = sorted((EXAMPLE / "ci").glob("*.yaml"))
BROKEN_PATTERN = ("manifest (?P<manifest>", "manifest (?!x)(?P<manifest>")
OTHER_VERDICT = ("category: config_error", "category: software_bug")


def commands(recipe: Path) -> list[str]:
    jobs: dict[str, Any] = yaml.safe_load(recipe.read_text(encoding="utf-8"))
    steps = [step.get("run", "") for step in jobs["jobs"]["check"]["steps"]] if "jobs" in jobs else []
    return [line for line in steps or jobs["taxonomy"]["script"] if line]


def test_every_recipe_has_the_same_commands() -> None:
    assert len(RECIPES) > 1
    assert len({tuple(commands(recipe)) for recipe in RECIPES}) == 1


@pytest.fixture
def recipe() -> list[str]:
    install, *checks = commands(RECIPES[0])
    assert install.startswith("pip install kube-casebook==")
    return checks


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "platform"))


def codes(recipe: list[str], repository: Path) -> list[int]:
    environment = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}/usr/bin:/bin", "HOME": str(repository)}
    ran = (subprocess.run(shlex.split(line), cwd=repository, env=environment, check=False) for line in recipe)
    return [done.returncode for done in ran]


def change(repository: Path, change: tuple[str, str]) -> None:
    path = repository / "taxonomy" / "pricing.yaml"
    before = path.read_text(encoding="utf-8")
    assert change[0] in before
    path.write_text(before.replace(*change), encoding="utf-8")


def test_the_example_passes(recipe: list[str], repository: Path) -> None:
    assert codes(recipe, repository) == [0, 0]


def test_a_pattern_that_cannot_be_used_is_refused(recipe: list[str], repository: Path) -> None:
    change(repository, BROKEN_PATTERN)
    assert codes(recipe, repository)[0] == 1


def test_a_rule_that_breaks_a_golden_case_is_refused(recipe: list[str], repository: Path) -> None:
    change(repository, OTHER_VERDICT)
    assert codes(recipe, repository) == [0, 1]


def test_the_golden_case_is_the_one_of_the_page_on_taxonomies() -> None:
    ours, theirs = EXAMPLE / "cases" / "rejected-bundle", ROOT / "examples" / "taxonomy" / "rejected-bundle"
    assert {path.name: path.read_bytes() for path in ours.iterdir()} == {
        path.name: path.read_bytes() for path in theirs.iterdir()
    }
