"""What ``-o json`` prints is what the API answers, for every operation that a command asks."""

import json
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import msgspec

from casebook_operator.cli.remote import COMMANDS
from casebook_operator.web.api.changes import CHANGES
from casebook_operator.web.api.operations import OPERATIONS, PREFIX
from tests.operator.cli.conftest import Casebook, Remembered
from tests.operator.cli.remembered import CHECKOUT, FAMILY
from tests.operator.web.served import Served
from tests.rows import of_every

NAMED = ("-n", "shop", "checkout-missing-env-3")
THIRD, SECOND = "shop/checkout-missing-env-3", "shop/checkout-missing-env-2"
PERIOD = ("--since", "2020-01-01", "--until", "2099-01-01")
OF_PERIOD = "since=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z"
ASKED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("listIncidents", ("list", "--limit", "2"), "/incidents?limit=2"),
    ("listIncidents", ("list", "--state", "open", "-n", "shop"), "/incidents?state=open&namespace=shop"),
    ("readIncident", ("show", THIRD), f"/incidents/{THIRD}"),
    ("readIncident", ("report", *NAMED), f"/incidents/{THIRD}"),
    ("findSimilar", ("search", "--like", THIRD, "--limit", "3"), f"/incidents/{THIRD}/similar?limit=3"),
    ("explainPair", ("explain", THIRD, SECOND), f"/incidents/{THIRD}/similar/{SECOND}"),
    ("readTimeline", ("timeline", CHECKOUT), f"/timelines/{quote(CHECKOUT)}"),
    ("readTimeline", ("timeline", "-n", "shop", *PERIOD), f"/timelines/Namespace/shop?{OF_PERIOD}"),
    ("readOverview", ("stats", *PERIOD), f"/overview?{OF_PERIOD}"),
    ("search", ("search", "DATABASE_URL"), "/search?q=DATABASE_URL"),
    ("search", ("search", "nothing", "like", "this"), "/search?q=nothing+like+this"),
    ("searchKnowledge", ("knowledge", "search", "MissingEnv"), "/knowledge?q=MissingEnv"),
    ("searchKnowledge", ("knowledge", "search", "--source", "x", "Y"), "/knowledge?q=Y&source=x"),
    ("listKnowledge", ("knowledge", "list"), "/knowledge/documents"),
    ("listKnowledge", ("knowledge", "list", "--text", "zebra"), "/knowledge/documents?text=zebra"),
    ("listFamilies", ("family", "--limit", "2"), "/families?limit=2"),
    ("listFamilies", ("family", "-n", "shop"), "/families?namespace=shop"),
    ("listFamilies", ("family", "--category", "config_error", *PERIOD), f"/families?category=config_error&{OF_PERIOD}"),
    ("listFamilies", ("family", "-n", "shop", "-n", "media"), "/families?namespace=shop&namespace=media"),
    ("readTimeline", ("timeline", "-n", "shop", "--severity", "Info"), "/timelines/Namespace/shop?severity=Info"),
    ("readTimeline", ("timeline", "-n", "shop", "-n", "media"), "/timelines/Namespace/media,shop"),
    ("readFamily", ("family", FAMILY, "--limit", "2"), f"/families/{FAMILY}?limit=2"),
    ("readFamily", ("family", FAMILY, "-n", "shop", "--limit", "100"), f"/families/{FAMILY}?namespace=shop"),
    ("readFamily", ("family", FAMILY, "-n", "a", "-n", "shop"), f"/families/{FAMILY}?namespace=a&namespace=shop"),
)
"""An operation, a command and an address that ask the same of it."""
UNASKED = {"readFacts", "readExhibit", "attachExhibit", "eraseExhibit", "readMemoryStats", "readHistory"}
"""Parts of what a report shows; changes, of which ``test_attach`` tells; what is asked by those below."""
JUDGED = {"memory", "replay", "taxonomy"}
"""``test_remote_upkeep`` tells of them."""


def answered(server: Served, path: str) -> Any:
    with urlopen(f"{server.url}{PREFIX}{path}") as found:
        return json.load(found)


@of_every(("name", "command", "path"), ASKED)
def test_a_command_prints_what_the_api_answers(
    casebook: Casebook, much: Remembered, name: str, command: tuple[str, ...], path: str
) -> None:
    printed = casebook(*command, "-o", "json")
    assert printed.returncode == 0, printed.stderr
    assert json.loads(printed.stdout) == answered(much.server, path)
    (operation,) = (one for one in OPERATIONS if one.name == name)
    msgspec.json.decode(printed.stdout, type=operation.answer)


def test_what_is_attached_is_printed_as_the_incident_has_it(casebook: Casebook, much: Remembered) -> None:
    printed = casebook("attach", *NAMED, "-o", "json").stdout
    assert json.loads(printed) == answered(much.server, f"/incidents/{THIRD}")["past"]["exhibits"]


def test_every_operation_and_every_command_of_a_server_is_held_to_it() -> None:
    assert {name for name, _, _ in ASKED} | UNASKED == {one.name for one in (*OPERATIONS, *CHANGES)}
    # What somebody asks for now is an Investigation, as the cluster has it; its report is read as that of `report` is.
    # An agent is answered by tools.
    assert {command[0] for _, command, _ in ASKED} | JUDGED | {"attach", "investigate", "mcp"} == COMMANDS
