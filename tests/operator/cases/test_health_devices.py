"""A device is well when the node says so, and not because the message of a condition is about another one by now."""

import msgspec
import pytest

from casebook_analyzer.models import Signal
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.operator.builders import NODE_SUBJECT, at, condition, investigation, node, node_signal
from tests.operator.cases.healths import health, undecided
from tests.operator.cases.lines import aer, seen, xid

A, B = xid("3b", 79), xid("86", 48, "double bit error")


def case_of(signal: Signal) -> Investigation:
    return investigation("Open", of=signal, about=msgspec.structs.replace(NODE_SUBJECT, device=signal.device))


FALLEN = case_of(seen(A))


def gpus(number: int, *conditions: Object) -> Object:
    found = node(*conditions)
    found["status"] |= {"capacity": {"nvidia.com/gpu": "8"}, "allocatable": {"nvidia.com/gpu": str(number)}}
    return found


@pytest.mark.parametrize("message", [A, B, "", aer("5e")])
async def test_a_bad_condition_of_its_class_keeps_a_device_ill_whatever_it_says_by_now(message: str) -> None:
    assert undecided(await health(node(condition("XidCriticalError", "True", message=message)), case=FALLEN))


async def test_a_bad_condition_of_another_class_does_unless_it_names_the_device() -> None:
    other = node(condition("PcieAerError", "True", message=aer("5e")))
    assert await health(other, case=FALLEN, last_seen=60) == SubjectHealth(since=at(60))
    assert undecided(await health(node(condition("PcieAerError", "True", message=aer("3b"))), case=FALLEN))


async def test_a_device_is_well_since_its_condition_is_good_again() -> None:
    good = node(condition("XidCriticalError", "False", since=300, message="no critical Xid in the kernel log"))
    assert await health(good, case=FALLEN, last_seen=60) == SubjectHealth(since=at(300))


async def test_a_gpu_is_not_well_while_the_plugin_holds_one_back() -> None:
    good = condition("XidCriticalError", "False", since=300)
    assert undecided(await health(gpus(7, good), case=FALLEN))
    assert await health(gpus(8, good), case=FALLEN) == SubjectHealth(since=at(300))


async def test_a_disk_does_not_wait_for_gpus() -> None:
    disk = case_of(node_signal(device="sda", failure_class="NodeStorage", message="I/O error, dev sda, sector 1"))
    shown = gpus(7, condition("XidCriticalError", "True", message=A))
    assert await health(shown, case=disk, last_seen=60) == SubjectHealth(since=at(60))
    assert undecided(await health(node(condition("ReadonlyFilesystem", "True")), case=disk))


async def test_an_annotation_about_the_device_keeps_it_ill_and_one_about_another_does_not() -> None:
    for line, ill in ((A, True), (xid("5e", 79), False)):
        shown = node()
        shown["metadata"]["annotations"] = {"agent.example.com/last-error": line}
        assert undecided(await health(shown, case=FALLEN)) is ill


async def test_what_devices_share_is_well_when_no_condition_of_them_is_bad() -> None:
    head = investigation("Open", of=node_signal(failure_class="GPUDevices", message=A), about=NODE_SUBJECT)
    assert undecided(await health(node(condition("XidCriticalError", "True", message=B)), case=head))
    good = node(condition("XidCriticalError", "False", since=300))
    assert await health(good, case=head, last_seen=60) == SubjectHealth(since=at(300))
