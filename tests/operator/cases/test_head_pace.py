"""A head is written seldom while others join it, and says how many they are as soon as they stop."""

from datetime import datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.cases.head_pace import CALM, FIRST_PAUSE, LONGEST_PAUSE, HeadPace
from casebook_operator.cases.outages import SWEEP_SECONDS
from tests.operator.builders import at

HEAD = "head"
SWEEP = timedelta(seconds=SWEEP_SECONDS)
LATE = LONGEST_PAUSE / 2 + SWEEP
"""For how long a count may be behind after the last has joined."""


class Watched:
    """What a head says, by sweeps. Those that hang on it come at given times."""

    def __init__(self, joined: list[datetime], restarts: list[datetime] = ()) -> None:  # type: ignore[assignment]
        self.joined, self._restarts = joined, list(restarts)
        self.pace, self.says, self.writes = HeadPace(), 0, list[datetime]()
        self.behind_since: datetime | None = None
        self.oldest = timedelta()

    def run(self, until: datetime) -> None:
        now = at()
        while now <= until:
            self._sweep(now)
            now += SWEEP

    def _sweep(self, now: datetime) -> None:
        while self._restarts and self._restarts[0] <= now:
            self._restarts.pop(0)
            self.pace = HeadPace()
        number = sum(one <= now for one in self.joined)
        self.pace.want(HEAD, {"count": number} if number else {}, now)
        for uid in self.pace.behind():
            if self.pace.is_due(uid, now):
                if self.says != number:  # else nothing is asked of the API server
                    self.writes.append(now)
                self.says = number
                self.pace.wrote(uid, now)
        self.behind_since = None if self.says == number else self.behind_since or now
        self.oldest = max(self.oldest, now - (self.behind_since or now))


gaps = st.lists(st.floats(0, 200, allow_nan=False), min_size=1, max_size=60)


@given(gaps, st.lists(st.floats(0, 3000), max_size=3))
def test_whoever_joins_and_whenever_casebook_is_killed_the_count_is_exact_half_a_minute_later(
    gaps: list[float], restarts: list[float]
) -> None:
    joined = [at(seconds) for seconds in accumulate(gaps)]
    head = Watched(joined, [at(seconds) for seconds in sorted(restarts)])
    head.run(joined[-1] + LATE)
    assert head.says == len(joined)
    assert head.oldest <= LONGEST_PAUSE + SWEEP


@given(gaps)
def test_however_they_join_writes_are_bounded_by_time(gaps: list[float]) -> None:
    joined = [at(seconds) for seconds in accumulate(gaps)]
    head = Watched(joined)
    head.run(joined[-1] + LATE)
    for first in head.writes:
        minutes_later = [one for one in head.writes if first <= one < first + timedelta(minutes=10)]
        assert len(minutes_later) <= 6 + 10 * 2, "five short pauses, then two a minute"


@pytest.mark.parametrize("seconds", [13, 60, 180])
def test_an_outage_of_three_hundred_is_eight_writes_at_most(seconds: float) -> None:
    head = Watched([at(seconds * place / 300) for place in range(300)])
    head.run(at(seconds) + LATE)
    assert head.says == 300
    assert len(head.writes) <= 8


def test_who_comes_alone_is_counted_at_once() -> None:
    alone = at(10) + CALM + LONGEST_PAUSE
    head = Watched([at(), at(1), at(10), alone])
    head.run(alone + SWEEP)
    assert head.says == 4
    assert head.writes[-1] - alone <= SWEEP


def test_one_that_is_over_waits_for_nobody() -> None:
    pace = HeadPace()
    pace.want(HEAD, {"count": 5}, at())
    pace.wrote(HEAD, at())
    pace.want(HEAD, {"count": 6}, at(1))
    assert not pace.is_due(HEAD, at(1))
    assert pace.is_due(HEAD, at(1), over=True)
    assert pace.is_due(HEAD, at() + FIRST_PAUSE)


def test_nothing_is_written_of_one_that_nobody_hangs_on() -> None:
    pace = HeadPace()
    pace.want(HEAD, {}, at())
    assert pace.behind() == []
