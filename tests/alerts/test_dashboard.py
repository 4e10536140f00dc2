"""The dashboard is one that Grafana takes: valid queries, panels beside each other, links that lead somewhere."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from tests.alerts.conftest import Promtool

FILE = Path(__file__).parents[2] / "charts" / "casebook" / "dashboards" / "casebook.json"
BOARD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
PANELS = BOARD["panels"]


def expressions() -> list[str]:
    found = [target["expr"] for panel in PANELS for target in panel.get("targets", ())]
    found += [mark["expr"] for mark in BOARD["annotations"]["list"]]
    return [text.replace("$__rate_interval", "5m").replace("$namespace", ".*") for text in found]


def test_prometheus_takes_every_query(promtool: Promtool, tmp_path: Path) -> None:
    rules = [{"record": f"panel:query:{number}", "expr": text} for number, text in enumerate(expressions())]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}), encoding="utf-8")
    assert f"SUCCESS: {len(rules)} rules found" in promtool("check", "rules", file)


def test_panels_have_ids_of_their_own_and_do_not_overlap() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    for one, other in combinations((panel["gridPos"] for panel in PANELS), 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or above, (one, other)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in PANELS)


def test_every_panel_asks_the_data_source_that_is_chosen_above() -> None:
    asked = [panel for panel in PANELS if panel["type"] != "row"]
    sources = [part["datasource"]["uid"] for panel in asked for part in (panel, *panel["targets"])]
    assert set(sources) == {"${datasource}"}
    assert all(panel["targets"] and panel["title"] for panel in asked)


def test_variables_that_are_used_are_declared() -> None:
    declared = {variable["name"] for variable in BOARD["templating"]["list"]}
    assert declared == {"datasource", "namespace", "external_url"}


def test_an_open_investigation_leads_to_its_report() -> None:
    (table,) = (panel for panel in PANELS if panel["type"] == "table")
    (override,) = table["fieldConfig"]["overrides"]
    (link,) = override["properties"][0]["value"]
    assert link["url"] == "${external_url}/reports/${__data.fields.namespace}/${__data.fields.investigation}"


def test_a_mark_of_what_was_opened_leads_to_its_report() -> None:
    (mark,) = BOARD["annotations"]["list"]
    assert "${external_url}/reports/{{namespace}}/{{investigation}}" in mark["textFormat"]
    assert mark["datasource"]["uid"] == "${datasource}"
