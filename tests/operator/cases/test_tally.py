"""Occurrences are counted once each, whatever a watch repeats and however often the operator starts."""

from casebook_operator.cases.tally import Tally
from tests.operator.builders import at, investigation, rfc, signal

CASE = investigation()


def begun(*, fresh: bool = True) -> Tally:
    tally = Tally()
    tally.begin(CASE, fresh=fresh)
    return tally


def test_the_same_end_of_a_container_counts_once() -> None:
    tally = begun()
    assert [tally.count(CASE.uid, signal(0)) for _ in range(3)] == [True, False, False]
    assert tally.occurrences(CASE) == 1


def test_a_later_end_counts_again_and_moves_last_seen() -> None:
    tally = begun()
    for seconds in (0, 10, 20):
        assert tally.count(CASE.uid, signal(seconds))
    assert (tally.occurrences(CASE), tally.last_seen(CASE)) == (3, at(20))


def test_an_older_end_that_a_watch_delivers_late_does_not_count() -> None:
    tally = begun()
    tally.count(CASE.uid, signal(10))
    assert not tally.count(CASE.uid, signal(5))
    assert tally.last_seen(CASE) == at(10)


def test_pods_of_one_workload_count_each_for_itself() -> None:
    tally = begun()
    for uid in ("pod-1", "pod-2", "pod-3", "pod-1"):
        tally.count(CASE.uid, signal(0, origin_uid=uid))
    assert tally.occurrences(CASE) == 3


def test_after_a_restart_only_what_came_after_the_written_last_seen_counts() -> None:
    known = investigation("Open", occurrences=7, lastSeen=rfc(100))
    tally = Tally()
    tally.begin(known, fresh=False)
    assert [tally.count(known.uid, signal(seconds)) for seconds in (50, 100, 130)] == [False, False, True]
    assert (tally.occurrences(known), tally.last_seen(known)) == (8, at(130))


def test_after_a_restart_before_anything_was_written_the_first_end_counts() -> None:
    tally = begun(fresh=False)
    assert tally.count(CASE.uid, signal(0))


def test_beginning_again_keeps_the_count() -> None:
    tally = begun()
    tally.count(CASE.uid, signal(0))
    tally.begin(CASE, fresh=False)
    assert tally.occurrences(CASE) == 1


def test_a_count_never_falls_below_what_was_written() -> None:
    assert Tally().occurrences(investigation("Open", occurrences=7)) == 7


def test_changes_are_taken_once() -> None:
    tally = begun()
    tally.count(CASE.uid, signal(0))
    assert tally.take_changed() == {CASE.uid}
    assert tally.take_changed() == set()


def test_a_forgotten_episode_leaves_nothing_behind() -> None:
    tally = begun()
    tally.count(CASE.uid, signal(0))
    tally.forget(CASE.uid)
    assert tally.take_changed() == set()
    assert tally.occurrences(CASE) == 0
    tally.forget("never-known")
