"""Which facts may explain a case: those of the failing container, and changes made shortly before it began."""

from datetime import datetime, timedelta

import pytest

from casebook_analyzer.classify.eligible import eligible_facts, onset
from casebook_analyzer.models import EvidenceBundle, Fact
from tests.analyzer.classify.builders import ONSET, at, bundle, fact, log


def texts(of: EvidenceBundle, **which: bool) -> list[str]:
    return [one.text for one in eligible_facts(of, **which)]


@pytest.mark.parametrize(("minutes", "counts"), [(-59, True), (-61, False), (0.5, True), (2, False)])
def test_a_change_counts_shortly_before_the_onset(minutes: float, counts: bool) -> None:
    made = bundle(fact("change", "image changed", time=at(minutes * 60)))
    assert texts(made) == ["image changed"] * counts
    assert texts(made, old_changes=True) == ["image changed"]


def test_the_onset_is_the_first_warning_that_still_repeats() -> None:
    hours = (ONSET - timedelta(hours=6)).isoformat()
    repeated = fact("event", "Back-off", type="Warning", reason="BackOff", firstTime=hours)
    rollout = fact("change", "image changed", time=ONSET - timedelta(hours=6, minutes=5))
    assert texts(bundle(repeated, rollout)) == ["Back-off", "image changed"]


def test_a_state_without_a_date_begins_with_the_oldest_dated_trouble() -> None:
    joined = ONSET - timedelta(days=40)
    trouble = fact("event", "Xid 79", type="Warning", reason="KernelError", time=at(-600))
    healthy = fact("node", "Ready is True", condition="Ready", status="True", bad="false", time=joined)
    change = fact("change", "Node joined the cluster", time=joined)
    signal = {"undated": True, "occurred_at": joined}
    assert onset(bundle(trouble, healthy, change, node=True, signal=signal)) == at(-600)
    assert texts(bundle(trouble, change, node=True, signal=signal)) == ["Xid 79"]
    assert texts(bundle(change, node=True, signal=signal)) == []


def test_another_container_is_left_out_until_it_is_asked_for() -> None:
    both = bundle(log("own"), log("other", container="proxy"))
    assert texts(both) == ["own"]
    assert texts(both, of_others=True) == ["own", "other"]


@pytest.mark.parametrize(("seconds", "counts"), [(-3_600, True), (-3_601, False), (60, True), (61, False)])
def test_a_change_counts_from_an_hour_before_to_a_minute_after(seconds: float, counts: bool) -> None:
    made = bundle(fact("change", "image changed", time=at(seconds)), fact("change", "undated"))
    assert texts(made) == ["image changed"] * counts + ["undated"]


@pytest.mark.parametrize(
    ("first", "more", "begun"),
    [
        (ONSET - timedelta(hours=24), {}, ONSET - timedelta(hours=24)),
        (ONSET - timedelta(hours=24, seconds=1), {}, ONSET),
        (ONSET, {}, ONSET),
        (ONSET + timedelta(seconds=1), {}, ONSET),
        (ONSET - timedelta(hours=1), {"type": "Normal"}, ONSET),
        ((ONSET - timedelta(hours=1)).replace(tzinfo=None), {}, ONSET),
    ],
)
def test_a_warning_of_the_last_day_moves_the_onset(first: datetime, more: dict[str, str], begun: datetime) -> None:
    attributes = {"type": "Warning", "firstTime": first.isoformat()} | more
    assert onset(bundle(fact("event", "Back-off", **attributes))) == begun
    assert onset(bundle(fact("log", "Back-off", **attributes))) == ONSET


@pytest.mark.parametrize(
    ("trouble", "dated"),
    [
        (fact("kernel", "x", time=at(-9)), True),
        (fact("event", "x", type="Warning", time=at(-9)), True),
        (fact("event", "x", type="Normal", time=at(-9)), False),
        (fact("node", "x", bad="true", time=at(-9)), True),
        (fact("node", "x", bad="false", time=at(-9)), False),
        (fact("state", "x", bad="true", time=at(-9)), False),
        (fact("kernel", "x"), False),
    ],
)
def test_trouble_is_a_kernel_line_a_warning_or_a_bad_condition(trouble: Fact, dated: bool) -> None:
    of = bundle(trouble, fact("kernel", "later", time=at(-3)), signal={"undated": True})
    assert onset(of) == at(-9 if dated else -3)
    alone = bundle(fact("log", "x", time=at(-9)), signal={"undated": True})
    assert onset(alone) == at(5), "when it was collected"
