"""Restarts that go on are a failure, whatever kubelet calls the container in between; those that stop are none."""

from collections.abc import Iterable
from datetime import timedelta

import msgspec
import pytest

from casebook_operator.cases import growth
from casebook_operator.cases.growth import Growth
from casebook_operator.kube import Object
from casebook_operator.signals import growing_of, signals_of
from tests.operator.builders import at, container, ended, pod, reference, rfc, running
from tests.operator.cases.test_due_signals import TAXONOMY, Room
from tests.rows import of_every

MINUTE = 60.0


def restarted(count: int, finished: float, *, lived: float = 15, exit_code: int = 137, ready: bool = True) -> Object:
    """A pod whose container was ended and runs again five seconds later."""
    end = ended("Error" if exit_code else "Completed", exit_code, finished, startedAt=rfc(finished - lived))
    entry = container(state=running(finished + 5), last=end) | {"restartCount": count, "ready": ready}
    one = pod(entry, owner=reference("ReplicaSet", "gateway"), ready_since=finished + 6 if ready else None)
    one["status"]["phase"] = "Running"
    one["spec"]["restartPolicy"] = "Always"
    return one


def seen(room: Room, restarts: Iterable[Object]) -> list[str]:
    for one in restarts:
        room.due_signals.look("Pod", one)
    return room.signals


def every(seconds: float, times: int, first: int = 1, **more: float) -> list[Object]:
    return [restarted(first + number, number * seconds, **more) for number in range(times)]  # type: ignore[arg-type]


@of_every("exit_code", [137, 143, 1, 0])
@of_every("apart", [20.0, 9 * MINUTE])
def test_a_container_that_is_ready_between_kills_and_killed_again_and_again_is_a_crash_loop(
    exit_code: int, apart: float
) -> None:
    room = Room()
    assert seen(room, every(apart, 3, exit_code=exit_code)) == []
    room.due_signals.look("Pod", restarted(4, 3 * apart, exit_code=exit_code))
    assert room.signals == ["CrashLoopBackOff"]


def test_versions_that_a_watch_left_out_count() -> None:
    assert seen(Room(), [restarted(40, 0), restarted(46, 120)]) == ["CrashLoopBackOff"]


@pytest.mark.parametrize(
    "versions",
    [
        every(0, 1),
        every(30, 3),
        [restarted(59, 0)] * 5,
        every(31 * MINUTE, 10),
        every(130 * MINUTE, 6, lived=120 * MINUTE),
        [restarted(9, 0), restarted(1, 40), restarted(2, 80), restarted(3, 120)],
    ],
    ids=["one", "two-more", "long-ago", "seldom", "long-lives", "counted-anew"],
)
def test_restarts_that_stop_or_are_rare_or_follow_a_long_life_open_nothing(versions: list[Object]) -> None:
    assert seen(Room(), versions) == []


def test_it_is_counted_again_with_every_restart_and_not_with_every_look() -> None:
    room = Room()
    for one in every(20, 6):
        seen(room, [one, one])
    assert len(room.signals) == 6  # three restarts, of which each version is shown twice; a repeat is known later


@pytest.mark.parametrize(
    "obj",
    [
        restarted(7, 0, ready=False),
        restarted(7, 0) | {"metadata": restarted(7, 0)["metadata"] | {"deletionTimestamp": rfc(1)}},
        restarted(0, 0),
        pod(container()),
    ],
    ids=["not-ready", "leaves", "never-restarted", "new"],
)
def test_what_shows_another_failure_or_ends_has_no_number_that_matters(obj: Object) -> None:
    assert growing_of("Pod", obj) == ()


def test_one_version_shows_no_failure_by_itself() -> None:
    one = restarted(59, 0)
    assert signals_of("Pod", one, TAXONOMY) == ()
    (growing,) = growing_of("Pod", one)
    assert (growing.number, growing.signal.active, growing.signal.occurred_at) == (59, False, at(0))


def test_a_job_tries_again_and_a_node_has_no_restarts() -> None:
    of_job = restarted(3, 0)
    of_job["metadata"]["ownerReferences"] = [reference("Job", "nightly")]
    assert growing_of("Pod", of_job) == ()
    assert growing_of("Node", restarted(3, 0)) == ()


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "REMEMBERED", 2)
    numbers = Growth()
    (one,) = growing_of("Pod", restarted(1, 0))
    for name in "abc":
        numbers.shows(msgspec.structs.replace(one, signal=msgspec.structs.replace(one.signal, origin_uid=name)))
    assert len(numbers._seen) == 2


def test_a_clock_that_goes_back_makes_no_growth() -> None:
    numbers = Growth()
    (late,), (early,) = growing_of("Pod", restarted(5, 3600)), growing_of("Pod", restarted(5, 0))
    assert not any(numbers.shows(one) for one in (late, early, late))
    assert late.signal.occurred_at - early.signal.occurred_at == timedelta(hours=1)
