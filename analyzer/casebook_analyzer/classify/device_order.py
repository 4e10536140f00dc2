"""Which of two errors of devices came first, and whether one can have brought the other."""

import math
from datetime import UTC, datetime
from typing import NamedTuple

from casebook_analyzer.models import Fact

_EARLIEST, _LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
_A_CLOCK = 0.01
"""Seconds of uptime below which a stamp only numbers the lines: no device fails before the first is looked for."""
_OF_A_COMMAND = "output of "
"""How the source of facts begins that a command printed (operator, offline bundles). It ran after the failure."""
SAME_DEVICE, SAME_BUS, AT_ONCE = 3_600.0, 600.0, 120.0
"""Seconds within which one error can follow from another: on one device; behind one bridge; anywhere in a machine,
because of power, a switch or a driver that all devices share."""
_BUSES_BELOW = 0x40
"""How far above its bridge's a device's bus number is at most: eight slots with a switch each need less."""


class _Address(NamedTuple):
    domain: int
    bus: int
    slot: str


def order(fact: Fact) -> tuple[datetime, float, int]:
    """The key that sorts errors of devices: by a log's own clock, then what agents repeat, then what commands show."""
    number = int(fact.id[1:] or 0)
    uptime = float(fact.attributes.get("kernelTime", math.inf))
    if fact.source.startswith(_OF_A_COMMAND) and uptime < _A_CLOCK:
        return _LATEST, math.inf, number
    if fact.time is not None:
        return fact.time, uptime, number
    return (_LATEST if uptime == math.inf else _EARLIEST), uptime, number


def seconds_between(first: Fact, second: Fact) -> float | None:
    """How much later the second error came, or None when their clocks cannot be compared."""
    if first.time is not None and second.time is not None:
        return (second.time - first.time).total_seconds()
    uptimes = [float(fact.attributes.get("kernelTime", 0)) for fact in (first, second)]
    return uptimes[1] - uptimes[0] if min(uptimes) >= _A_CLOCK else None


def span(fact: Fact) -> float | None:
    """Seconds from the first to the last line that a fact stands for."""
    last = fact.attributes.get("lastKernelTime", "")
    if last:
        return float(last) - float(fact.attributes.get("kernelTime", last))
    last_time = fact.attributes.get("lastTime", "")
    return (datetime.fromisoformat(last_time) - fact.time).total_seconds() if last_time and fact.time else None


def is_same_device(first: Fact, second: Fact) -> bool:
    """Whether both name one PCI device, whichever of its functions. False when one of them names none."""
    one, other = _address(first, "pci"), _address(second, "pci")
    return one is not None and one == other


def can_follow(first: Fact, second: Fact) -> bool:
    """Whether the second error can be a consequence of the first."""
    gap = seconds_between(first, second)
    if gap is None:
        return True
    if is_same_device(first, second):
        return abs(gap) <= SAME_DEVICE
    return abs(gap) <= (SAME_BUS if _is_above(first, second) or _is_storage_path(first) else AT_ONCE)


def _is_above(first: Fact, second: Fact) -> bool:
    """Whether the first is about a bridge that the second's device can be behind."""
    bridge = _address(first, "port") or _address(first, "pci")
    device = _address(second, "pci")
    if bridge is None or device is None or not first.attributes.get("pattern", "").startswith("pcie"):
        return False
    return bridge.domain == device.domain and bridge.bus < device.bus <= bridge.bus + _BUSES_BELOW


def _is_storage_path(fact: Fact) -> bool:
    """Disks across a network are given up minutes after their path (iSCSI, multipath and NVMe: two to ten)."""
    return fact.attributes.get("pattern", "").startswith(("storage-", "nvme-fabric"))


def slot_of(fact: Fact) -> str:
    """The address of the fact's device in one spelling, ``0000:3b:00``, or an empty text."""
    address = _address(fact, "pci")
    return "" if address is None else f"{address.domain:04x}:{address.bus:02x}:{address.slot}"


def _address(fact: Fact, attribute: str) -> _Address | None:
    """Of ``00000000:3B:00.0``, ``0000:3b:00`` or ``3b:00.0``: the domain has four or eight digits, or is left out."""
    parts = fact.attributes.get(attribute, "").lower().split(".")[0].split(":")
    if len(parts) == 2:  # noqa: PLR2004 - bus and slot
        parts = ["0", *parts]
    try:
        return _Address(int(parts[0], 16), int(parts[1], 16), parts[2])
    except (IndexError, ValueError):
        return None
