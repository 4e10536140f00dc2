"""Every device of a node has a case of its own, unless they share a cause."""

from collections import Counter

import msgspec

from casebook_analyzer.models import Trigger
from casebook_operator.cases.device_faults import MOST_DEVICES
from casebook_operator.kube import Object
from casebook_operator.signals import event_signals, node_signals
from tests.operator.builders import NODE_SUBJECT, at, condition, node, node_signal, pod, signal, subject
from tests.operator.cases.lines import TAXONOMY, aer, seen, sxid, told, vague, xid
from tests.operator.cases.rooms import Room

FOUR = (xid("3b", 79), aer("5e"), xid("86", 48, "double bit error"), xid("af", 119, "Timeout after 6s"))
NVLINK = "NVLink: fatal error detected on link 3"


async def hear(room: Room, *lines: str, every: float = 1, since: float = 0) -> None:
    for number, line in enumerate(lines):
        seconds = since + number * every
        await room.see(seen(line, seconds), obj=told(line, seconds))


def devices(room: Room, *, over: bool = False) -> Counter[str]:
    """The devices of all cases, or of those that are not over, with their counts; the node as a whole is ``""``."""
    known = room.cases.index._by_uid.values() if over else room.cases.index.unresolved()
    return Counter({case.subject.device: room.cases.counter.occurrences(case) for case in known})


async def close_what_is_explained(room: Room) -> list[str]:
    """What the recovery sweep does. Returns the devices whose cases are over."""
    closed = []
    for case in list(room.cases.index.unresolved()):
        cause = await room.inhibitor.cause_of(case)
        if cause is not None:
            room.inhibitor.hand_over(case, cause, room.clock())
            closed.append(case.subject.device)
    return closed


async def test_four_devices_that_fail_within_minutes_are_four_cases() -> None:
    room = Room()
    await hear(room, *FOUR, every=30)
    assert devices(room) == {"0000:3b:00": 1, "0000:5e:00": 1, "0000:86:00": 1, "0000:af:00": 1}
    assert len({case.name for case in room.cases.index.unresolved()}) == 4
    assert await close_what_is_explained(room) == []


async def test_a_condition_whose_message_is_written_over_hides_no_device() -> None:
    room = Room()
    for number, line in enumerate(FOUR):
        kind = "PcieAerError" if "AER" in line else "XidCriticalError"
        shown = node(condition(kind, "True", since=number, message=line))
        await room.see(*node_signals(shown, TAXONOMY), obj=shown)
    assert devices(room) == {"0000:3b:00": 1, "0000:5e:00": 1, "0000:86:00": 1, "0000:af:00": 1}


async def test_a_condition_and_an_event_tell_of_one_device_once() -> None:
    room = Room()
    shown = node(condition("XidCriticalError", "True", message=FOUR[0]))
    await room.see(*node_signals(shown, TAXONOMY), obj=shown)
    await hear(room, FOUR[0], since=1)
    assert devices(room) == {"0000:3b:00": 1}


async def test_a_flood_of_one_line_is_one_case_with_a_count_and_consequences_are_not_counted() -> None:
    room = Room()
    await hear(room, *[FOUR[0]] * 50, every=10)
    later = "GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)"
    for line in (xid("3b", 154, later), xid("3b", 45, "Ch 00000001")):
        assert event_signals(told(line), TAXONOMY) == ()
    assert devices(room) == {"0000:3b:00": 50}


async def test_another_fault_of_the_same_device_counts_for_its_case() -> None:
    room = Room()
    await hear(room, aer("3b"), xid("3b", 79), xid("3b", 48, "double bit error"), every=600)
    assert devices(room) == {"0000:3b:00": 3}


async def test_what_a_person_asks_about_a_device_does_not_stand_for_what_it_reports() -> None:
    room = Room()
    about = msgspec.structs.replace(NODE_SUBJECT, device="0000:3b:00")
    asked = node_signal(trigger=Trigger.MANUAL, failure_class="Manual", device="0000:3b:00")
    room.known("Open", of=asked, about=about)
    await hear(room, FOUR[0])
    assert sorted(case.signal.trigger for case in room.cases.index.unresolved()) == ["KernelLine", "Manual"]


async def test_all_gpus_at_once_are_one_case_of_the_node() -> None:
    room = Room()
    buses = ("3b", "5e", "86", "af", "b0", "b1", "b2", "b3")
    await hear(room, *(xid(bus, 79) for bus in buses))
    assert sorted(await close_what_is_explained(room)) == ["0000:3b:00", "0000:5e:00", "0000:86:00"]
    head = room.case(Trigger.DEVICES_FAILED)
    assert (head.subject.title, head.signal.occurred_at) == ("Node/node-1", at(0))
    absorbed = room.cases.absorbed.status(head)["absorbed"]
    assert absorbed["count"] == 8
    assert set(absorbed["first"]) == {f"0000:{bus}:00" for bus in buses}
    await hear(room, xid("3b", 79), since=3000)
    assert room.cases.absorbed.status(head)["absorbed"]["count"] == 8


async def test_two_gpus_are_all_of_a_small_node_and_few_of_a_large_one() -> None:
    for number, head in (("2", True), ("8", False)):
        room = Room()
        room.kube.put(node() | {"status": {"capacity": {"nvidia.com/gpu": number}}})
        await hear(room, xid("3b", 79), xid("5e", 79))
        triggers = {case.signal.trigger for case in room.cases.index.unresolved()}
        assert (Trigger.DEVICES_FAILED in triggers) is head, number


async def test_no_head_from_coincidence() -> None:
    room = Room()
    await hear(room, *(xid(bus, 48, "double bit error") for bus in ("3b", "5e", "86")), xid("af", 79), aer("b0"))
    assert len(devices(room)) == 5
    await hear(room, xid("b1", 48, "double bit error"), since=300)
    assert len(devices(room)) == 6, "the fourth came minutes later"


async def test_a_switch_is_the_head_of_the_links_that_it_breaks() -> None:
    room = Room()
    await hear(room, xid("3b", 74, NVLINK), sxid("05"), xid("5e", 74, NVLINK), xid("86", 48, "double bit error"))
    assert await close_what_is_explained(room) == ["0000:3b:00"]
    assert devices(room, over=True).keys() == {"0000:05:00", "0000:3b:00", "0000:86:00"}


async def test_who_names_a_thousand_devices_opens_few_cases() -> None:
    room = Room()
    for number in range(MOST_DEVICES + 40):
        await hear(room, xid(f"{number:02x}", 48 if number % 2 else 79), since=number * 200)
    assert len(devices(room)) == MOST_DEVICES + 1
    assert room.cases.absorbed.status(room.case(Trigger.DEVICES_FAILED))["absorbed"]["count"] == 40


async def test_a_port_is_the_head_of_what_is_behind_it() -> None:
    room = Room()
    await hear(room, aer("3a", "pcieport"), xid("3d", 79), xid("3e", 79), xid("86", 48, "double bit error"))
    assert devices(room).keys() == {"0000:3a:00", "0000:86:00"}


async def test_a_port_that_reports_after_its_only_device_counts_for_the_device() -> None:
    room = Room()
    await hear(room, xid("3b", 79), aer("3a", "pcieport"))
    assert devices(room) == {"0000:3b:00": 2}
    room = Room()
    await hear(room, xid("3b", 79), xid("3c", 48, "double bit error"), aer("3a", "pcieport"))
    assert sorted(await close_what_is_explained(room)) == ["0000:3b:00", "0000:3c:00"]


async def test_an_agent_that_does_not_say_which_device_opens_no_second_case() -> None:
    room = Room()
    await hear(room, FOUR[0])
    shown = node(condition("GPUMissing", "True", since=30, message="8 expected, 7 found"))
    await room.see(*node_signals(shown, TAXONOMY), obj=shown)
    assert devices(room).keys() == {"0000:3b:00"}
    other = Room()
    await other.see(*node_signals(shown, TAXONOMY), obj=shown)
    await hear(other, FOUR[0], since=60)
    assert await close_what_is_explained(other) == [""]


async def test_what_the_driver_of_all_does_is_a_case_of_the_node() -> None:
    room = Room()
    line = "NVRM: API mismatch: the client has the version 550.1, but this kernel module has the version 560.2"
    await room.see(seen(line), obj=told(line))
    assert devices(room) == {"": 1}


async def test_a_restarted_operator_knows_the_devices_by_their_cases() -> None:
    room = Room()
    await hear(room, *(xid(bus, 79) for bus in ("3b", "5e", "86")))
    again = Room(store=room.store)
    for case in room.cases.index.unresolved():
        again.cases.put(case)
    await hear(again, xid("3b", 79), xid("af", 79), since=10)
    assert devices(again).keys() == {"0000:3b:00", "0000:5e:00", "0000:86:00", ""}


def uses(*named: str) -> Object:
    found = pod(node_name="node-1")
    found["spec"]["containers"] = [{"name": "app", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]
    found["metadata"]["annotations"] = {"scheduler.example.com/devices": ",".join(named)}
    return found


async def test_a_pod_that_names_its_device_is_taken_in_by_the_case_of_that_device() -> None:
    for named, home in (("0000:86:00.0", "0000:86:00"), ("0000:01:00.0", None), ("", "0000:3b:00")):
        room = Room()
        await hear(room, FOUR[0], FOUR[2])
        found = await room.deduplicator.correlator.home(signal(20), subject(), uses(named))
        assert (found.subject.device if found else None) == home, named


async def test_a_shortage_of_devices_is_a_symptom_of_the_device_that_failed() -> None:
    room = Room()
    await hear(room, FOUR[0])
    await room.see(vague("7 of 8 nvidia.com/gpu are allocatable", 60, "DeviceShortage"), obj=node())
    assert devices(room).keys() == {"0000:3b:00"}
