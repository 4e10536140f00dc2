"""Which facts may explain a case: those of the failing container, and changes made shortly before it began."""

from datetime import timedelta

import pytest

from casebook_analyzer.classify.eligible import eligible_facts, onset
from casebook_analyzer.models import EvidenceBundle
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
