"""Which faults of a node's devices are one failure: of one device, behind one port, of one switch, of all at once.

What is compared are two signals of one node. Nothing here is remembered: a case tells the names of its device, and what
was wrong with it, by the line that it was opened with.
"""

from collections.abc import Iterable
from datetime import timedelta

from casebook_analyzer.evidence.device_names import known_as, same_names
from casebook_analyzer.evidence.devices import DEVICE_CLASSES, fault_in, may_be_behind
from casebook_analyzer.models import Signal, Trigger
from casebook_operator.cases.relations import STAGE_WINDOW, base_class

SAME_BUS = timedelta(minutes=10)
"""What is behind a port or a controller fails within this time of it (analyzer: classify/device_order.py)."""
AT_ONCE = timedelta(minutes=2)
"""Devices that fail in the same way within this time share a cause: power, a switch, a driver. So do the ends of a
link (analyzer: classify/device_order.py)."""
ENOUGH = 4
"""Devices with the same fault at once that are more than coincidence, where the node has more. A baseboard carries
four or eight GPUs, and a PCIe switch mostly four."""
_SAID_AGAIN = timedelta(hours=1)
"""What an agent says of the node as a whole is about a device that failed within this time of it
(analyzer: classify/device_order.py, ``SAME_DEVICE``)."""
_LINK = frozenset({"nvlink-error", *(f"xid-{number}" for number in (74, *range(144, 151), 155))})
"""NVLink errors (NVIDIA Xid catalogue): a link has two ends, and each of them reports what happens to the other."""
_ACCELERATORS = frozenset({"GPU", "PCIe", "NVSwitch"})
_STORAGE_PATHS = ("storage-", "nvme-fabric", "disk-controller")
"""Kernel patterns of what disks are reached by (analyzer: evidence/data/kernel/storage.yaml)."""
_NUMBERED = ("xid-", "sxid-")


def is_one_device(one: Signal, other: Signal) -> bool | None:
    """Whether two faults are those of one device. None where they name it so differently that only time can tell."""
    if not one.device or not other.device:
        return False
    if one.device == other.device:
        return True
    return same_names(known_as(one.device, one.message), known_as(other.device, other.message))


def is_one_failure(case: Signal, signal: Signal) -> bool:
    """Whether a fault of a device is the one that a case is about: one device has one case, whatever it reports.

    Where one agent tells an index and another an address, faults of one class within ten minutes are taken for one.
    """
    same = is_one_device(case, signal)
    if same is not None:
        return same
    alike = base_class(case.failure_class) == base_class(signal.failure_class)
    return alike and _within(case, signal, STAGE_WINDOW) and not _contradict(case, signal)


def explains_device(cause: Signal, effect: Signal) -> bool:
    """Whether one fault of a node's devices is why there is another. Never both ways."""
    if Trigger.ALERT in (cause.trigger, effect.trigger):
        return _says_what_alerts(cause, effect)
    if base_class(effect.failure_class) not in DEVICE_CLASSES or effect.trigger is Trigger.DEVICES_FAILED:
        return False
    if cause.trigger is Trigger.DEVICES_FAILED:
        return _alike(cause, effect)
    if not effect.device:
        return bool(cause.device) and _says_less(effect, cause)
    if is_one_device(cause, effect):
        return False
    return is_behind(cause, effect) or _is_other_end(cause, effect) or _is_on_path(cause, effect)


def _says_what_alerts(cause: Signal, effect: Signal) -> bool:
    """Whether an alert was told of a device before its kernel said why. Alerts themselves explain nothing."""
    of_device = base_class(cause.failure_class) in DEVICE_CLASSES
    return effect.trigger is Trigger.ALERT and of_device and is_one_device(cause, effect) is True


def is_behind(port: Signal, device: Signal) -> bool:
    """Whether a device may be behind the port that reports an error, and failed with it."""
    reports = fault_in(port.message).is_port and _within(port, device, SAME_BUS)
    return reports and may_be_behind(port.device, device.device)


def takes_device(case: Signal, signal: Signal) -> bool:
    """Whether a case absorbs the fault of another device than its own, rather than count it as its occurrence."""
    return bool(signal.device) and not is_one_failure(case, signal)


def at_once(signal: Signal, others: Iterable[Signal]) -> list[Signal]:
    """The devices' faults among others that are the same as this one, of other devices, at the same time."""
    similar = (other for other in others if other.device and _alike(other, signal) and _within(other, signal, AT_ONCE))
    return [other for other in similar if not is_one_device(other, signal)]


def _alike(one: Signal, other: Signal) -> bool:
    first, second = fault_in(one.message).fault, fault_in(other.message).fault
    return bool(first) and first == second and base_class(one.failure_class) == base_class(other.failure_class)


def _says_less(vague: Signal, exact: Signal) -> bool:
    """Whether what an agent says of the node is what another one says of a device."""
    if base_class(vague.failure_class) != base_class(exact.failure_class):
        return False
    return _within(vague, exact, _SAID_AGAIN) and not _contradict(vague, exact) and not _is_path(vague)


def _contradict(one: Signal, other: Signal) -> bool:
    """Whether both have a number, and another: a GPU may show several, but nothing says that it is one GPU."""
    numbers = [fault for fault in (fault_in(one.message).fault, fault_in(other.message).fault) if _is_number(fault)]
    return len(set(numbers)) > 1


def _is_number(fault: str) -> bool:
    return fault.startswith(_NUMBERED)


def _is_other_end(cause: Signal, effect: Signal) -> bool:
    """NVLink errors that follow when a GPU or a switch fails at the other end of the link."""
    if fault_in(effect.message).fault not in _LINK or fault_in(cause.message).fault in _LINK:
        return False
    return bool(cause.device) and base_class(cause.failure_class) in _ACCELERATORS and _within(cause, effect, AT_ONCE)


def _is_on_path(cause: Signal, effect: Signal) -> bool:
    storage = base_class(cause.failure_class) == base_class(effect.failure_class) == "NodeStorage"
    return storage and _is_path(cause) and not _is_path(effect) and _within(cause, effect, SAME_BUS)


def _is_path(signal: Signal) -> bool:
    return fault_in(signal.message).fault.startswith(_STORAGE_PATHS)


def _within(one: Signal, other: Signal, time: timedelta) -> bool:
    return abs(one.occurred_at - other.occurred_at) <= time
