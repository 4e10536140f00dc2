"""Times in the past as people write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from casebook_operator.views.periods import past_time, period_problem, usual_beginning

NOW = datetime(2026, 3, 1, 0, 5, tzinfo=UTC)


def test_words_spans_and_dates_name_a_time() -> None:
    for text, time in {
        "today": datetime(2026, 3, 1, tzinfo=UTC),
        "yesterday": datetime(2026, 2, 28, tzinfo=UTC),
        "24h": NOW - timedelta(days=1),
        "7d": NOW - timedelta(days=7),
        "2w": NOW - timedelta(days=14),
        "2026-02-03": datetime(2026, 2, 3, tzinfo=UTC),
        "2026-02-03T04:05": datetime(2026, 2, 3, 4, 5, tzinfo=UTC),
        "2026-02-03T04:05+02:00": datetime(2026, 2, 3, 2, 5, tzinfo=UTC),
    }.items():
        assert past_time(text, NOW) == time, text


def test_a_day_is_one_of_utc_wherever_the_clock_is() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-9)))
    assert past_time("yesterday", elsewhere) == datetime(2026, 2, 28, tzinfo=UTC)


ENDS = ("0001-01-02", "9999-12-31", "0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00", "739500d")
"""Times with which nothing can be reckoned: a month before them, or an hour after, there is none."""


@pytest.mark.parametrize(
    "text", ["", "some day", "7", "7m", "-1d", "9999999d", "999999w", "2026-02-30", "x" * 999, "\0", *ENDS]
)
def test_what_names_no_time_is_said_within_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="is neither today, yesterday") as caught:
        past_time(text, NOW)
    assert len(str(caught.value)) < 160


def test_nothing_can_have_happened_in_a_period_that_is_reversed_or_to_come() -> None:
    day, soon = timedelta(days=1), timedelta(minutes=4)
    for since, until, problem in (
        (None, None, ""),
        (NOW - day, None, ""),
        (NOW - day, NOW, ""),
        (NOW - day, NOW + day, ""),
        (None, NOW + day, ""),
        (NOW + soon, None, ""),
        (NOW, NOW - day, "since has to be earlier than until"),
        (NOW, NOW, "since has to be earlier than until"),
        (NOW + day, None, "since lies in the future"),
        (NOW + day, NOW + 2 * day, "since lies in the future"),
    ):
        assert period_problem(since, until, NOW) == problem, (since, until)


def test_the_usual_period_never_begins_in_the_future() -> None:
    month = timedelta(days=30)
    assert usual_beginning(None, month, NOW) == NOW - month
    assert usual_beginning(NOW - month, month, NOW) == NOW - 2 * month
    assert usual_beginning(NOW + 90 * month, month, NOW) == NOW - month
