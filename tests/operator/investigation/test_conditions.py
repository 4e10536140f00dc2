"""Conditions keep the time of their last change, as the API conventions want."""

from typing import Any

from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition, merge, reason_of
from tests.operator.builders import at, rfc


def succeeded(*, status: bool | None, reason: str = "Open", message: str = "") -> StatusCondition:
    return StatusCondition(type=ConditionType.SUCCEEDED, status=status, reason=reason, message=message)


def merged(existing: list[dict[str, Any]], *new: StatusCondition, seconds: float = 0) -> list[dict[str, Any]]:
    return merge(existing, new, generation=1, now=at(seconds))


def test_a_new_condition_has_the_time_of_the_write() -> None:
    (found,) = merged([], succeeded(status=True, message="It is DNS"))
    assert found == {
        "type": "Succeeded",
        "status": "True",
        "reason": "Open",
        "message": "It is DNS",
        "observedGeneration": 1,
        "lastTransitionTime": rfc(),
    }


def test_the_time_moves_only_when_the_status_changes() -> None:
    first = merged([], succeeded(status=True))
    same = merged(first, succeeded(status=True, reason="Resolved"), seconds=60)
    assert (same[0]["lastTransitionTime"], same[0]["reason"]) == (rfc(0), "Resolved")
    changed = merged(same, succeeded(status=False), seconds=90)
    assert changed[0]["lastTransitionTime"] == rfc(90)


def test_a_condition_that_is_not_known_is_written_as_unknown() -> None:
    assert merged([], succeeded(status=None))[0]["status"] == "Unknown"


def test_conditions_that_are_not_written_stay() -> None:
    recorded = StatusCondition(type=ConditionType.RECORDED, status=True, reason="Recorded")
    both = merged(merged([], recorded), succeeded(status=True), seconds=5)
    assert [condition["type"] for condition in both] == ["Recorded", "Succeeded"]
    assert both[0]["lastTransitionTime"] == rfc(0)


def test_a_condition_of_somebody_else_stays() -> None:
    theirs = {"type": "Ack", "status": "True", "reason": "Seen", "lastTransitionTime": rfc(-5)}
    assert theirs in merged([theirs], succeeded(status=True))


def test_messages_are_cut_to_what_the_schema_takes() -> None:
    assert len(merged([], succeeded(status=True, message="x" * 9000))[0]["message"]) <= 1024


def test_the_reason_of_a_condition_that_is_not_there_is_empty() -> None:
    assert reason_of([], ConditionType.SUCCEEDED) == ""
    assert reason_of(merged([], succeeded(status=None, reason=CaseState.INVESTIGATING)), ConditionType.SUCCEEDED) == (
        "Investigating"
    )
