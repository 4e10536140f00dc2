"""Which devices the message of a bad node condition names: each of them fails, whatever it says of the node."""

import re

import msgspec

from casebook_analyzer.evidence import MESSAGE_LIMIT
from casebook_analyzer.evidence.devices import DEVICE_CLASSES, only_device_in
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.signals.kernel_lines import kernel_findings

MOST = 64
"""Devices of one condition that get a signal each. A machine with eight GPUs has as many ports, switches and cards."""

_PIECES = re.compile(r"[;\r\n]+")
"""NVSentinel puts what is wrong with several devices into one message, with a semicolon after each
(platform-connectors, ``ErrorCode:79 GPU:0 PCI:0000:3b:00 ...;``)."""


class ToldDevice(msgspec.Struct, frozen=True):
    """One device that fails, and what the message says of it."""

    failure_class: str
    device: str
    text: str


def told_devices(message: str, failure_class: str, taxonomy: Taxonomy) -> tuple[ToldDevice, ...]:
    """The devices that a condition of this class names; empty where it is about the node, or does not say which.

    Kernel lines come first, because they say what is wrong with which device. Without any, each part of the message
    that names one device counts.
    """
    if failure_class not in DEVICE_CLASSES:
        return ()
    found: dict[tuple[str, str], ToldDevice] = {}
    for finding in kernel_findings(message, taxonomy):
        if finding.device:
            told = ToldDevice(finding.failure_class, finding.device, finding.line)
            found.setdefault((told.failure_class, told.device), told)
    for piece in () if found else _PIECES.split(message[:MESSAGE_LIMIT]):
        if device := only_device_in(piece):
            found.setdefault((failure_class, device), ToldDevice(failure_class, device, piece.strip()))
    return tuple(found.values())[:MOST]
