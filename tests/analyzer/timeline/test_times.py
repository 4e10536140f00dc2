"""Times as a reader sees them."""

from datetime import UTC, datetime

from casebook_analyzer.timeline.times import moment


def test_a_time_that_no_clock_told_is_called_unknown() -> None:
    assert moment(datetime(1970, 1, 1, tzinfo=UTC)) == "at a time that is not known"
