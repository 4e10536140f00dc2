"""``casebook confirm``, ``correct`` and ``reject``."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import open_memory
from casebook_analyzer.models import CasePast, Category, Feedback, FeedbackSource, Verdict
from casebook_operator import kube as api
from casebook_operator.feedback.annotations import FIELDS, PROPOSAL, VERDICT, annotated
from tests.operator.builders import CLUSTER, at, incident
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.feedback.test_annotate import PATH, PatchedKube
from tests.operator.kubeconfigs import kubeconfig, nobody_listens

INCIDENT = incident(name="checkout-1")


@pytest.fixture
def remembered(dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    monkeypatch.setenv("CASEBOOK_CLUSTER__NAME", CLUSTER)
    monkeypatch.setenv("LOGNAME", "bob")

    async def record() -> None:
        async with open_memory(dsn, tenant=CLUSTER, embedder=None) as memory:
            await memory.record(INCIDENT)

    asyncio.run(record())
    return dsn


def said(dsn: str) -> tuple[Feedback, ...]:
    async def read() -> CasePast:
        async with open_memory(dsn, tenant=CLUSTER, embedder=None) as memory:
            return await memory.past(INCIDENT, View())

    return asyncio.run(read()).feedback


@pytest.fixture
def cluster_of_one(monkeypatch: pytest.MonkeyPatch) -> PatchedKube:
    """A cluster with one Investigation."""
    kube = PatchedKube({})

    class Connection:
        async def __aenter__(self) -> PatchedKube:
            return kube

        async def __aexit__(self, *_: object) -> None:
            pass

    async def connected(*_: object) -> Connection:
        return Connection()

    monkeypatch.setattr(api, "connect", connected)
    monkeypatch.setenv("LOGNAME", "bob")
    return kube


def test_a_word_goes_to_the_investigation(casebook: Casebook, cluster_of_one: PatchedKube) -> None:
    given = ("--category", "software_bug", "--cause", "a leak", "--fix", "stop it", "--note", "token=hunter2hunter2")
    done = casebook("correct", "-n", "shop", "checkout-1", *given)
    assert done.returncode == 0, done.stderr
    assert "corrected shop/checkout-1 as bob" in done.stdout
    written = annotated(cluster_of_one.objects[PATH])
    assert written[VERDICT] == "corrected"
    assert written[FIELDS["category"]] == "software_bug"
    assert written[FIELDS["author"]] == "bob"
    assert "hunter2" not in written[FIELDS["note"]]


def test_a_proposal_of_an_agent_is_confirmed_by_its_number(casebook: Casebook, cluster_of_one: PatchedKube) -> None:
    done = casebook("confirm", "-n", "shop", "checkout-1", "--proposal", "3")
    assert "confirmed proposal 3 of shop/checkout-1 as bob" in done.stdout
    written = annotated(cluster_of_one.objects[PATH])
    assert (written[VERDICT], written[PROPOSAL], FIELDS["fix"] in written) == ("confirmed", "3", False)
    casebook("confirm", "-n", "shop", "checkout-1")
    assert PROPOSAL not in annotated(cluster_of_one.objects[PATH])
    refused = sentence(casebook("confirm", "-n", "shop", "checkout-1", "--proposal", "3", "--fix", "x"))
    assert "--proposal confirms the fix that an agent proposed, and nothing else; leave out --fix" in refused


def test_a_proposal_is_confirmed_in_memory(casebook: Casebook, remembered: str) -> None:
    asked = ("confirm", "--memory", "-n", "shop", "checkout-1", "--proposal")
    assert "No fix that an agent proposed waits under the number 1" in sentence(casebook(*asked, "1"))

    async def propose() -> None:
        word = Feedback(verdict=Verdict.CORRECTED, fix="drop it", source=FeedbackSource.AGENT, given_at=at())
        async with open_memory(remembered, tenant=CLUSTER, embedder=None) as memory:
            await memory.give_feedback(INCIDENT.id, word)

    asyncio.run(propose())
    shown = casebook("show", "shop/checkout-1")
    assert "This fixed it: casebook confirm -n shop checkout-1 --proposal 1" in " ".join(shown.stdout.split())
    assert "confirmed proposal 1 of shop/checkout-1 as bob." in casebook(*asked, "1").stdout
    assert "(memory knew it already)" in casebook(*asked, "1").stdout
    assert [(word.fix, word.source) for word in said(remembered)][1:] == [("drop it", FeedbackSource.COMMAND)]


@pytest.mark.parametrize(("command", "verdict"), [("confirm", Verdict.CONFIRMED), ("reject", Verdict.REJECTED)])
def test_a_word_on_what_is_gone_from_the_cluster_goes_to_memory(
    casebook: Casebook, remembered: str, command: str, verdict: Verdict
) -> None:
    arguments = (command, "-n", "shop", "checkout-1", "--memory", "--note", "seen by me")
    done = casebook(*arguments, "--author", "ann")
    assert done.stdout == f"{verdict} shop/checkout-1 as ann.\n"
    again = casebook(*arguments, "--author", "ann")
    assert "(memory knew it already)" in again.stdout
    (word,) = said(remembered)
    assert (word.verdict, word.author, word.note) == (verdict, "ann", "seen by me")
    assert word.source is FeedbackSource.COMMAND


def test_a_correction_shows_in_the_report_that_was_written_before(casebook: Casebook, remembered: str) -> None:
    casebook("correct", "-n", "shop", "checkout-1", "--memory", "--cause", "a leak in the cache")
    report = casebook("report", "-n", "shop", "checkout-1", "-o", "markdown").stdout
    assert "**Corrected** by bob at" in report
    assert "cause: a leak in the cache" in report
    assert said(remembered)[0].category is None


def test_a_correction_that_corrects_nothing_is_refused_before_anything_is_asked(casebook: Casebook) -> None:
    assert "needs at least one of" in sentence(casebook("correct", "-n", "shop", "checkout-1"))


def test_a_category_that_does_not_exist_is_refused(casebook: Casebook) -> None:
    done = casebook("correct", "checkout-1", "--category", "gremlins")
    assert done.returncode == 2
    assert "'gremlins' is not one of" in done.stderr
    assert all(category.value in done.stderr for category in Category)


def test_an_incident_that_memory_does_not_have_is_said(casebook: Casebook, remembered: str) -> None:
    assert "Memory has no incident shop/nobody" in sentence(casebook("confirm", "-n", "shop", "nobody", "--memory"))


@contextmanager
def away(folder: Path) -> Iterator[str]:
    with nobody_listens() as port:
        yield str(kubeconfig(folder / "config", f"http://127.0.0.1:{port}"))


def test_a_cluster_that_is_away_is_one_sentence(casebook: Casebook, tmp_path: Path) -> None:
    with away(tmp_path) as config:
        sentence(casebook("reject", "checkout-1", "--kubeconfig", config))
