"""Workflows can do only what their jobs need, and run only code that was named by its commit."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import workflows
from tools.places import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
USES = re.compile(r"uses: (?P<action>[\w./-]+)@(?P<commit>\S+)(?P<comment>.*)")


def loaded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.timeout(1800)  # actionlint is compiled once
@pytest.mark.skipif(shutil.which("go") is None, reason="actionlint is built with Go")
def test_actionlint_finds_nothing() -> None:
    assert workflows.main() == 0


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_job_ends_and_has_no_more_rights_than_it_names(path: Path) -> None:
    workflow = loaded(path)
    assert workflow["permissions"] == {}
    assert workflow["concurrency"]
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 120, name
        assert "write-all" not in str(job["permissions"]), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_a_commit_with_its_version_beside_it(path: Path) -> None:
    for used in USES.finditer(path.read_text(encoding="utf-8")):
        assert re.fullmatch(r"[0-9a-f]{40}", used["commit"]), used[0]
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", used["comment"]), used[0]


def test_an_action_has_one_version_everywhere() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    used = {(found["action"], found["commit"]) for found in USES.finditer(text)}
    assert len(used) == len({action for action, _ in used})


def test_no_workflow_names_a_registry() -> None:
    assert not [path.name for path in WORKFLOWS if re.search(r"ghcr\.io|docker\.io|quay\.io", path.read_text())]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_something(path: Path) -> None:
    form = loaded(path)
    assert path.stem == "config" or [part for part in form["body"] if part.get("validations", {}).get("required")]
