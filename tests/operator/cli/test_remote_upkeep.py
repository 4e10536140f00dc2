"""Rules are tried on the past, and memory is measured, through a server as from the database."""

import json

import pytest

from casebook_operator.cli.past import PastOfServer
from casebook_operator.cli.remote import RemoteCasebook
from tests.operator.cli.conftest import Casebook, Remembered, sentence
from tests.operator.cli.remembered import CHECKOUT
from tests.operator.cli.test_taxonomy_propose import known
from tests.operator.web.served import served
from tests.rows import of_every

__all__ = ["known"]

NOWHERE = {"CASEBOOK_DATABASE__URL": "postgresql://nobody/x"}
THIRD, SECOND = "shop/checkout-missing-env-3", "shop/checkout-missing-env-2"


@of_every("output", ["table", "json"])
@of_every(
    "command",
    [
        ("replay",),
        ("replay", THIRD, SECOND),
        ("replay", "-n", "bank"),
        ("replay", "-n", "nowhere"),
        ("replay", "--since", "2020-01-01"),
        ("replay", "--since", "2026-03-10"),
    ],
)
def test_evidence_of_a_server_is_judged_as_that_of_the_database(
    casebook: Casebook, much: Remembered, command: tuple[str, ...], output: str
) -> None:
    told = (*command, "--no-cluster", "-o", output)
    own, through = casebook(*told), casebook("--server", much.server.url, *told, **NOWHERE)
    assert own.returncode == through.returncode == 0, through
    assert through.stdout == own.stdout


async def test_the_past_is_read_page_by_page(much: Remembered, monkeypatch: pytest.MonkeyPatch) -> None:
    past = PastOfServer(RemoteCasebook(much.server.url, ""))
    whole = [one.id async for one in past.history()]
    ask = RemoteCasebook.read
    pages = []

    async def three(self: RemoteCasebook, path: str, kind: type[object], **query: object) -> object:
        pages.append(await ask(self, path, kind, **query, limit=4))
        return pages[-1]

    monkeypatch.setattr(RemoteCasebook, "read", three)
    assert [one.id async for one in past.history()] == whole
    assert len(whole) == 6
    assert len(pages) == 2


def test_what_is_not_there_or_not_named_is_said(casebook: Casebook, much: Remembered) -> None:
    through = ("--server", much.server.url, "replay", "--no-cluster")
    assert "There is no such report" in sentence(casebook(*through, "shop/nothing"))
    assert casebook(*through, "checkout-missing-env-3").returncode == 2
    assert CHECKOUT.rpartition("/")[2] in casebook(*through, THIRD).stdout


def test_drafts_are_the_same(casebook: Casebook, known: str) -> None:
    with served(CASEBOOK_DATABASE__URL=known, CASEBOOK_CLUSTER__NAME="cluster-a") as server:
        for output in ("text", "json"):
            own = casebook("taxonomy", "propose", "-o", output)
            through = casebook("--server", server.url, "taxonomy", "propose", "-o", output, **NOWHERE)
            assert (through.returncode, through.stdout) == (0, own.stdout)
    assert "proposed" in own.stdout


def test_how_much_there_is_is_told_without_the_size_of_a_database_that_others_may_share(
    casebook: Casebook, much: Remembered
) -> None:
    own = json.loads(casebook("memory", "stats", "-o", "json").stdout)
    through = casebook("--server", much.server.url, "memory", "stats", "-o", "json", **NOWHERE)
    assert own["stats"].pop("database_bytes") > 0
    told = json.loads(through.stdout)
    assert told["stats"].pop("database_bytes") == 0
    assert told == own
    page = casebook("--server", much.server.url, "memory", "stats", **NOWHERE).stdout
    assert "Incidents take" in page
    assert "Database" not in page
