"""Kernel lines about devices of one node, as signals and as what an agent writes to the API."""

from casebook_analyzer.models import Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals import event_signals
from tests.operator.builders import node_event, node_signal, rfc

TAXONOMY = load_taxonomy(())


def xid(bus: str, number: int, words: str = "GPU has fallen off the bus") -> str:
    return f"NVRM: Xid (PCI:0000:{bus}:00): {number}, pid='<unknown>', name=<unknown>, {words}."


def aer(bus: str, driver: str = "nvidia") -> str:
    said = "severity=Uncorrectable (Fatal), type=Transaction Layer, (Receiver ID)"
    return f"{driver} 0000:{bus}:00.0: AER: PCIe Bus Error: {said}"


def sxid(bus: str) -> str:
    return f"nvidia-nvswitch0: SXid (PCI:0000:{bus}:00.0): 20034, Fatal, Link 30 LTSSM Fault Up"


def told(line: str, seconds: float = 0) -> Object:
    """An Event of node-problem-detector."""
    return node_event(line, lastTimestamp=rfc(seconds))


def seen(line: str, seconds: float = 0) -> Signal:
    """The signal of such an Event."""
    (signal,) = event_signals(told(line, seconds), TAXONOMY)
    return signal


def vague(message: str = "", seconds: float = 0, failure_class: str = "GPU") -> Signal:
    """A condition of the node that does not say which device."""
    return node_signal(seconds, trigger=Trigger.NODE_CONDITION, failure_class=failure_class, message=message)
