"""An alert belongs to the Investigation of the device that it names, and else to that of its node."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.alerts.belonging import belonging
from casebook_operator.alerts.subject_finder import FAILURE_CLASS, AlertedSubject
from casebook_operator.alerts.targets import targets_of
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.alerts import NotedAlert
from tests.operator.builders import NODE_SUBJECT, at, investigation, node_signal

FIRST, SECOND = "GPU-8a5c1111-2222-3333-4444-555566667777", "GPU-9b6d1111-2222-3333-4444-555566667777"
GPU_3B = {"pci_bus_id": "00000000:3B:00.0", "UUID": FIRST, "gpu": "0", "device": "nvidia0"}
GPU_86 = {"pci_bus_id": "00000000:86:00.0", "UUID": SECOND, "gpu": "1", "device": "nvidia1"}


def case(name: str, device: str = "", seconds: float = 0, *, state: str = "Open", **changes: Any) -> Investigation:
    of = node_signal(seconds, device=device, **changes)
    about = msgspec.structs.replace(NODE_SUBJECT, device=device)
    return msgspec.structs.replace(investigation(state, of=of, about=about), name=name, uid=name)


def alerted(labels: dict[str, str], seconds: float = 60) -> AlertedSubject:
    (target,) = targets_of({"Hostname": "node-1"} | labels)
    of: Signal = node_signal(seconds, trigger=Trigger.ALERT, failure_class=FAILURE_CLASS, device=target.device.name)
    about = msgspec.structs.replace(NODE_SUBJECT, device=target.device.name)
    return AlertedSubject(signal=of, subject=about, device=target.device)


def names(cases: list[Investigation], labels: dict[str, str], seconds: float = 60) -> list[str]:
    return [one.name for one in belonging(cases, alerted(labels, seconds))]


TWO = [case("first", "0000:3b:00", message="Xid (PCI:0000:3b:00): 79"), case("second", "0000:86:00", 30)]
READY = case("ready", failure_class="NodeNotReady")


def test_each_gpu_has_its_alerts_also_that_which_failed_later() -> None:
    assert names(TWO, GPU_3B) == ["first"]
    assert names(TWO, GPU_86) == ["second"]
    assert names(TWO, {"pci_bus_id": "00000000:AF:00.0", "gpu": "2"}) == []


def test_a_gpu_whose_line_has_its_uuid_is_known_by_it_alone() -> None:
    told = case("first", "0000:3b:00", message=f"ErrorCode:79 PCI:0000:3b:00 GPU_UUID:{FIRST}")
    assert names([told, TWO[1]], {"UUID": FIRST}) == ["first"]


@pytest.mark.parametrize(
    ("cases", "seconds", "found"),
    [
        (TWO[:1], 60, ["first"]),
        (TWO[:1], 4000, []),
        (TWO, 60, []),
        ([case("disk", "nvme0", failure_class="NodeStorage")], 60, []),
        ([case("over", "0000:3b:00", state="Resolved")], 60, []),
    ],
)
def test_a_number_is_taken_for_the_only_gpu_that_fails_and_of_several_for_none(
    cases: list[Investigation], seconds: float, found: list[str]
) -> None:
    assert names(cases, {"gpu": "0"}, seconds) == found
    assert names(cases, {}, seconds) == found, "an alert of a GPU that does not say which"


def test_a_case_about_all_gpus_of_the_node_has_the_alerts_of_each_that_has_none_of_its_own() -> None:
    head = case("head", failure_class="GPUDevices", trigger=Trigger.DEVICES_FAILED)
    short = case("short", failure_class="DeviceShortage", trigger=Trigger.DEVICE_SHORTAGE)
    assert names([READY, head, *TWO], GPU_86) == ["second", "head"]
    assert names([READY, short], GPU_86) == ["short"]
    assert names([READY, head], {"device": "eth0"}) == []


def test_what_is_wrong_with_the_node_as_a_whole_is_noted_on_no_device() -> None:
    (target,) = targets_of({"node": "node-1"})
    about = AlertedSubject(signal=node_signal(), subject=NODE_SUBJECT, device=target.device)
    assert [one.name for one in belonging([*TWO, READY], about)] == ["ready"]


def test_alerts_that_name_one_gpu_otherwise_are_one_case_where_the_first_had_both_names() -> None:
    noted = NotedAlert(name="A", fingerprint="f", starts_at=at(), told_at=at(), labels=GPU_3B)
    opened = case("opened", "0000:3b:00", trigger=Trigger.ALERT, failure_class=FAILURE_CLASS)
    opened = msgspec.structs.replace(opened, alerts=(noted,))
    assert names([opened], {"gpu": "0"}) == ["opened"]
    assert names([opened], {"gpu": "1"}) == []
    asked = case("asked", trigger=Trigger.ALERT, failure_class=FAILURE_CLASS)
    assert names([asked], {}) == ["asked"], "the next alert that does not say which either"
