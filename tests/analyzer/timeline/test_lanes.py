"""One walk says for every moment which lanes are failing: whoever draws a timeline draws this."""

from datetime import UTC, datetime, timedelta

from casebook_analyzer.timeline import LaneState, Moment, MomentKind, Timeline, walk

START = datetime(2026, 3, 4, tzinfo=UTC)
SUBJECT, NODE = "Deployment/shop/checkout", "Node/worker-1"


def timeline(*moments: tuple[MomentKind, str]) -> Timeline:
    made = (
        Moment(time=START + timedelta(minutes=minute), kind=kind, on=on, text="x")
        for minute, (kind, on) in enumerate(moments)
    )
    return Timeline(subject=SUBJECT, nodes=(NODE,), moments=tuple(made))


def states(found: Timeline, lane: int) -> list[LaneState]:
    return [row.lanes[lane] for row in walk(found)]


def test_a_lane_fails_from_its_failure_to_its_recovery_and_no_other_lane_does() -> None:
    found = timeline((MomentKind.CHANGE, SUBJECT), (MomentKind.FAILURE, SUBJECT), (MomentKind.RECOVERY, SUBJECT))
    own = states(found, 0)
    assert [(state.was_failing, state.failing) for state in own] == [(False, False), (False, True), (True, False)]
    assert [state.kind for state in own] == [MomentKind.CHANGE, MomentKind.FAILURE, MomentKind.RECOVERY]
    assert not any(state.failing or state.kind for state in states(found, 1))


def test_a_lane_with_two_open_failures_is_well_after_the_second_recovery() -> None:
    fails, recovers = (MomentKind.FAILURE, NODE), (MomentKind.RECOVERY, NODE)
    found = timeline(fails, fails, recovers, (MomentKind.CHANGE, SUBJECT), recovers)
    assert [state.failing for state in states(found, 1)] == [True, True, True, True, False]


def test_every_moment_has_a_row_with_a_state_for_every_lane() -> None:
    found = timeline((MomentKind.FAILURE, NODE), (MomentKind.FAILURE, SUBJECT))
    rows = list(walk(found))
    assert [row.moment for row in rows] == list(found.moments)
    assert {len(row.lanes) for row in rows} == {len(found.lanes)} == {2}
