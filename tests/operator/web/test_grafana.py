"""The example for Grafana asks what the API answers, and reads what it has."""

import json
import re
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest
import yaml

from casebook_analyzer.models import Incident
from tests.operator.web.conftest import TENANT, Get
from tests.operator.web.past import story
from tools.places import ROOT

FOLDER = ROOT / "examples" / "grafana"
DASHBOARD: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
SOURCE: dict[str, Any] = yaml.safe_load((FOLDER / "datasource.yaml").read_text(encoding="utf-8"))["datasources"][0]
(ANNOTATION,) = DASHBOARD["annotations"]["list"]
(PANEL,) = DASHBOARD["panels"]
TARGETS = {"annotation": ANNOTATION["target"], "table": PANEL["targets"][0]}

of_every_query = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


def address(target: dict[str, Any], since: datetime, until: datetime, namespace: str = "") -> str:
    """What Grafana asks for, in its own spelling of times: UTC, milliseconds, a Z."""
    times = {"__from:date:iso": since, "__to:date:iso": until}
    values = {name: f"{time:%Y-%m-%dT%H:%M:%S}.000Z" for name, time in times.items()} | {"namespace": namespace}
    return re.sub(r"\$\{([^}]+)}", lambda found: quote(values[found[1]]), target["url"])


def all_of(target: dict[str, Any]) -> str:
    whole = story(TENANT)
    return address(target, whole[0].opened_at, whole[-1].opened_at.replace(year=whole[-1].opened_at.year + 1))


def rows(target: dict[str, Any], answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    found = answer.json()[target["root_selector"]]
    return [{column["text"]: item[column["selector"]] for column in target["columns"]} for item in found]


@of_every_query
async def test_every_column_is_in_every_answer_and_of_its_type(get: Get, target: dict[str, Any]) -> None:
    types = {column["text"]: column["type"] for column in target["columns"]}
    found = rows(target, await get(all_of(target)))
    assert len(found) == len(story(TENANT))
    for row in found:
        for text, value in row.items():
            match types[text]:
                case "timestamp" if value is not None:
                    assert datetime.fromisoformat(value).tzinfo
                case "number":
                    assert value is None or isinstance(value, int)
                case "string":
                    assert isinstance(value, str)


async def test_an_incident_is_a_span_with_its_end_and_a_point_while_it_is_open(get: Get) -> None:
    found = {row["title"]: row for row in rows(ANNOTATION["target"], await get(all_of(ANNOTATION["target"])))}
    checkout = story(TENANT)[1]
    ended, running = found["Deployment/shop/checkout"], found["Deployment/media/legacy-sync"]
    assert datetime.fromisoformat(ended["time"]) == checkout.opened_at
    assert datetime.fromisoformat(ended["timeEnd"]) > checkout.opened_at
    assert running["timeEnd"] is None
    assert (ended["text"], ended["tags"]) == ("A required environment variable is not set", "config_error")


@of_every_query
async def test_the_time_and_the_namespace_of_the_dashboard_are_asked_for(get: Get, target: dict[str, Any]) -> None:
    def named(found: list[dict[str, Any]]) -> list[str]:
        return [row.get("title", row.get("subject")) for row in found]

    first, second, *_, last = story(TENANT)
    until_second = address(target, first.opened_at, second.opened_at)
    assert named(rows(target, await get(until_second))) == ["Deployment/shop/search"]
    media = address(target, first.opened_at, last.opened_at, "media")
    assert named(rows(target, await get(media))) == ["Deployment/media/legacy-sync", "Deployment/media/importer"]


async def test_a_row_leads_to_its_report(get: Get) -> None:
    (override,) = [one for one in PANEL["fieldConfig"]["overrides"] if one["properties"][0]["id"] == "links"]
    template = override["properties"][0]["value"][0]["url"]
    incident: Incident = story(TENANT)[1]
    (row,) = [
        row
        for row in rows(TARGETS["table"], await get(all_of(TARGETS["table"])))
        if row["investigation"] == incident.name
    ]
    path = template.removeprefix("${external_url}")
    for name, value in row.items():
        path = path.replace(f"${{__data.fields.{name}}}", str(value))
    assert "${" not in path
    assert (await get(path)).status_code == 200


def test_the_token_goes_to_the_api_alone() -> None:
    (allowed,) = SOURCE["jsonData"]["allowedHosts"]
    assert SOURCE["secureJsonData"] == {"bearerToken": "$CASEBOOK_TOKEN"}
    for target in TARGETS.values():
        assert f"{SOURCE['url']}{target['url']}".startswith(allowed)
        assert not urlsplit(target["url"]).netloc
        assert target["url_options"]["method"] == "GET"
    used = {json.dumps(one["datasource"], sort_keys=True) for one in (ANNOTATION, PANEL)}
    assert used == {json.dumps({"type": SOURCE["type"], "uid": SOURCE["uid"]}, sort_keys=True)}
