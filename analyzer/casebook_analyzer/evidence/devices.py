"""Which device of a machine a kernel line, or any other text of a node, is about."""

from functools import lru_cache

import msgspec

from casebook_analyzer.evidence.device_names import bus_of, device_name, device_names_in, kind_of_name
from casebook_analyzer.evidence.kernel import kernel_facts
from casebook_analyzer.models import Entity, Fact

DEVICE_CLASSES = frozenset({"GPU", "PCIe", "NVSwitch", "NIC", "NodeStorage"})
"""Failure classes of nodes that are about single devices. A driver, a kernel or a network table is one for all."""

_NAMES = (
    *("pci", "probed", "amd", "device", "interface", "mlx", "disk"),
    *("buffer_device", "medium", "offline", "lost", "ext4", "journal", "xfs", "btrfs", "kicked", "ata"),
)
"""Groups of the kernel patterns (``data/kernel``) that name a device."""
_BUS = "pcie"
_BUSES_BELOW = 0x10
"""How far above its port's a device's bus number is at most: a switch with eight slots takes ten. Root ports of one
socket lie further apart (``0x17``, ``0x3a``, ``0x5d`` on Intel's; ``0x20`` apart on AMD's)."""
_SAME_FAULT = {
    "fallen-off-bus": "xid-79",
    "gpu-lost": "xid-79",
    "gsp-failure": "xid-119",
    "xid-120": "xid-119",
    "gpu-ecc": "xid-48",
}
"""Words of one failure: the driver prints the line without a number beside the one with it (open-gpu-kernel-modules
``osHandleGpuLost``, ``kernel_gsp.c``)."""
_NODE = Entity(kind="Node", name="")


class DeviceFault(msgspec.Struct, frozen=True):
    """What a kernel line says is wrong, and with what."""

    fault: str = ""
    """The same for the same failure of another device: ``xid-79``, ``pcie``. Empty where no pattern knows the line."""
    device: str = ""
    is_port: bool = False
    """Of a PCIe port: what is behind it fails with it."""


def device_of(fact: Fact) -> str:
    """The device that a kernel line is about, in its one spelling; empty when the line names none."""
    attributes = fact.attributes
    port = _port(fact)
    for group in _NAMES:
        name = device_name(attributes.get(group, "")) if attributes.get(group) else ""
        if name:
            return port if port and device_name(port) == name else name
    return port


def _port(fact: Fact) -> str:
    """``port`` is a number where a network card prints it."""
    told = fact.attributes.get("port", "")
    return device_name(told, port=True) if ":" in told else ""


def named_by(fact: Fact) -> str:
    """The device that a kernel line is about, by its pattern, or else the only one whose name stands in it."""
    return device_of(fact) or only_device_in(fact.text)


def only_device_in(text: str) -> str:
    """The device that a text is about; empty when it names none, or several by the same kind of name."""
    names = device_names_in(text)
    others = [name for name in names[1:] if kind_of_name(name) == kind_of_name(names[0])]
    return names[0] if names and not others else ""


@lru_cache(maxsize=8192)
def fault_in(text: str) -> DeviceFault:
    """What the first known kernel line in a text says."""
    for fact in kernel_facts(text, source="", entity=_NODE):
        pattern, device = fact.attributes["pattern"], named_by(fact)
        number = fact.attributes.get("xid") or fact.attributes.get("sxid")
        fault = _BUS if pattern.startswith(_BUS) else f"{pattern}-{number}" if number else pattern
        is_port = fault == _BUS and bool(port_of(fact))
        return DeviceFault(_SAME_FAULT.get(fault, fault), device, is_port)
    return DeviceFault(device=only_device_in(text))


def may_be_behind(port: str, device: str) -> bool:
    """Whether a device's address can be behind a port: on one of the buses that are numbered from there on."""
    above, below = bus_of(port), bus_of(device)
    return above is not None and below is not None and above[0] == below[0] and 0 < below[1] - above[1] <= _BUSES_BELOW


def port_of(fact: Fact) -> str:
    """The PCIe port that a kernel line is about, unless it is about a device behind it."""
    port = _port(fact)
    return port if port and device_of(fact) == port else ""


def devices_named(text: str) -> frozenset[str]:
    """Every device that a text of a node names, in kernel lines or anywhere else."""
    lines = kernel_facts(text, source="", entity=_NODE)
    return frozenset(name for line in lines if (name := device_of(line))) | frozenset(device_names_in(text))
