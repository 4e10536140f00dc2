"""Which faults of devices are one failure, and which only happen at the same time."""

from itertools import product

import msgspec
import pytest

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.cases.device_faults import shared_fault
from casebook_operator.cases.device_relations import (
    at_once,
    explains_device,
    is_behind,
    is_one_device,
    is_one_failure,
    takes_device,
)
from tests.operator.builders import node_signal
from tests.operator.cases.lines import aer, seen, sxid, vague, xid

NVLINK = "NVLink: fatal error detected on link 3"
UUID = "GPU-8a5c1111-2222-3333-4444-555566667777"


def device(name: str, message: str, seconds: float = 0, failure_class: str = "GPU") -> Signal:
    return node_signal(seconds, device=name, message=message, failure_class=failure_class)


def alerted(name: str, message: str = "Errors of a GPU.") -> Signal:
    return node_signal(5, trigger=Trigger.ALERT, failure_class="Alert", device=name, message=message)


def test_one_device_is_one_failure_whatever_it_reports_and_whenever() -> None:
    assert is_one_failure(seen(xid("3b", 79)), seen(aer("3b"), 7200))


def test_four_devices_are_four() -> None:
    four = [seen(line) for line in (xid("3b", 79), aer("5e"), xid("86", 48), xid("af", 119))]
    assert not any(is_one_failure(one, other) for one, other in product(four, four) if one is not other)


def test_a_line_that_has_two_names_joins_what_agents_call_otherwise() -> None:
    by_uuid = device(UUID, f"GPU {UUID} is lost")
    both = device("0000:3b:00", f"ErrorCode:79 PCI:0000:3b:00 GPU_UUID:{UUID}", 7200)
    assert is_one_device(by_uuid, both) is True
    assert is_one_device(by_uuid, device("0000:3b:00", xid("3b", 79))) is None


@pytest.mark.parametrize(
    ("other", "one"),
    [
        (device("gpu3", "GPU 3 is sick", 500), True),
        (device("gpu3", "GPU 3 is sick", 700), False),
        (device("gpu3", "ErrorCode:48 GPU:3 double bit", 5), False),
        (device("gpu3", "ErrorCode:79 GPU:3 lost", 5), True),
        (device("eth0", "NIC eth0 is sick", 5, "NIC"), False),
    ],
)
def test_names_that_cannot_be_compared_are_one_device_by_time_class_and_number(other: Signal, one: bool) -> None:
    assert is_one_failure(seen(xid("3b", 79)), other) is one


@pytest.mark.parametrize(("bus", "seconds", "behind"), [("3b", 500, True), ("5e", 1, False), ("3b", 700, False)])
def test_what_is_behind_a_port_fails_with_it(bus: str, seconds: float, behind: bool) -> None:
    port, gpu = seen(aer("3a", "pcieport")), seen(xid(bus, 79), seconds)
    assert explains_device(port, gpu) is behind
    assert is_behind(port, gpu) is behind
    assert not explains_device(gpu, port)


def test_a_card_is_no_port_of_its_neighbour() -> None:
    assert not explains_device(seen(aer("3a")), seen(xid("3b", 79)))


@pytest.mark.parametrize("cause", [sxid("05"), xid("3b", 79)])
def test_the_other_end_of_a_link_reports_what_a_switch_or_a_gpu_does(cause: str) -> None:
    assert explains_device(seen(cause), seen(xid("86", 74, NVLINK), 60))
    assert not explains_device(seen(cause), seen(xid("86", 74, NVLINK), 180))
    assert not explains_device(seen(cause), seen(xid("86", 48, "double bit error"), 60))
    assert not explains_device(seen(xid("86", 74, NVLINK)), seen(cause))


def test_a_disk_fails_with_its_path() -> None:
    path = vague("connection1:0: detected conn error (1011)", failure_class="NodeStorage")
    disk = device("sdb", "I/O error, dev sdb, sector 8", 120, "NodeStorage")
    assert explains_device(path, disk)
    assert not explains_device(disk, path)
    assert not explains_device(path, msgspec.structs.replace(disk, occurred_at=seen(xid("3b", 79), 900).occurred_at))


@pytest.mark.parametrize(
    ("signal", "same"),
    [
        (vague("8 GPUs expected, 7 found", 60), True),
        (vague("detected XID-79 on the instance", 60), True),
        (vague("detected XID-48 on the instance", 60), False),
        (vague("8 GPUs expected, 7 found", 4000), False),
        (vague("a card is missing", 60, "NIC"), False),
        (vague("driver mismatch", 60, "GPUDriver"), False),
    ],
)
def test_what_does_not_say_which_device_is_what_another_agent_says_of_one(signal: Signal, same: bool) -> None:
    gpu = seen(xid("3b", 79))
    assert explains_device(gpu, signal) is same
    assert not explains_device(signal, gpu)


def test_a_shared_fault_explains_those_that_are_alike_and_nothing_else() -> None:
    three = [seen(xid(bus, 79), n) for n, bus in enumerate(("3b", "5e", "86"))]
    head = shared_fault(seen(xid("af", 79), 3), three)
    assert (head.trigger, head.failure_class, head.device) == (Trigger.DEVICES_FAILED, "GPUDevices", "")
    assert head.occurred_at == three[0].occurred_at
    assert all(explains_device(head, one) and takes_device(head, one) for one in three)
    assert not explains_device(head, seen(xid("3b", 48, "double bit error")))
    assert not any(explains_device(one, head) for one in three)


def test_only_the_same_fault_of_other_devices_in_the_same_minutes_is_at_once() -> None:
    others = [
        seen(xid("5e", 79), 119),
        seen(xid("86", 79), 121),
        seen(xid("af", 48)),
        seen(xid("3b", 79), 5),
        seen(aer("b0")),
        vague("detected XID-79 on the instance"),
    ]
    assert at_once(seen(xid("3b", 79)), others) == others[:1]


def test_what_a_kernel_says_of_a_device_explains_the_alert_that_was_told_before_and_not_that_of_another() -> None:
    gpu = seen(xid("3b", 79))
    same, other, node = (alerted(name) for name in ("0000:3b:00", "0000:86:00", ""))
    assert explains_device(gpu, same)
    assert not explains_device(gpu, other)
    assert not explains_device(gpu, node)
    assert not explains_device(gpu, alerted("gpu3")), "nobody can say which it is"
    told_by_hand = node_signal(trigger=Trigger.MANUAL, failure_class="Manual", device="0000:3b:00")
    assert not explains_device(told_by_hand, same)


def test_nothing_explains_what_explains_it() -> None:
    lines = [xid("3b", 79), xid("86", 74, NVLINK), aer("3a", "pcieport"), sxid("05"), xid("af", 119), aer("b0")]
    signals = [
        *map(seen, lines),
        vague("7 of 8"),
        vague("detected XID-79"),
        shared_fault(seen(lines[0]), [seen(lines[4])]),
        alerted("0000:3b:00"),
        alerted("0000:3a:00", aer("3a", "pcieport")),
    ]
    for one, other in product(signals, signals):
        assert not (explains_device(one, other) and explains_device(other, one)), (one.message, other.message)
