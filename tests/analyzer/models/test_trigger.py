"""Every trigger has one row, and what the rows say of each other holds together."""

from enum import Enum

from casebook_analyzer.models import POLICIES, Link, NodeLoss, RecoveryRule, Trigger, TriggerLevel, explains
from tests.rows import of_every


def test_every_trigger_has_one_row() -> None:
    assert set(POLICIES) == set(Trigger)


@of_every("trigger", Trigger)
def test_every_sentence_can_be_filled_in(trigger: Trigger) -> None:
    said = trigger.policy.sentence.format(subject="Deployment shop/web", reason="Why", restarts=" after 2 restarts")
    assert said.endswith(".")
    assert "{" not in said


def test_nothing_explains_itself_by_any_detour() -> None:
    """Or neither of two failures would be opened."""
    below = {trigger: {other for other in Trigger if explains(other, trigger)} for trigger in Trigger}
    while any(below.values()):
        leaves = {trigger for trigger, causes in below.items() if not causes}
        smaller = {trigger: causes - leaves for trigger, causes in below.items()}
        assert smaller != below, f"a circle among {sorted(t for t, c in below.items() if c)}"
        below = smaller


def test_what_explains_a_trigger_has_its_reason_and_nothing_else_has_one() -> None:
    for policy in POLICIES.values():
        assert bool(policy.explained_by) == (len(policy.why) > 30), policy.sentence
        assert bool(policy.explained_by) >= bool(policy.but_not_by), policy.sentence


@of_every("strategy", [*TriggerLevel, *RecoveryRule, *Link, *NodeLoss])
def test_no_strategy_is_left_over(strategy: Enum) -> None:
    chosen = {choice for row in POLICIES.values() for choice in (row.level, row.recovery, row.link, *row.taken_by)}
    assert strategy in chosen


def test_a_container_that_dies_is_explained_by_nothing_but_its_node() -> None:
    dying = [t for t in Trigger if t.policy.level is TriggerLevel.STAGE and t is not Trigger.PROBE_FAILED]
    assert not [symptom for symptom in dying for failure in Trigger if explains(failure, symptom)]
