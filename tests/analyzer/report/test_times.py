"""Times as a reader sees them."""

from datetime import UTC, datetime

from casebook_analyzer.report.times import is_known, moment


def test_a_time_that_no_clock_told_is_called_unknown() -> None:
    assert moment(datetime(1970, 1, 1, tzinfo=UTC)) == "at a time that is not known"
    assert not is_known(datetime(1970, 1, 1, tzinfo=UTC))
    assert is_known(datetime(2026, 1, 1, tzinfo=UTC))
