from datetime import UTC, datetime

from casebook_analyzer.evidence.kernel_clock import read_stamp
from tests.rows import of_every

REFERENCE = datetime(2026, 1, 3, 12, 0, tzinfo=UTC)
MESSAGE = "NVRM: Xid (PCI:0000:9b:00): 79, x"


@of_every(
    ("stamp", "uptime", "time"),
    [
        ("[12345.678901] ", "12345.678901", None),
        ("<3>[    5.2] ", "5.2", None),
        ("[  100.5][ T1234] ", "100.5", None),
        ("[Tue Jan  2 03:04:05 2024] ", "", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("2024-01-02T03:04:05,123456+01:00 ", "", datetime(2024, 1, 2, 2, 4, 5, 123456, tzinfo=UTC)),
        ("2024-01-02T03:04:05.5Z host-7 kernel: ", "", datetime(2024, 1, 2, 3, 4, 5, 500000, tzinfo=UTC)),
        ("2024-01-02 03:04:05 host kernel: [  7.25] ", "7.25", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("Jan 02 03:04:05 gpu-a1 kernel: ", "", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("Jan  2 03:04:05 gpu-a1 kernel: [12345.678] ", "12345.678", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("Dec 31 23:59:59 gpu-a1 kernel: ", "", datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("6,1234,5678901,-;", "5.678901", None),
        ("9999-12-31T23:59:59Z ", "", None),
        ("0001-01-01T00:00:00+14:00 ", "", None),
        ("[Fri Dec 31 23:59:59 9999] ", "", None),
        ("[  +0.000012] ", "", None),
        ("[Jan15 10:22] ", "", None),
        ("kernel: ", "", None),
        ("", "", None),
    ],
)
def test_a_stamp_is_read_and_taken_off(stamp: str, uptime: str, time: datetime | None) -> None:
    found = read_stamp(stamp + MESSAGE, REFERENCE)
    assert (stamp + MESSAGE)[found.end :] == MESSAGE
    assert (found.uptime, found.time) == (uptime, time)


def test_without_a_reference_a_stamp_without_a_year_has_no_time() -> None:
    assert read_stamp(f"Jan 02 03:04:05 host kernel: {MESSAGE}", None).time is None


def test_a_date_that_does_not_exist_is_no_time() -> None:
    assert read_stamp(f"2024-02-31T03:04:05Z host kernel: {MESSAGE}", None).time is None
