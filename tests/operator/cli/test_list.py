"""``casebook list``: what memory has, by the filters that the API and the pages have."""

import re
import shlex
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import click
import msgspec
import pytest

from casebook_analyzer.models import Resolution, ResolutionKind
from casebook_operator.cli.root import casebook as root
from casebook_operator.views.listing import IncidentPage
from casebook_operator.web.api import queries
from tests.analyzer.memory.incidents import OPENED, make_incident
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.cli.remembered import CHECKOUT, FAMILY, TENANT
from tests.operator.cli.test_recall import remember, shown
from tests.rows import of_every

EVERY = [
    "checkout-missing-env-3",
    "worker-1-gpu-xid79-1",
    "checkout-missing-env-2",
    "worker-missing-env-worker-1",
    "payments-oom-1",
    "checkout-missing-env-1",
]


def listed(casebook: Casebook, *options: str) -> list[str]:
    found = msgspec.json.decode(shown(casebook, "list", *options, "-o", "json"), type=IncidentPage)
    return [one.name for one in found.items]


@pytest.mark.usefixtures("past")
@of_every(
    ("options", "wanted"),
    [
        ((), EVERY),
        (("--state", "open"), [EVERY[0], EVERY[1]]),
        (("-n", "bank", "-n", "casebook"), [EVERY[1], EVERY[4]]),
        (("--category", "pcie_error"), [EVERY[1]]),
        (("--subject", CHECKOUT, "--state", "resolved"), [EVERY[2], EVERY[5]]),
        (("--node", "worker-1", "--since", "2026-03-20"), [EVERY[0]]),
        (("--family", FAMILY, "--until", "2026-03-12"), [EVERY[2], EVERY[5]]),
        (("--entity", CHECKOUT), [EVERY[0], EVERY[2], EVERY[5]]),
        (("--role", "follower"), []),
        (("--tag", "zone=nowhere"), []),
        (("--owner", "nobody"), []),
        (("--severity", "Info"), []),
        (("--severity", "Warning", "--state", "open"), [EVERY[0], EVERY[1]]),
    ],
)
def test_filters_alone_say_what_is_listed_the_latest_first(
    casebook: Casebook, options: tuple[str, ...], wanted: list[str]
) -> None:
    assert listed(casebook, *options) == wanted


def test_a_row_says_what_failed_why_when_and_how_it_ended(casebook: Casebook, past: str) -> None:
    latest, *_, first = shown(casebook, "list").splitlines()[1:]
    for said in ("shop/checkout-missing-env-3", "Warning", "config_error (85)", "2026-03-26", "open"):
        assert said in latest, said
    assert "over after 10 min: set env DATABASE_URL" in first


def test_a_page_leads_to_the_next_one(casebook: Casebook, past: str) -> None:
    seen, options = list[str](), ["--limit", "4"]
    for _ in range(2):
        text = shown(casebook, "list", *options)
        seen += re.findall(r"^\w+/(\S+)", text, re.MULTILINE)
        _, _, more = text.partition("the same with ")
        options = ["--limit", "4", *shlex.split(more)]
    assert seen == EVERY
    assert more == ""


def test_that_nothing_is_there_is_said(casebook: Casebook, past: str, dsn: str) -> None:
    assert shown(casebook, "list", "--owner", "nobody") == "No incident fits.\n"
    assert casebook("list", CASEBOOK_DATABASE__URL=dsn).stdout == "There is no incident yet.\n"
    assert shown(casebook, "list", "--tag", "zone=nowhere") == "No incident fits.\n"


def test_what_is_no_cursor_or_no_period_is_said(casebook: Casebook, past: str) -> None:
    assert "This is no cursor" in sentence(casebook("list", "--cursor", "x"))
    assert casebook("list", "--since", "2026-03-02", "--until", "2026-03-01").returncode == 2
    assert "casebook list" in casebook("search", "--state", "open").stderr


def choices(hint: Any) -> set[str]:
    """The values that a parameter of the API may have; none where it is any text."""
    while get_origin(hint) is not None:
        hint = next(one for one in get_args(hint) if one is not type(None))
    return {one.value for one in hint} if isinstance(hint, type) and issubclass(hint, Enum) else set()


@of_every(
    ("name", "query", "others"),
    [
        ("list", queries.ListQuery, set()),
        ("search", queries.SearchQuery, {"q", "like"}),
        ("stats", queries.OverviewQuery, set()),
        ("family", queries.FamiliesQuery, set()),
        ("timeline", queries.TimelineQuery, {"namespace"}),
    ],
)
def test_a_command_has_the_filters_of_the_api_with_their_choices(
    name: str, query: type[queries.Nothing], others: set[str]
) -> None:
    command = root.get_command(click.Context(root), name)
    assert command is not None
    options = {one.opts[-1].removeprefix("--"): one for one in command.params if isinstance(one, click.Option)}
    hints = get_type_hints(query)
    assert set(options) - {"config", "output"} - others == set(hints) - others
    for filtered in set(hints) & set(options):
        kind = options[filtered].type
        assert (set(kind.choices) if isinstance(kind, click.Choice) else set()) == choices(hints[filtered]), filtered


def test_what_was_asked_about_and_served_is_answered(casebook: Casebook, past: str) -> None:
    served = Resolution(kind=ResolutionKind.ANSWERED, summary="it served", resolved_at=OPENED, seconds_to_resolve=0)
    remember(past, make_incident(tenant=TENANT, workload="asked", number=9, resolution=served))
    (row,) = [line for line in shown(casebook, "list").splitlines() if "shop/asked-" in line]
    assert row.rstrip().endswith("answered: it served")
