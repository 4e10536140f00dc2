"""The order of kernel lines survives, however they were printed."""

import pytest

from casebook_analyzer.evidence.kernel_clock import read_stamp
from casebook_operator.offline.kernel_text import in_order, read_kernel_text
from tests.operator.offline.samples import XID_LINE


def clocks(lines: list[str]) -> list[float]:
    return [float(read_stamp(line, None).uptime) for line in in_order(lines)]


def test_stamped_lines_stay_as_they_are() -> None:
    lines = ["[  100.000001] a", "<3>[  100.000002] b", "2026-03-04T05:06:07+00:00 w1 kernel: c"]
    assert in_order(lines) == lines


def test_a_line_without_a_stamp_follows_on_the_one_before_it() -> None:
    first, cut, again, last = clocks(["[   10.5] a", "no clock", "nor here", "[   12.25] b"])
    assert 10.5 == first < cut < again < last == 12.25


def test_lines_before_the_first_stamp_come_first() -> None:
    assert clocks(["no clock", "[   10.5] a"]) == pytest.approx([0, 10.5], abs=1e-3)


def test_without_any_stamp_nothing_is_added() -> None:
    assert in_order(["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize("stamp", ["Mar 04 05:06:07", "2026-03-04T05:06:07.123456+0000", "2026-03-04T05:06:07+00:00"])
def test_the_host_of_a_journal_is_the_node(stamp: str) -> None:
    trigger = read_kernel_text(f"-- Logs begin --\n{stamp} worker-7 kernel: {XID_LINE}\n", "journal").trigger
    assert trigger is not None
    assert (trigger.kind, trigger.name) == ("Node", "worker-7")


@pytest.mark.parametrize("line", ["[", "[.] x", "[9999999999999999.1] x", "[Xyz Abc 99 99:99:99 2026] x", "\x00\xff"])
def test_odd_lines_are_lines(line: str) -> None:
    assert len(in_order([line, "[ 1.0] a", line])) == 3
