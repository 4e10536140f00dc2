import msgspec
import pytest

from casebook_analyzer.classify.device_order import can_follow, order, seconds_between, slot_of, span
from casebook_analyzer.models import Fact
from tests.analyzer.classify.builders import at, fact
from tests.rows import of_every


def line(pattern: str, uptime: float | None = 100, **attributes: str) -> Fact:
    clock = {} if uptime is None else {"kernelTime": f"{uptime:.6f}"}
    return msgspec.structs.replace(fact("kernel", "x", pattern=pattern, **clock, **attributes), id="F1")


@pytest.mark.parametrize("spelling", ["0000:3b:00", "0000:3B:00.0", "00000000:3B:00.0", "3b:00.0"])
def test_an_address_has_one_spelling(spelling: str) -> None:
    assert slot_of(line("xid", pci=spelling)) == "0000:3b:00"


@pytest.mark.parametrize("nonsense", ["", "hl0", "accel0", "zz:00.0"])
def test_what_is_no_address_is_none(nonsense: str) -> None:
    assert slot_of(line("gaudi-reset", pci=nonsense)) == ""


@of_every(
    ("first", "second", "follows"),
    [
        (line("xid", 100, pci="0000:3b:00"), line("xid", 3_000, pci="0000:3b:00.0"), True),
        (line("xid", 100, pci="0000:3b:00"), line("xid", 9_000, pci="0000:3b:00"), False),
        (line("pcie-aer", 100, port="0000:3a:00.0"), line("xid", 500, pci="0000:3b:00"), True),
        (line("pcie-aer", 100, port="0000:3a:00.0"), line("xid", 500, pci="0000:2b:00"), False),
        (line("pcie-aer", 100, port="0001:3a:00.0"), line("xid", 500, pci="0000:3b:00"), False),
        (line("pcie-aer", 100, pci="0000:3a:00.0"), line("xid", 500, pci="0000:3b:00"), True),
        (line("xid", 100, pci="0000:3a:00.0"), line("xid", 500, pci="0000:3b:00"), False),
        (line("power-failure", 100), line("xid", 110, pci="0000:3b:00"), True),
        (line("xid", 100, pci="0000:3b:00"), line("xid", 110, pci="0000:5e:00"), True),
        (line("xid", 100, pci="0000:3b:00"), line("xid", 400, pci="0000:5e:00"), False),
        (line("storage-path", 100), line("block-io-error", 500), True),
        (line("xid", None), line("xid", None), True),
    ],
)
def test_one_error_can_follow_from_another_on_one_device_behind_one_bridge_or_at_once(
    first: Fact, second: Fact, follows: bool
) -> None:
    assert can_follow(first, second) is follows


def test_clocks_of_two_kinds_are_not_compared() -> None:
    dated = msgspec.structs.replace(line("xid", None), time=at())
    assert seconds_between(dated, line("xid", 100)) is None


def test_lines_of_a_log_come_before_what_is_repeated_and_commands_come_last() -> None:
    repeated = msgspec.structs.replace(line("xid", None), time=at(), id="F3")
    command = msgspec.structs.replace(line("xid", 0.000002), source="output of lspci", id="F2")
    assert sorted([command, repeated, line("xid", 100)], key=order) == [line("xid", 100), repeated, command]


def test_a_fold_knows_how_long_it_lasted() -> None:
    assert span(line("xid", 100, lastKernelTime="160.0")) == 60
    assert span(line("xid", 100)) is None
