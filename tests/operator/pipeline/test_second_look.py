"""An open question is asked again, within bounds, and the answer may change the conclusion."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import BUDGET_BYTES, Collected
from casebook_analyzer.models import Category, Conclusion, EvidenceBundle, Fact, FactKind, Gap, GapReason
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from casebook_operator.pipeline import second_look
from casebook_operator.pipeline.second_look import conclude
from casebook_operator.survey import Survey, prepare_context, survey
from tests.operator.builders import crash_looping, pod, signal, subject, workload
from tests.operator.fakes import FakeKube

NOW = datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
ON_DEMAND = {"neighbours", "metrics", "network"}


@pytest.fixture(scope="module")
def taxonomy() -> Taxonomy:
    return load_taxonomy(())


@pytest.fixture
async def silent(taxonomy: Taxonomy) -> Survey:
    """A container that ends with exit code 1 and says nothing: no rule knows why."""
    kube = FakeKube()
    kube.put(workload("Deployment", "checkout"), pod(crash_looping()))
    context = await prepare_context(
        kube, subject(), signal(), conditions=taxonomy.conditions, digest=lambda value: "#" + value, now=NOW
    )
    return await survey(context)


Looks = Callable[..., list[tuple[str, ...]]]
"""Has every further look find these facts, and tells the names that each was asked for."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    def finding(*facts: Fact) -> list[tuple[str, ...]]:
        rounds: list[tuple[str, ...]] = []

        async def look_again(so_far: Survey, names: tuple[str, ...], *, seconds: float) -> Survey:
            rounds.append(names)
            return so_far.plus(Collected(facts=facts))

        monkeypatch.setattr(second_look, "look_again", look_again)
        return rounds

    return finding


async def test_of_an_unknown_cause_everything_is_looked_for_and_the_report_says_so(
    silent: Survey, taxonomy: Taxonomy
) -> None:
    assert not ON_DEMAND & silent.ran
    bundle, conclusion = await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    assert conclusion.category is Category.UNKNOWN
    assert "NetworkPolicies that select the pod: none" in bundle.looked_for
    assert conclusion.looked_for == bundle.looked_for


async def test_without_time_nobody_looks_again(silent: Survey, taxonomy: Taxonomy) -> None:
    bundle, _ = await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS), seconds=0)
    assert "NetworkPolicies that select the pod: none" not in bundle.looked_for


async def test_a_slow_first_judgement_takes_no_time_from_further_looks(
    silent: Survey, taxonomy: Taxonomy, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one of a process compiles the patterns of all rules, for seconds on a busy machine."""
    rounds, now = looks(), [0.0]

    def slowly(bundle: EvidenceBundle, by: Taxonomy) -> Conclusion:
        now[0] += 0 if rounds else 2 * second_look.SECONDS
        return classify(bundle, by)

    monkeypatch.setattr(second_look, "classify", slowly)
    monkeypatch.setattr(second_look, "time", SimpleNamespace(monotonic=lambda: now[0]))
    await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    assert rounds


async def test_what_the_second_look_finds_is_judged(silent: Survey, taxonomy: Taxonomy, looks: Looks) -> None:
    line = "FATAL: environment variable DATABASE_URL is not set"
    rounds = looks(Fact(id="", kind=FactKind.LOG, source="log", text=line, attributes={"container": "app"}))
    _, conclusion = await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    assert conclusion.category is Category.CONFIG_ERROR
    assert rounds


async def test_there_are_two_rounds_at_most(silent: Survey, taxonomy: Taxonomy, looks: Looks) -> None:
    rounds = looks()
    await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    assert len(rounds) == second_look.MAX_ROUNDS


async def test_the_same_answers_give_the_same_bytes(silent: Survey, taxonomy: Taxonomy) -> None:
    first, _ = await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    again, _ = await conclude(silent, taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


async def test_the_bundle_stays_within_its_budget_and_without_secrets(silent: Survey, taxonomy: Taxonomy) -> None:
    text = "password=hunter2hunter2 " + "x" * 900
    facts = tuple(Fact(id="", kind=FactKind.LOG, source="log", text=f"{number} {text}") for number in range(500))
    bundle, _ = await conclude(
        silent.plus(Collected(facts=facts)), taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS)
    )
    raw = msgspec.json.encode(bundle)
    assert len(raw) <= BUDGET_BYTES
    assert b"hunter2" not in raw


async def test_what_somebody_else_knows_is_judged_with_the_rest(silent: Survey, taxonomy: Taxonomy) -> None:
    gap = Gap(collector="bundle", what="file x", reason=GapReason.UNAVAILABLE)
    bundle, _ = await conclude(
        silent.plus(Collected(gaps=(gap,))), taxonomy=taxonomy, sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS)
    )
    assert gap in bundle.gaps
