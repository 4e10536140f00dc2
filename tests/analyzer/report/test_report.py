"""The page answers at once what it is, how sure that is, and what to do."""

from datetime import timedelta
from importlib.metadata import version

import msgspec
import pytest

from casebook_analyzer.models import Action, Category, Entity, EvidenceBundle, Fact, FactKind, RuledOut
from casebook_analyzer.report import ReportedCase, render_report
from tests.analyzer.report.pages import (
    HEADINGS,
    NOW,
    bundle_with,
    conclusion_with,
    headings,
    page,
    render,
    section,
)


def facts(*texts: str, kind: FactKind = FactKind.EVENT, minutes: tuple[float, ...] = ()) -> EvidenceBundle:
    times = minutes or tuple(float(n) for n in range(len(texts)))
    made = tuple(
        Fact(id=f"F{n}", kind=kind, source="events", text=text, time=NOW + timedelta(minutes=minute))
        for n, (text, minute) in enumerate(zip(texts, times, strict=True), 1)
    )
    return msgspec.structs.replace(bundle_with("x"), facts=made)


def cites(*ids: str) -> dict[str, tuple[str, ...]]:
    return {"cited": ids, "ruled_out": ()}


def test_the_same_case_gives_the_same_bytes() -> None:
    assert page("boom") == page("boom")


@pytest.mark.parametrize(
    ("confidence", "words"),
    [
        (92, "Very likely (92 of 100)"),
        (85, "Very likely"),
        (84, "Likely"),
        (70, "Likely"),
        (69, "Possible"),
        (40, "Poss"),
    ],
)
def test_confidence_stands_in_words_before_the_summary(confidence: int, words: str) -> None:
    report = page("boom", confidence=confidence, summary="The cause is this.")
    assert f"**{words}" in report.splitlines()[2]
    assert report.splitlines()[2].endswith(": config_error.** The cause is this.")


def test_unknown_says_so_and_gives_no_number() -> None:
    report = page("boom", category=Category.UNKNOWN, confidence=30)
    assert report.splitlines()[2].startswith("**Unknown: the evidence does not decide.**")


def test_what_to_change_stands_at_the_head() -> None:
    missing = Entity(kind="ConfigMap", namespace="shop", name="settings", role="cause")
    assert "| To fix | `ConfigMap/shop/settings` |" in page("boom", entities=(missing,))


def test_what_happened_is_in_order_of_time_with_the_case_in_its_place() -> None:
    bundle = facts("third", "first", "second", minutes=(-1, -9, -5))
    told = section(render(bundle, conclusion_with("x", **cites("F1", "F2", "F3"))), "What happened")
    assert [line.split("`")[1] for line in told.splitlines() if line.startswith("- ")] == [
        "04:57:07",
        "05:01:07",
        "05:05:07",
        "05:06:07",
        "05:06:07",
    ]
    assert "Times are UTC, on 2026-03-04." in told
    assert told.index("first (F2)") < told.index("second (F3)") < told.index("third (F1)")
    assert told.rstrip().endswith("Casebook opened the case")


def test_times_of_several_days_have_their_day() -> None:
    bundle = facts("yesterday", minutes=(-24 * 60,))
    told = section(render(bundle, conclusion_with("x", **cites("F1"))), "What happened")
    assert "- `2026-03-03 05:06:07` yesterday (F1)" in told
    assert "Times are UTC.\n" in told


def test_a_repeated_event_stands_at_its_first_time() -> None:
    event = Fact(
        id="F1",
        kind=FactKind.EVENT,
        source="events",
        text="Back-off",
        time=NOW,
        count=7,
        attributes={"firstTime": "2026-03-04T04:00:00Z"},
    )
    bundle = msgspec.structs.replace(bundle_with("x"), facts=(event,))
    assert "- `04:00:00` Back-off (seen 7 times) (F1)" in render(bundle, conclusion_with("x", **cites("F1")))


def test_what_happened_is_no_log() -> None:
    bundle = facts(*(f"event {n}" for n in range(99)))
    report = render(bundle, conclusion_with("x", **cites(*(f"F{n}" for n in range(1, 100)))))
    assert section(report, "What happened").count("\n- ") <= 12


def test_advice_has_a_command_to_copy_and_its_risk() -> None:
    action = Action(do="Set it.", verify="kubectl get cm x -o yaml | grep KEY", risk="Pods restart.")
    told = section(page("boom", actions=(action, Action(do="Then wait."))), "What to do")
    assert "1. Set it.\n\n   To check:\n\n   ```sh\n   kubectl get cm x -o yaml | grep KEY\n   ```\n" in told
    assert "   Risk: Pods restart.\n" in told
    assert "\n2. Then wait.\n" in told


def test_what_is_ruled_out_says_why_and_by_which_fact() -> None:
    ruled = RuledOut(category=Category.RESOURCE_EXHAUSTION, reason="Not out of memory: no kill.", facts=("F1", "F2"))
    assert "- **resource_exhaustion**: Not out of memory: no kill. (F1, F2)" in page("boom", ruled_out=(ruled,))


def test_every_part_says_so_when_it_has_nothing() -> None:
    lists = "chain actions ruled_out alternatives missing looked_for entities environment_tags"
    nothing = dict.fromkeys(lists.split(), ())
    bare = msgspec.structs.replace(bundle_with("x"), facts=(), gaps=())
    report = render(bare, conclusion_with("x", **nothing))
    assert headings(report) == [title for title in HEADINGS if title not in {"Also involved", "Environment"}]
    for title in (
        "Root cause chain",
        "What to do",
        "Ruled out",
        "Other readings",
        "Looked for and not found",
        "Evidence",
    ):
        assert section(report, title).strip(), title


def test_every_kind_of_fact_is_evidence_with_its_id() -> None:
    bundle = bundle_with("boom")
    shown = section(render(bundle, conclusion_with("x")), "Evidence")
    assert all(f"{fact.id} " in shown for fact in bundle.facts)
    assert shown.count("### ") == len(FactKind)


def test_a_fact_of_another_day_has_its_day() -> None:
    bundle = facts("old", "new", minutes=(-24 * 60, -1))
    shown = section(render(bundle, conclusion_with("x", **cites("F1"))), "Evidence")
    assert "- F1 2026-03-03 05:06:07 **old**" in shown
    assert "- F2 05:05:07 new" in shown


def test_evidence_is_bounded_and_says_what_it_leaves_out() -> None:
    bundle = facts(*(f"event {n}" for n in range(200)))
    shown = section(render(bundle, conclusion_with("x", **cites("F3"))), "Evidence")
    assert "- F3 " in shown
    assert "187 more are stored and not shown." in shown
    assert len(shown.splitlines()) < 40


def test_a_long_log_shows_what_is_cited_and_its_end() -> None:
    bundle = facts(*(f"line {n}" for n in range(200)), kind=FactKind.LOG)
    shown = section(render(bundle, conclusion_with("x", **cites("F3"))), "Evidence")
    assert "> F3 " in shown
    assert "line 199" in shown
    assert "(159 quieter lines are stored and not shown)" in shown


def test_it_says_by_what_it_was_made() -> None:
    assert "Casebook `1.2.3`, taxonomy `abc`;" in page("boom", taxonomy_version="abc")
    made = render_report(
        ReportedCase(
            bundle=bundle_with("x"), conclusion=conclusion_with("x"), name="a", namespace="b", episode=1, opened_at=NOW
        )
    )
    assert f"Casebook `{version('kube-casebook')}`" in made
