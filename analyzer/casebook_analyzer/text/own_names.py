"""Takes the names of a case's own objects out of its texts: the same failure elsewhere has other names."""

from collections.abc import Callable
from functools import cache

import re2

from casebook_analyzer.models import EvidenceBundle
from casebook_analyzer.text.masking import mask
from casebook_analyzer.text.patterns import Pattern, compiled_for_once

PLACEHOLDER = "<name>"
_SHORTEST_NAME = 3
"""A workload that is called ``a`` must not be masked in every word."""
_PART_OF_A_DISK = r"(?:n\d+)?(?:p?\d+)?"
"""``nvme0n1p2`` and ``sda1`` are parts of ``nvme0`` and ``sda`` (Linux Documentation/admin-guide/devices.txt)."""


def without_names(bundle: EvidenceBundle) -> Callable[[str], str]:
    """A function that masks what differs between two occurrences: the case's own names, times, numbers, addresses."""
    names, device = _names(bundle), _device(bundle)
    called = [device, *names] if device else names
    pattern = cache(lambda: _any_of(names, device))  # it takes a millisecond to compile, and most texts name nothing

    def masked(text: str) -> str:
        text = _encodable(text)
        return mask(pattern().sub(rf"\1{PLACEHOLDER}", text) if any(name in text for name in called) else text)

    return masked


def _encodable(text: str) -> str:
    """RE2 reads UTF-8, in which halves of a pair have no place: a text that nobody has cleaned may have some."""
    return text.encode(errors="replace").decode()


def _names(bundle: EvidenceBundle) -> list[str]:
    """The longest first. Pods also as kubelet writes them, ``NAME_NAMESPACE`` (pkg/kubelet/util/format/pod.go)."""
    subject, signal = bundle.subject, bundle.signal
    objects = (signal.origin, *bundle.entities)
    called = (
        subject.name,
        subject.namespace,
        subject.node_name,
        signal.node_name,
        *(entity.name for entity in objects),
        *(f"{entity.name}_{entity.namespace}" for entity in objects if entity.kind == "Pod"),
    )
    known = {_encodable(name) for name in called if len(name) >= _SHORTEST_NAME}
    return sorted(known, key=lambda name: (-len(name), name))


def _device(bundle: EvidenceBundle) -> str:
    """The case's own device, where its name is none of the addresses and UUIDs that are masked in every text."""
    device = _encodable(bundle.subject.device)
    return device if mask(device) == device else ""


def _any_of(names: list[str], device: str) -> Pattern:
    """Any of the names as a whole word behind what stands before it, the first of them that fits.

    It is one of RE2: hundreds of names that begin alike take Python's engine as many steps at every place of a text.
    """
    words = [rf"{re2.escape(device)}{_PART_OF_A_DISK}"] if device else []
    words += map(re2.escape, names)
    return compiled_for_once(rf"(^|[^\pL\pN_-])(?:{'|'.join(words)})\b")
