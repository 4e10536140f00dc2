"""What the objects of a case are called, taken out of its texts: the same failure elsewhere has other names."""

import re
from collections.abc import Callable

from casebook_analyzer.models import EvidenceBundle
from casebook_analyzer.text.masking import mask

PLACEHOLDER = "<name>"
_SHORTEST_NAME = 3
"""A workload that is called ``a`` must not be masked in every word."""


def without_names(bundle: EvidenceBundle) -> Callable[[str], str]:
    """A function that masks what differs between two occurrences: the case's own names, times, numbers, addresses."""
    names = _names(bundle)
    return lambda text: mask(names.sub(PLACEHOLDER, text))


def _names(bundle: EvidenceBundle) -> re.Pattern[str]:
    """Any of the names as a word of its own, the longest first.

    Pods also as kubelet writes them, ``NAME_NAMESPACE`` (pkg/kubelet/util/format/pod.go).
    """
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
    names = sorted({name for name in called if len(name) >= _SHORTEST_NAME}, key=lambda name: (-len(name), name))
    return (
        re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, names)) + r")(?![\w])") if names else re.compile(r"(?!)")
    )
