"""Kernel lines that a program repeats in its log count as kernel lines; lines about other pods are left out."""

import re
from collections.abc import Iterable

import msgspec

from casebook_analyzer.classify.logged import LOG
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Entity, Fact, FactKind, Signal

_VOICE = re.compile(
    r"NVRM:|\bS?Xid\b|XidCriticalError|nvidia-nvswitch\d|\bAER: |PCIe Bus Error|mlx[45]_core \d|\bEDAC MC\d"
    r"|\[Hardware Error\]|\bnvme nvme\d|\bamdgpu \d{4}:|\bhabanalabs\b|NEURON_HW_ERR|\bkernel: |^\[\s*\d+\.\d{6}\] "
)
"""Words that drivers and the kernel begin their messages with. A program of its own does not speak so."""
_NOWHERE = Entity(kind="Node", name="")


def as_kernel_lines(facts: Iterable[Fact], signal: Signal) -> tuple[Fact, ...]:
    """The facts, in which a log line that repeats a kernel line has kind ``kernel`` and that line's attributes.

    A line that names the cgroup of another pod than the failing one is left out: of a node's kernel log most are.
    """
    own = signal.origin_uid.replace("-", "_") if signal.origin.kind == "Pod" else ""
    lines = (_as_kernel_line(fact) if fact.kind is FactKind.LOG else fact for fact in facts)
    return tuple(line for line in lines if not own or _pod_of(line) in {"", own})


def _pod_of(fact: Fact) -> str:
    """UID of the pod that a kernel line names, in the spelling of systemd's cgroup driver; empty when it names none."""
    return fact.attributes.get("pod_uid", "").replace("-", "_") if fact.kind is FactKind.KERNEL else ""


def _as_kernel_line(fact: Fact) -> Fact:
    if not _VOICE.search(fact.text):
        return fact
    found = kernel_facts(fact.text, source=fact.source, entity=_NOWHERE, time=fact.time)
    if len(found) != 1:
        return fact
    (line,) = found
    attributes = {**line.attributes, **{k: v for k, v in fact.attributes.items() if k in {"container", LOG}}}
    return msgspec.structs.replace(fact, kind=FactKind.KERNEL, attributes=attributes)
