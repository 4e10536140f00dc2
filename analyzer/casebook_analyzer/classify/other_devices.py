"""Which facts are about other devices of a node than the one that a case is about: they do not explain it."""

from collections.abc import Callable

from casebook_analyzer.evidence.device_names import known_as, same_names
from casebook_analyzer.evidence.devices import devices_named, fault_in, may_be_behind, named_by, port_of
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind

_OF_THE_NODE = frozenset({FactKind.NODE, FactKind.EVENT})
"""Conditions, annotations and Events of the node, which repeat kernel lines."""


_OF_THE_MACHINE = "NodeHardware"
"""The failure class of memory, processors, power and fans (taxonomy, kernelLines)."""


def other_devices(bundle: EvidenceBundle) -> Callable[[Fact], bool]:
    """Says whether a fact is about another device. Of a case that is about no single device, none is.

    A case of the machine itself is about what all devices share: a card that fails in the same second has its own.
    """
    device = bundle.subject.device
    if not device:
        return _is_of_a_card if bundle.signal.failure_class == _OF_THE_MACHINE else lambda _: False
    names = _names(device, bundle)

    is_port = fault_in(bundle.signal.message).is_port

    def is_near(other: str, *, is_port_too: bool) -> bool:
        """A port above the device, or a device behind the port: they fail together."""
        return (is_port_too and may_be_behind(other, device)) or (is_port and may_be_behind(device, other))

    def is_of_another(fact: Fact) -> bool:
        if fact.kind is FactKind.KERNEL:
            own = named_by(fact)
            named, other_is_port = known_as(own, fact.text) if own else frozenset(), bool(port_of(fact))
        elif fact.kind in _OF_THE_NODE:
            fault = fault_in(fact.text)
            own, named, other_is_port = fault.device, devices_named(fact.text), fault.is_port
        else:
            return False
        return same_names(named, names) is False and not is_near(own, is_port_too=other_is_port)

    return is_of_another


def _is_of_a_card(fact: Fact) -> bool:
    """A line of the kernel about one device, other than about a port, by which a machine check begins."""
    return fact.kind is FactKind.KERNEL and bool(named_by(fact)) and not port_of(fact)


def _names(device: str, bundle: EvidenceBundle) -> frozenset[str]:
    """Under which names the device goes in this evidence."""
    names = known_as(device, bundle.signal.message)
    for fact in bundle.facts:
        if fact.kind is FactKind.KERNEL and named_by(fact) == device:
            names |= known_as(device, fact.text)
    return names
