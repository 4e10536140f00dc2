"""What comes back is one story: weeks of it, in compressed time, whenever the operator ends."""

import asyncio
from datetime import datetime
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_operator.investigation import Investigation
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping
from tests.operator.cases.flaps import MINUTE, STABLE, WINDOW, Flapper, KilledError

HOUR = 60 * MINUTE


async def flap(world: Flapper, times: int, every: float) -> None:
    for _ in range(times):
        await world.fail()
        await world.wait(every - 1, sweeps=3)


async def test_a_week_of_kills_every_quarter_of_an_hour_is_one_recurring_case() -> None:
    world = Flapper()
    await flap(world, 672, 15 * MINUTE)
    (case,) = world.store.episodes
    assert (case.state, case.status["occurrences"], case.relapses.count) == ("Recurring", 672, 671)
    assert case.status["relapses"]["rhythm"].startswith("every ~15 min, 671 times since 2026-03-01")
    assert world.store.writes <= 672 + 10  # one for each time that it was seen, and the first ends
    assert len(world.store.events) <= 10


async def test_what_recurs_slowly_is_one_case_and_is_over_when_it_stays_away_for_three_rhythms() -> None:
    world = Flapper()
    await flap(world, 10, 5 * HOUR)
    (case,) = world.store.episodes
    assert case.state == "Recurring"
    await world.wait(9 * HOUR, sweeps=30)
    assert world.store.episodes[0].state == "Recurring"
    await world.wait(3 * HOUR, sweeps=30)
    (case,) = world.store.episodes
    assert case.state == "Resolved"
    assert case.relapses.count == 9
    await world.fail()
    assert [one.state for one in world.store.episodes] == ["Recurring"]


async def test_a_relapse_opens_the_same_investigation_again_and_takes_its_end_back() -> None:
    world = Flapper()
    await world.fail()
    await world.replace()
    await world.wait(2 * STABLE, sweeps=20)
    (closed,) = world.store.episodes
    assert closed.status["resolution"]["kind"] == "PodReplaced"
    await world.fail()
    (case,) = world.store.episodes
    assert (case.state, case.status["occurrences"], case.relapses.count) == ("Open", 2, 1)
    assert "resolution" not in case.status
    assert case.last_seen == world.fails[-1]
    reason, note = world.store.events[-1][1:]
    assert reason == "InvestigationReopened"
    assert "(PodReplaced)" in note
    assert note.endswith("What had been done did not last: replace the pod.")
    remembered = world.memory.incidents[case.uid]
    assert remembered.resolution is None
    assert [(one.fix, one.times) for one in remembered.withdrawn] == [("replace the pod", 1)]


async def test_what_is_back_after_the_window_is_the_next_episode() -> None:
    world = Flapper()
    await world.fail()
    await world.wait(2 * STABLE, sweeps=20)
    await world.wait(WINDOW)
    await world.fail()
    assert [(one.episode, one.state) for one in world.store.episodes] == [(1, "Resolved"), (2, "Open")]


async def test_a_recurring_case_stays_so_when_its_operator_is_started_again() -> None:
    world = Flapper()
    await flap(world, 10, 15 * MINUTE)
    await world.revive()
    await flap(world, 10, 15 * MINUTE)
    (case,) = world.store.episodes
    assert (case.state, case.status["occurrences"], case.relapses.count) == ("Recurring", 20, 19)


async def test_people_see_a_relapse_while_the_database_is_away_and_memory_hears_of_it_later() -> None:
    world = Flapper()
    await world.fail()
    await world.wait(2 * STABLE, sweeps=20)
    world.memory.errors = [DatabaseUnavailableError("away")]
    await world.fail()
    (case,) = world.store.episodes
    assert case.state == "Open"
    assert len(world.memory.incidents[case.uid].withdrawn) == 1


STEP = st.one_of(
    st.just("fail"),
    st.just("replace"),
    st.just("restart"),
    st.sampled_from([30.0, 5 * MINUTE, 11 * MINUTE, 40 * MINUTE, 8 * HOUR]),
    st.integers(0, 8),
)
"""What happens next; a number of seconds passes, or the operator is killed at that step of what comes then."""


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEP, min_size=3, max_size=30))
def test_whatever_happens_episodes_do_not_overlap_and_nothing_is_lost_or_counted_twice(
    steps: list[str | float | int],
) -> None:
    asyncio.run(_live_through(steps))


async def _live_through(steps: list[str | float | int]) -> None:
    world = Flapper()
    for step in steps:
        try:
            await _take(world, step)
        except KilledError:
            await world.revive()
        world.life.steps_left = world.life.steps_left if isinstance(step, int) else None
    await world.revive()
    await world.wait(0)
    _assert_one_story(world)


async def _take(world: Flapper, step: str | float) -> None:
    match step:
        case "fail":
            await world.fail()
        case "replace":
            await world.replace()
        case "restart":
            await world.revive()
        case float():
            await world.wait(step, sweeps=4)
        case int():
            world.life.steps_left = step


def _assert_one_story(world: Flapper) -> None:
    episodes = world.store.episodes
    assert [one.episode for one in episodes] == list(range(1, len(episodes) + 1))
    for earlier, later in pairwise(episodes):
        assert earlier.resolved
        assert _ended(earlier) <= later.signal.occurred_at
    for case in episodes:
        remembered = world.memory.incidents[case.uid].resolution
        assert case.resolved == (remembered is not None)
        if case.resolved:
            assert _ended(case) >= max(case.last_seen, case.created_at)
            assert remembered is not None
            assert remembered.resolved_at.replace(microsecond=0) == _ended(case)
    assert sum(one.occurrences for one in episodes) == len(world.fails)
    if world.fails:
        assert episodes[-1].last_seen == world.fails[-1]


def _ended(case: Investigation) -> datetime:
    return parse_time(mapping(case.status, "resolution")["resolvedTime"])  # type: ignore[return-value]
