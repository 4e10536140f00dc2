"""Which times a clock told."""

from datetime import UTC, datetime

from casebook_analyzer.models import UNKNOWN_TIME, is_known


def test_the_start_of_1970_was_told_by_no_clock() -> None:
    assert not is_known(UNKNOWN_TIME)
    assert is_known(datetime(2026, 1, 1, tzinfo=UTC))
