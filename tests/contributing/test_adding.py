"""Whoever adds something writes as many files as CONTRIBUTING says; the rest follows, and it works."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.contributing.checkout import Checkout, read_additions
from tests.rows import of_every
from tools.places import ROOT

pytestmark = pytest.mark.timeout(1800)  # helm is compiled once

ADDITIONS = read_additions()
SAID = dict(re.findall(r"(?m)^\| \*\*(\w+)\*\*.*? \| (\d) and its ", (ROOT / "CONTRIBUTING.md").read_text()))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """All ways are gone at once: they do not get into each other's way."""
    copy = Checkout(tmp_path_factory.mktemp("checkout"))
    for addition in ADDITIONS.values():
        copy.add(addition)
    copy.write_anew()
    return copy


@pytest.fixture(scope="module")
def seen(checkout: Checkout) -> dict[str, Any]:
    return checkout.seen()


def test_every_way_of_the_page_is_gone_here() -> None:
    assert ADDITIONS.keys() == SAID.keys()


@of_every("way", sorted(SAID))
def test_it_takes_as_many_files_as_the_page_says(way: str) -> None:
    assert len(ADDITIONS[way].files) == int(SAID[way])


@of_every("way", sorted(SAID))
def test_the_page_names_the_files(way: str) -> None:
    row = next(line for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines() if line.startswith(f"| **{way}**"))
    for file in ADDITIONS[way].files:
        assert file in row or f"`{Path(file).parent}`" in row or Path(file).name in row, file


def test_an_event_of_the_new_signal_opens_a_case(seen: dict[str, Any], checkout: Checkout) -> None:
    assert seen["signal"] == ["ContainerStartFailed"]
    assert "PodTooOld" in checkout.text("docs/signals.md")


def test_an_event_of_the_new_trigger_opens_a_case_of_it(seen: dict[str, Any], checkout: Checkout) -> None:
    assert seen["trigger"] == ["PodTooYoung"]
    for file in ("crds/investigations.yaml", "charts/casebook/crds-source/investigations.yaml", "docs/signals.md"):
        assert "PodTooYoung" in checkout.text(file), file


def test_the_new_collector_runs_and_may_read_what_it_needs(seen: dict[str, Any], checkout: Checkout) -> None:
    assert seen["collector"]
    assert "runtimeclasses" in checkout.text("charts/casebook/files/rbac/operator/cluster.yaml")
    assert "runtimeclasses" in checkout.text("deploy/kustomize/install.yaml")
    assert "| `sandboxes` | pods | how many classes of sandboxes there are" in checkout.text("docs/evidence.md")


def test_the_new_rule_decides_its_case(seen: dict[str, Any]) -> None:
    assert "config_error" in seen["rule"]
    assert "The flux capacitor has nothing to run on." in seen["rule"]


def test_kubectl_gets_the_new_column(checkout: Checkout) -> None:
    assert "name: Flux" in checkout.text("charts/casebook/crds-source/investigations.yaml")


def test_the_new_command_is_listed_described_and_runs(seen: dict[str, Any], checkout: Checkout) -> None:
    listed, said = seen["command"]
    assert "Say hello." in listed
    assert said == "hello\n"
    assert "## casebook greet" in checkout.text("docs/reference/cli.md")


def test_the_new_page_is_served(seen: dict[str, Any]) -> None:
    assert seen["page"] == "hello from prod-eu"


def test_the_new_operation_is_answered_described_and_a_tool_of_agents(seen: dict[str, Any], checkout: Checkout) -> None:
    answer, tools = seen["operation"]
    assert json.loads(answer) == {"text": "hello fluxer"}
    assert "say_hello" in tools
    assert "Say hello to a name." in checkout.text("docs/reference/api.md")
    assert "sayHello" in checkout.text("docs/reference/openapi.json")


def test_reports_have_the_new_section_first_on_a_terminal_and_as_markdown(seen: dict[str, Any]) -> None:
    on_terminal, markdown = seen["section"]
    assert on_terminal.index("How much flux") < on_terminal.index("Root cause chain")
    assert markdown.index("## How much flux") < markdown.index("## Root cause chain")
