"""A container that fails again says it in another word now and then: kubelet, the runtime and chance choose it."""

from datetime import datetime
from typing import Any

import msgspec

from casebook_analyzer.models import Signal, Trigger
from tests.operator.builders import at, rfc, signal
from tests.operator.cases.flaps import MINUTE, STABLE, WINDOW, Flapper
from tests.operator.cases.rooms import Room
from tests.rows import of_every

T = Trigger
ENDED = {"kind": "Recovered", "resolvedTime": rfc(700)}
OVER: dict[str, Any] = {"occurrences": 1, "lastSeen": rfc(0), "resolution": ENDED}


def of(trigger: Trigger, code: int | None = None, seconds: float = 0, **changes: Any) -> Signal:
    about = {"trigger": trigger, "failure_class": trigger.value, "exit_code": code}
    return signal(seconds, **(about | changes))


SAME = (
    (of(T.OOM_KILLED, 137), of(T.CRASH_LOOP_BACK_OFF, 137)),
    (of(T.OOM_KILLED, 137), of(T.CONTAINER_FAILED, 137, failure_class="CrashLoopBackOff")),
    (of(T.OOM_KILLED, 1), of(T.CONTAINER_FAILED, 1)),
    (of(T.OOM_KILLED, 137), of(T.CRASH_LOOP_BACK_OFF, derived=True)),
    (of(T.CRASH_LOOP_BACK_OFF, 137), of(T.OOM_KILLED, 137)),
    (of(T.CONTAINER_FAILED, 1), of(T.CRASH_LOOP_BACK_OFF, 1)),
    (of(T.CRASH_LOOP_BACK_OFF, 1), of(T.CONTAINER_FAILED, 2)),
    (of(T.CONTAINER_START_FAILED, 128), of(T.CRASH_LOOP_BACK_OFF, 128)),
    (of(T.PROBE_FAILED), of(T.CRASH_LOOP_BACK_OFF, 137)),
    (of(T.PROBE_FAILED), of(T.CONTAINER_FAILED, 0, failure_class="CrashLoopBackOff")),
    (of(T.CRASH_LOOP_BACK_OFF, 143), of(T.PROBE_FAILED)),
)
OTHERS = (
    (of(T.OOM_KILLED, 137), of(T.CRASH_LOOP_BACK_OFF, 1)),
    (of(T.OOM_KILLED, 137), of(T.PROBE_FAILED)),
    (of(T.PROBE_FAILED), of(T.OOM_KILLED, 137)),
    (of(T.PROBE_FAILED), of(T.CRASH_LOOP_BACK_OFF, 1)),
    (of(T.CRASH_LOOP_BACK_OFF, 2), of(T.PROBE_FAILED)),
    (of(T.CONTAINER_START_FAILED, 128), of(T.CRASH_LOOP_BACK_OFF, 1)),
    (of(T.OOM_KILLED, 137), of(T.OOM_KILLED, 137, container="sidecar")),
    (of(T.OOM_KILLED, 137), of(T.CRASH_LOOP_BACK_OFF, 137, container="sidecar")),
    (of(T.IMAGE_PULL_FAILED), of(T.CONTAINER_CONFIG_ERROR)),
    (of(T.IMAGE_PULL_FAILED), of(T.CRASH_LOOP_BACK_OFF, 1)),
    (of(T.CRASH_LOOP_BACK_OFF, 1), of(T.IMAGE_PULL_FAILED)),
)


def _told(one: tuple[Signal, Signal]) -> str:
    return ", then ".join(f"{stage.trigger} {stage.exit_code} of {stage.container}" for stage in one)


async def _relapse(first: Signal, then: Signal, at: datetime) -> Room:
    room = Room(reopen_seconds=WINDOW)
    room.known("Resolved", of=first, **OVER)
    await room.see(msgspec.structs.replace(then, occurred_at=at))
    await room.deduplicator.close()
    await room.reopening.close()
    return room


@of_every("pair", SAME, ids=_told)
async def test_the_same_end_in_another_word_opens_its_episode_again(pair: tuple[Signal, Signal]) -> None:
    room = await _relapse(*pair, at(1000))
    (case,) = room.cases.index.unresolved()
    assert (room.store.created, case.signal.trigger, case.relapses.count) == ([], pair[0].trigger, 1)


@of_every("pair", OTHERS, ids=_told)
async def test_another_failure_of_the_workload_has_a_case_of_its_own(pair: tuple[Signal, Signal]) -> None:
    room = await _relapse(*pair, at(1000))
    assert len(room.store.created) == 1


async def test_after_the_window_it_is_a_case_of_its_own() -> None:
    room, much_later = Room(reopen_seconds=WINDOW), 700 + STABLE + WINDOW + 1
    room.clock.forward(much_later)
    room.known("Resolved", of=SAME[0][0], **OVER)
    await room.see(msgspec.structs.replace(SAME[0][1], occurred_at=at(much_later)))
    assert len(room.store.created) == 1


async def test_its_last_end_seen_again_in_another_word_opens_nothing() -> None:
    room = await _relapse(*SAME[0], at(0))
    assert (room.store.created, list(room.cases.index.unresolved())) == ([], [])


async def test_of_two_that_are_over_the_one_that_ended_last_is_opened_again() -> None:
    room = Room(reopen_seconds=WINDOW)
    room.known("Resolved", of=of(T.OOM_KILLED, 137), **OVER)
    ended = {"kind": "Recovered", "resolvedTime": rfc(950)}
    later = room.known("Resolved", of=of(T.PROBE_FAILED), lastSeen=rfc(900), resolution=ended)
    await room.see(of(T.CONTAINER_FAILED, 137, 1000))
    assert [case.uid for case in room.cases.index.unresolved()] == [later.uid]


async def test_what_is_opened_again_in_another_word_is_one_story_whichever_words_follow() -> None:
    room = await _relapse(*SAME[0], at(1000))
    for seconds, then in ((1040, of(T.OOM_KILLED, 137)), (2000, SAME[0][1]), (2600, of(T.OOM_KILLED, 137))):
        await room.see(msgspec.structs.replace(then, occurred_at=at(seconds)))
    (case,) = room.cases.index.unresolved()
    assert (room.store.created, room.cases.counter.occurrences(case)) == ([], 5)


async def test_a_day_of_kills_of_which_every_fifth_is_told_in_another_word_is_one_recurring_case() -> None:
    world = Flapper()
    for number in range(96):
        await world.fail(reason="Error" if number % 5 == 2 else "OOMKilled")
        await world.wait(15 * MINUTE - 1, sweeps=3)
    (case,) = world.store.episodes
    assert (case.state, case.status["occurrences"], case.relapses.count) == ("Recurring", 96, 95)
