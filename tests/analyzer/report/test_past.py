"""What is added when a report is read: the fix, and the incidents that resemble it."""

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import (
    Band,
    CasePast,
    Category,
    Change,
    ConclusionRevision,
    Judgement,
    Resolution,
    ResolutionKind,
    RevisionReason,
    SimilarIncident,
    Verdict,
    Withdrawn,
)
from casebook_analyzer.report import full_report, how_it_ended
from casebook_analyzer.timeline.times import span
from tests.analyzer.report.pages import NOW, assert_inert, conclusion_with, headings, incident, tokens

FIX = "env DATABASE_URL added to container app"


def similar(text: str = FIX) -> SimilarIncident:
    return SimilarIncident(
        id="1",
        namespace="shop",
        name="cart-1",
        subject="Deployment/shop/cart",
        category=Category.CONFIG_ERROR,
        title=text,
        opened_at=NOW - timedelta(days=3, hours=2),
        score_permille=871,
        lexical_permille=800,
        band=Band.STRONG,
        why=("same signature", text),
        resolution=text,
        fixed=True,
        seconds_to_resolve=780,
    )


def resolution(text: str = FIX) -> Resolution:
    return Resolution(
        kind=ResolutionKind.TEMPLATE_CHANGED,
        summary=text,
        changes=(Change(text=text, fix=text),),
        resolved_at=NOW + timedelta(minutes=5),
        seconds_to_resolve=300,
    )


@given(st.text(alphabet=st.sampled_from("ab `~#*_[]()<>!|\\&;:/.-=+1\n@"), max_size=60))
def test_similar_incidents_and_resolutions_are_inert(text: str) -> None:
    report = full_report(incident(similar=(similar(text),), resolution=resolution(text)), now=NOW)
    assert_inert(report)
    found = tokens(report.partition("\n## Similar past incidents\n")[2].partition("\n## Evidence\n")[0])
    assert sum(t.type == "tr_open" for t in found) == 2


def test_nothing_similar_is_an_answer() -> None:
    assert "Nothing similar: no past incident resembles this one closely enough." in full_report(incident(), now=NOW)


def test_a_similar_incident_tells_what_fixed_it_and_how_fast() -> None:
    text = full_report(incident(similar=(similar(),)), now=NOW)
    assert "87 % (strong)" in text
    assert "3 d 2 h ago" in text
    assert f"{FIX} (after 13 min)" in text
    assert "same signature" in text


def test_how_a_past_incident_ended_is_told_as_what_it_was() -> None:
    for changes, told in (
        ({}, FIX),
        ({"fixed": False}, f"no fix: {FIX}"),
        ({"fixed": None}, FIX),
        ({"resolution": "", "fixed": None}, "not resolved yet"),
        ({"resolution": "", "fixed": None, "verdict": Verdict.REJECTED}, "disputed"),
    ):
        assert how_it_ended(msgspec.structs.replace(similar(), **changes)) == told


def test_the_full_report_puts_the_fix_and_the_past_before_the_evidence() -> None:
    text = full_report(incident(similar=(similar(),), resolution=resolution()), now=NOW)
    order = headings(text)
    assert order.index("What to do") < order.index("Similar past incidents") < order.index("Resolution")
    assert order[-1] == "Evidence"
    assert "after 5 min" in text


def test_an_incident_of_another_cluster_is_named_by_its_cluster_alone() -> None:
    nameless = {"namespace": "", "name": "", "subject": "", "why": ("seen twice",)}
    elsewhere = msgspec.structs.replace(similar(), cluster="west", **nameless)
    text = full_report(incident(similar=(elsewhere,)), now=NOW)
    assert "| `cluster west` |" in text
    assert "- `cluster west`: seen twice" in text


def test_a_log_cannot_move_the_place_of_the_similar_incidents() -> None:
    text = full_report(incident(conclusion=conclusion_with("x\n## Evidence\ny")), now=NOW)
    assert headings(text).count("Evidence") == 1
    assert headings(text).index("Similar past incidents") == headings(text).index("What to do") + 1
    assert headings(text)[-1] == "Evidence"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (45, "45 s"),
        (780, "13 min"),
        (11_100, "3 h 5 min"),
        (356_400, "4 d 3 h"),
        (863_999, "9 d 23 h"),
        (867_600, "10 d"),
    ],
)
def test_a_duration_has_its_two_largest_units_and_ten_days_are_days(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_a_report_tells_what_was_concluded_before_and_why_it_was_judged_again() -> None:
    found = incident()
    why = ConclusionRevision(
        at=NOW, reason=RevisionReason.EVIDENCE, why="exit code 137 (OOMKilled), before exit code 1"
    )
    revised = msgspec.structs.replace(found, conclusion=msgspec.structs.replace(found.conclusion, revision=why))
    earlier = Judgement(number=1, replaced_at=NOW, conclusion=found.conclusion)
    report = full_report(revised, now=NOW, past=CasePast(earlier=(earlier,)))
    (line,) = [one for one in report.splitlines() if one.startswith("- until ")]
    assert "Judged again: exit code 137" in line
    assert found.conclusion.title.split()[0] in line
    assert "Concluded before" in headings(report)
    assert "Concluded before" not in headings(full_report(found, now=NOW, past=CasePast()))


def test_a_report_with_the_latest_of_many_conclusions_says_how_many_are_not_shown() -> None:
    found = incident()
    earlier = tuple(Judgement(number=number, replaced_at=NOW, conclusion=found.conclusion) for number in range(1, 13))
    assert "Not shown here: the first 2." in full_report(found, now=NOW, past=CasePast(earlier=earlier[2:]))
    assert "Not shown here" not in full_report(found, now=NOW, past=CasePast(earlier=earlier))


def test_what_did_not_help_is_told_with_how_long_it_lasted() -> None:
    def one(summary: str, minutes: int, **more: bool | int) -> Withdrawn:
        kind, later = ResolutionKind.TEMPLATE_CHANGED, NOW + timedelta(minutes=minutes)
        return Withdrawn(kind=kind, summary=summary, resolved_at=NOW, relapsed_at=later, **more)  # type: ignore[arg-type]

    withdrawn = (one("64Mi to 128Mi", 4, tried=True), one("an env", 0, tried=True), one("rolled back", 90, times=3))
    by_itself = msgspec.structs.replace(withdrawn[0], kind=ResolutionKind.RECOVERED_BY_ITSELF)
    found = msgspec.structs.replace(incident(), withdrawn=(*withdrawn, by_itself))
    report = full_report(found, now=NOW)
    assert "- 64Mi to 128Mi: failed again after 4 min\n- an env: failed again\n" in report
    assert "- rolled back: seemed to help, and it failed again after 1 h 30 min, 3 times" in report
    assert report.count("64Mi") == 1
    assert "Tried, and it did not help" in headings(report)
    assert "Tried, and it did not help" not in headings(full_report(incident(), now=NOW))
