"""Alerts fire when they should, stay silent when they should, and lead to a report and a runbook that exist."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.sensor.streams import ESSENTIAL
from e2e.alerting.rules import ALERTS
from tests.alerts.conftest import Promtool
from tests.rows import of_every

ROOT = Path(__file__).parents[2]
TESTS = sorted((Path(__file__).parent / "rules").glob("*.yaml"))
FILES = sorted(ALERTS.glob("*.yaml"))
OF_THE_CASE = "{{ $labels.severity }}"
"""As urgent as the Investigation is."""
TOKENS = {"__EXTERNAL_URL__", "__RUNBOOK_URL__", "__NAMESPACE__"}


def rule(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


def test_prometheus_takes_all_of_them(promtool: Promtool, rule_file: Path) -> None:
    assert f"SUCCESS: {len(FILES)} rules found" in promtool("check", "rules", rule_file)


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_it_fires_when_it_should_and_only_then(promtool: Promtool, rule_file: Path, tmp_path: Path, path: Path) -> None:
    test = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    complete = {"rule_files": [str(rule_file)], "evaluation_interval": "30s", **test}
    (tmp_path / path.name).write_text(yaml.safe_dump(complete), encoding="utf-8")
    promtool("test", "rules", tmp_path / path.name)


def test_every_alert_is_seen_firing_and_seen_silent_by_a_test() -> None:
    firing, silent = set(), set()
    for path in TESTS:
        for test in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)["tests"]:
            for expected in test.get("alert_rule_test", ()):
                (firing if expected["exp_alerts"] else silent).add(expected["alertname"])
    assert firing == silent == {path.stem for path in FILES}


@of_every("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_one_alert_of_its_name_with_everything_that_is_owed(path: Path) -> None:
    found = rule(path)
    assert set(found) == {"alert", "expr", "for", "labels", "annotations"}
    assert found["alert"] == path.stem
    assert found["labels"]["severity"] in {"critical", "warning", "info", OF_THE_CASE}
    assert set(found["annotations"]) == {"summary", "description", "runbook_url", "report_url"}
    assert found["annotations"]["runbook_url"] == f"__RUNBOOK_URL__/{path.stem}.md"
    assert found["annotations"]["report_url"].startswith("__EXTERNAL_URL__/")


@of_every("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_no_token_that_the_chart_does_not_replace(path: Path) -> None:
    assert set(re.findall(r"__[A-Z_]+__", path.read_text(encoding="utf-8"))) <= TOKENS


def test_what_casebook_cannot_do_without_is_what_the_alerts_watch() -> None:
    for name in ("CasebookNotWatching", "CasebookWatchStale"):
        expression = rule(ALERTS / f"{name}.yaml")["expr"]
        (streams,) = re.findall(r'stream=~"([^"]+)"', expression)
        assert set(streams.split("|")) == set(ESSENTIAL), name


def test_every_alert_has_a_runbook_and_every_runbook_an_alert() -> None:
    runbooks = {path.stem for path in (ROOT / "docs" / "runbooks").glob("*.md")}
    assert runbooks - {"README"} == {path.stem for path in FILES}


def test_the_list_of_runbooks_says_how_severe_each_is() -> None:
    text = (ROOT / "docs" / "runbooks" / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| \[(\w+)\]\(\1\.md\) \| ([\w ]+) \|$", text, re.MULTILINE))
    severities = {path.stem: rule(path)["labels"]["severity"] for path in FILES}
    assert listed == {name: "of the case" if one == OF_THE_CASE else one for name, one in severities.items()}
