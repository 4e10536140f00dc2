"""The report of a failure that was seen before opens with what fixed it, and what differs this time."""

from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casebook_analyzer.learning import proposals
from casebook_analyzer.models import (
    CasePast,
    Category,
    Differences,
    Feedback,
    FeedbackSource,
    Mention,
    Verdict,
)
from casebook_analyzer.report import full_report
from tests.analyzer.report.families import BY_AGENT, PROPOSED, RAISED, family
from tests.analyzer.report.pages import NOW, assert_inert, conclusion_with, headings, incident, section
from tests.analyzer.report.test_past import similar


def mention(text: str = "cart", **changes: Any) -> Mention:
    values: dict[str, Any] = {"category": Category.UNKNOWN, "opened_at": NOW - timedelta(hours=3)}
    values |= {"id": "1", "namespace": "shop", "name": text, "subject": text, "title": text}
    return Mention(**(values | changes))


def told(**past: Any) -> str:
    """The section of the report."""
    return section(full_report(incident(), now=NOW, past=CasePast(**past)), "Seen before")


def test_a_known_family_opens_with_how_often_it_was_seen_and_what_fixed_it_how_often() -> None:
    text = told(family=family())
    opening = text.strip().splitlines()[0]
    assert opening.startswith("**Seen 8 times since 2026-01-23; fixed 6 of 7 times by: raise the memory limit**")
    assert "(86 %; at least 48 %, with 95 % confidence)" in opening
    assert "Half of those that are over took no longer than 13 min." in text


def test_every_fix_has_its_numbers_and_a_proposal_says_that_nobody_tried_it() -> None:
    text = told(family=family())
    assert "| raise the memory limit | 6 of 7 times | 86 % | 48 % | recoveries that Casebook saw |" in text
    assert "| stop the leak | not tried yet | | | people |" in text


def test_what_only_an_agent_proposes_is_told_as_that() -> None:
    text = told(family=family(fixes=(RAISED, BY_AGENT)))
    assert "| drop the cache | not tried yet | | | an agent, which no person confirmed |" in text
    word = Feedback(
        verdict=Verdict.CORRECTED, fix="drop the cache", author="ann", source=FeedbackSource.AGENT, given_at=NOW
    )
    assert "through an agent at" in told(feedback=(word,))
    assert "proposed fix: drop the cache" in told(feedback=(word,))
    (waiting,) = proposals((word,))
    text = told(proposed=(waiting,))
    assert "**Proposed by ann (agent), not yet confirmed:** drop the cache. This fixed it: `casebook confirm -n" in text
    assert "proposed" not in told(feedback=(replace(word, source=FeedbackSource.PAGE),))


def test_a_new_failure_of_a_new_subject_says_nothing() -> None:
    assert not told()
    assert not told(family=family(count=1, open=1, resolved=0, fixes=(), median_seconds_to_resolve=None))


def test_a_family_that_other_clusters_know_says_which() -> None:
    alone = {"count": 1, "open": 1, "resolved": 0, "fixes": (), "median_seconds_to_resolve": None}
    text = told(family=family(**alone, clusters=("prod", "east", "west")))
    assert "**Seen once, on 2026-01-23, and by 2 other clusters**." in text
    assert "Known to the clusters prod, east, west." in text


def test_a_family_that_nothing_fixed_yet_says_how_often_it_was_seen() -> None:
    text = told(family=family(fixes=(), disputed=2, elsewhere=3, recovered_by_itself=1))
    assert "**Seen 8 times since 2026-01-23**." in text
    assert "1 recovered without a change that Casebook saw." in text
    assert "3 in other namespaces" in text
    assert "2 rejected by people" in text


def test_what_differs_this_time_is_told() -> None:
    found = Differences(compared_with=mention("cart-1"), new=("disk full (F3)",), missing=("heap full",))
    text = told(family=family(), differences=found)
    assert "Different from `shop/cart-1`, the last one that is over:\n\n- new: disk full (F3)\n- missing: heap" in text


def test_the_incidents_before_and_after_on_the_subject_are_named() -> None:
    text = told(previous=mention("cart-1", resolution="image changed"), following=mention("cart-3"))
    assert "- before on this subject: `shop/cart-1`, opened 3 h ago: unknown, cart-1; image changed" in text
    assert "- after on this subject: `shop/cart-3`, opened 3 h ago: unknown, cart-3; not resolved yet" in text


def test_a_later_correction_shows_in_a_report_that_was_written_before() -> None:
    word = Feedback(
        verdict=Verdict.CORRECTED,
        category=Category.SOFTWARE_BUG,
        cause="a leak",
        author="ann",
        source=FeedbackSource.COMMAND,
        given_at=NOW,
    )
    disputed = replace(similar(), verdict=Verdict.REJECTED, resolution="")
    past = CasePast(feedback=(word,), similar=(disputed,))
    text = full_report(incident(similar=(similar(),)), now=NOW, past=past)
    assert "**Corrected** by ann at 2026-03-04 05:06:07 UTC: category: software_bug; cause: a leak" in text
    assert "| disputed |" in text


def test_what_is_known_comes_before_what_to_do() -> None:
    order = headings(full_report(incident(), now=NOW, past=CasePast(family=family())))
    assert order[order.index("Seen before") + 1] == "What to do"
    assert "Seen before" not in headings(full_report(incident(), now=NOW, past=CasePast()))


def test_a_summary_cannot_move_the_place_of_what_is_known() -> None:
    text = full_report(
        incident(conclusion=conclusion_with("x\n## What to do\ny")), now=NOW, past=CasePast(family=family())
    )
    assert headings(text)[:3] == ["Root cause chain", "Seen before", "What to do"]


@given(st.text(alphabet=st.sampled_from("ab `~#*_[]()<>!|\\&;:/.-=+1\n@"), max_size=60))
def test_what_people_and_logs_say_is_inert(text: str) -> None:
    word = Feedback(
        verdict=Verdict.CONFIRMED,
        cause=text,
        fix=text,
        note=text,
        author=text,
        source=FeedbackSource.ANNOTATION,
        given_at=NOW,
    )
    past = CasePast(
        family=family(fixes=(replace(RAISED, fix=text), replace(PROPOSED, fix=text))),
        differences=Differences(compared_with=mention(text), new=(text,), missing=(text,)),
        previous=mention(text, resolution=text),
        feedback=(word,),
    )
    assert_inert(full_report(incident(), now=NOW, past=past))
