"""Occurrences are counted once each, whatever a watch repeats and however often the operator starts."""

from casebook_operator.cases.counter import OccurrenceCounter
from tests.operator.builders import at, investigation, rfc, signal

CASE = investigation()


def begun(*, fresh: bool = True) -> OccurrenceCounter:
    counter = OccurrenceCounter()
    counter.begin(CASE, fresh=fresh)
    return counter


def test_the_same_end_of_a_container_counts_once() -> None:
    counter = begun()
    assert [counter.count(CASE.uid, signal(0)) for _ in range(3)] == [True, False, False]
    assert counter.occurrences(CASE) == 1


def test_a_later_end_counts_again_and_moves_last_seen() -> None:
    counter = begun()
    for seconds in (0, 10, 20):
        assert counter.count(CASE.uid, signal(seconds))
    assert (counter.occurrences(CASE), counter.last_seen(CASE)) == (3, at(20))


def test_an_older_end_that_a_watch_delivers_late_does_not_count() -> None:
    counter = begun()
    counter.count(CASE.uid, signal(10))
    assert not counter.count(CASE.uid, signal(5))
    assert counter.last_seen(CASE) == at(10)


def test_pods_of_one_workload_count_each_for_itself() -> None:
    counter = begun()
    for uid in ("pod-1", "pod-2", "pod-3", "pod-1"):
        counter.count(CASE.uid, signal(0, origin_uid=uid))
    assert counter.occurrences(CASE) == 3


def test_after_a_restart_only_what_came_after_the_written_last_seen_counts() -> None:
    known = investigation("Open", occurrences=7, lastSeen=rfc(100))
    counter = OccurrenceCounter()
    counter.begin(known, fresh=False)
    assert [counter.count(known.uid, signal(seconds)) for seconds in (50, 100, 130)] == [False, False, True]
    assert (counter.occurrences(known), counter.last_seen(known)) == (8, at(130))


def test_after_a_restart_before_anything_was_written_the_first_end_counts() -> None:
    counter = begun(fresh=False)
    assert counter.count(CASE.uid, signal(0))


def test_beginning_again_keeps_the_count() -> None:
    counter = begun()
    counter.count(CASE.uid, signal(0))
    counter.begin(CASE, fresh=False)
    assert counter.occurrences(CASE) == 1


def test_a_count_never_falls_below_what_was_written() -> None:
    assert OccurrenceCounter().occurrences(investigation("Open", occurrences=7)) == 7


def test_changes_are_taken_once() -> None:
    counter = begun()
    counter.count(CASE.uid, signal(0))
    assert counter.take_changed() == {CASE.uid}
    assert counter.take_changed() == set()


def test_a_forgotten_episode_leaves_nothing_behind() -> None:
    counter = begun()
    counter.count(CASE.uid, signal(0))
    counter.forget(CASE.uid)
    assert counter.take_changed() == set()
    assert counter.occurrences(CASE) == 0
    counter.forget("never-known")
