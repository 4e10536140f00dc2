"""How often a failure came back: from a status, and into one."""

from datetime import timedelta

import pytest

from casebook_operator.investigation.relapses import PATIENCE, RECURS, Relapses
from tests.operator.builders import at, rfc

STABLE = timedelta(minutes=10)


def relapsed(*times: float) -> Relapses:
    found = Relapses()
    for time in times:
        found = found.with_one(at(time))
    return found


def test_what_never_came_back_says_nothing() -> None:
    assert Relapses().status() == {}
    assert Relapses.of({}) == Relapses()
    assert not Relapses().recurring


@pytest.mark.parametrize("status", [{"relapses": None}, {"relapses": {"count": "many"}}, {"relapses": [1]}])
def test_what_somebody_else_wrote_there_is_read_as_far_as_it_can_be(status: dict[str, object]) -> None:
    assert Relapses.of(status).count == 0


def test_a_status_tells_what_was_written() -> None:
    one = relapsed(0, 900, 1800)
    assert Relapses.of(one.status()) == one
    assert one.status()["relapses"] == {
        "count": 3,
        "firstTime": rfc(0),
        "lastTime": rfc(1800),
        "rhythm": "every ~15 min, 3 times since 2026-03-01 12:00 UTC",
    }


def test_before_it_recurs_there_is_no_rhythm() -> None:
    two = relapsed(0, 900)
    assert not two.recurring
    assert "rhythm" not in two.status()["relapses"]
    assert relapsed(*range(RECURS)).recurring


def test_what_recurs_is_over_when_it_stays_away_for_three_rhythms_and_never_before_the_stable_time() -> None:
    assert relapsed(0, 900).patience(STABLE) == STABLE
    assert relapsed(0, 900, 1800).patience(STABLE) == PATIENCE * timedelta(minutes=15)
    assert relapsed(0, 1, 2).patience(STABLE) == STABLE


def test_times_that_come_in_the_wrong_order_do_not_turn_the_rhythm_round() -> None:
    assert relapsed(1800, 900, 0).every >= timedelta(0)
