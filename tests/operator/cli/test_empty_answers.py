"""What has no answer is told as it is: nothing there yet, nothing that fits, nothing asked, or more than is shown."""

import json
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from casebook_operator.web.api.operations import PREFIX
from tests.operator.cli.conftest import Casebook, Remembered, sentence
from tests.operator.cli.remembered import CHECKOUT
from tests.operator.cli.test_recall import shown
from tests.rows import of_every


@of_every(
    ("command", "said"),
    [
        (("family", "-n", "nosuch"), "No family fits."),
        (("family", "--owner", "nobody"), "No family fits."),
        (("knowledge", "list", "--source", "nosuch"), "No document fits."),
        (("timeline", "-n", "nosuch"), "Memory has no incident of it that fits."),
        (("timeline", CHECKOUT, "--category", "pcie_error"), "no incident of Deployment/shop/checkout that fits"),
        (("search", "DATABASE_URL", "-n", "nosuch"), "nothing found in the reports that the filters leave"),
    ],
)
def test_that_filters_leave_nothing_is_not_that_nothing_is_there(
    casebook: Casebook, past: str, command: tuple[str, ...], said: str
) -> None:
    done = casebook(*command)
    assert said in done.stdout + done.stderr
    assert "yet" not in done.stdout


def test_that_nothing_is_there_yet_is_said(casebook: Casebook, dsn: str) -> None:
    empty = {"CASEBOOK_DATABASE__URL": dsn}
    assert "There are no families yet" in casebook("family", **empty).stdout
    assert "Nothing was written down yet" in casebook("knowledge", "list", **empty).stdout


@of_every(
    ("command", "path", "text"),
    [
        (("search",), "/search", ""),
        (("search",), "/search", " "),
        (("search",), "/search", "x" * 501),
        (("knowledge", "search"), "/knowledge", ""),
        (("knowledge", "search"), "/knowledge", "x" * 2_001),
    ],
)
def test_a_text_that_is_none_or_too_long_is_refused_in_the_words_of_the_api(
    casebook: Casebook, much: Remembered, command: tuple[str, ...], path: str, text: str
) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{much.server.url}{PREFIX}{path}?{urlencode({'q': text})}")
    problem = json.load(refused.value)
    assert refused.value.code == 400
    assert sentence(casebook(*command, text)) == f"Error: {problem['title']}. {problem['detail']}"


def test_that_a_timeline_may_go_on_is_said_below_it(casebook: Casebook, past: str) -> None:
    assert "These are the latest 2 episodes" in shown(casebook, "timeline", CHECKOUT, "--limit", "2")
    assert "These are the latest" not in shown(casebook, "timeline", CHECKOUT)


@of_every(
    ("command", "families"),
    [
        ((), 4),
        (("--category", "pcie_error"), 1),
        (("--category", "config_error", "-n", "shop"), 2),
        (("--severity", "Info"), 0),
        (("--until", "2001-01-01"), 0),
        (("--owner", "nobody"), 0),
    ],
)
def test_families_are_those_with_an_incident_that_fits(
    casebook: Casebook, past: str, command: tuple[str, ...], families: int
) -> None:
    assert len(json.loads(shown(casebook, "family", *command, "-o", "json"))["items"]) == families


def test_what_is_told_of_a_family_is_of_all_its_incidents(casebook: Casebook, past: str) -> None:
    *_, some = json.loads(shown(casebook, "family", "-n", "shop", "--until", "2026-03-12", "-o", "json"))["items"]
    *_, every = json.loads(shown(casebook, "family", "-n", "shop", "-o", "json"))["items"]
    assert some == every


def test_a_timeline_of_a_namespace_is_narrowed_by_category_and_severity(casebook: Casebook, past: str) -> None:
    def episodes(*options: str) -> int:
        return int(json.loads(shown(casebook, "timeline", "-n", "shop", *options, "-o", "json"))["episodes"])

    assert episodes("--category", "config_error") == episodes()
    assert episodes("--category", "pcie_error") == episodes("--severity", "Info") == 0
