"""What is too much is halved, and found out anew."""

from casebook_operator.adaptive_limit import LONGEST_PAUSE_SECONDS, AdaptiveLimit
from tests.operator.bucket_clock import Watch


def test_what_goes_well_is_never_more_than_the_most() -> None:
    limit = AdaptiveLimit(8)
    for _ in range(100):
        limit.went_well()
    assert limit.now == 8


def test_an_overload_halves_it_and_as_many_as_went_well_make_it_one_more() -> None:
    limit = AdaptiveLimit(8)
    limit.overloaded(0)
    assert limit.now == 4
    for _ in range(5):
        limit.went_well()
    assert limit.now == 5


def test_what_was_sent_together_and_comes_back_together_is_one_overload() -> None:
    watch = Watch()
    limit = AdaptiveLimit(8, clock=watch)
    for _ in range(8):
        limit.overloaded(0)
    assert limit.now == 4
    watch.now += 1
    limit.overloaded(0)
    assert limit.now == 2


def test_one_is_always_tried() -> None:
    watch = Watch()
    limit = AdaptiveLimit(8, clock=watch)
    for _ in range(100):
        limit.overloaded(0)
        watch.now += 1
    assert limit.now == 1


def test_nothing_begins_before_the_time_that_the_server_asks_for() -> None:
    watch = Watch()
    limit = AdaptiveLimit(8, clock=watch)
    assert limit.overloaded(5) == 5
    watch.now += 4.9
    assert limit.now == 0
    watch.now += 0.1
    assert limit.now == 4


def test_no_server_keeps_it_away_for_an_hour() -> None:
    assert AdaptiveLimit(8).overloaded(3600) == LONGEST_PAUSE_SECONDS
