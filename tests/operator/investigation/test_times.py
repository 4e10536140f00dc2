"""Times of Kubernetes, read and written."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from casebook_operator.kube.times import parse_time, to_micro_time, to_rfc3339
from tests.rows import of_every

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2026-03-01T12:00:00Z", "2026-03-01T13:00:00+01:00", "2026-03-01T12:00:00", "2026-03-01T12:00:00.000000Z"]
)
def test_every_spelling_of_a_time_is_read_as_utc(text: str) -> None:
    parsed = parse_time(text)
    assert parsed == NOON
    assert parsed is not None
    assert parsed.utcoffset() == timedelta(0)


@of_every(
    "value",
    [
        *(None, "", "soon", 5, {}, "2026-13-01T00:00:00Z"),
        *("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"),
    ],
)
def test_what_is_no_time_is_none(value: object) -> None:
    assert parse_time(value) is None


def test_times_are_written_in_utc() -> None:
    berlin = datetime(2026, 3, 1, 13, 0, 0, 123456, tzinfo=timezone(timedelta(hours=1)))
    assert to_rfc3339(berlin) == "2026-03-01T12:00:00Z"
    assert to_micro_time(berlin) == "2026-03-01T12:00:00.123456Z"


def test_years_have_four_digits() -> None:
    """The API server refuses a status with one that has three."""
    early = datetime(999, 1, 1, tzinfo=UTC)
    assert to_rfc3339(early) == "0999-01-01T00:00:00Z"
    assert to_micro_time(early) == "0999-01-01T00:00:00.000000Z"
