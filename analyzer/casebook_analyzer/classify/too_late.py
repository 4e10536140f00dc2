"""What befell a machine after a program of it had begun to fail: it is not the cause of what went on before it.

A node's own case tells of it. It explains a container again where that ends otherwise: by a fault that bad memory and
lost devices bring, or with words about a device.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from casebook_analyzer.classify.exit_codes import FAULTS
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind
from casebook_analyzer.text import compiled

_CLOCKS = timedelta(minutes=1)
"""The kernel, an agent and the kubelet each have their own time, and agents look every some seconds."""
_KILLED = 137
"""128 and SIGKILL: what the kernel does to a process whose memory is lost (Linux mm/memory-failure.c)."""
_ABOUT_A_DEVICE = compiled(
    r"(?i)\b(?:CUDA|NCCL|NVML|cuDNN|HIP|ROCm|infiniband|RDMA|ibv?_\w+|nvme|GPU|NIC|device|disk|bus error)\b"
    r"|input/output error|\bI/O error|\bEIO\b|read-only file system|hardware|SIG(?:BUS|SEGV|ILL)|segmentation fault"
    r"|corrupt|checksum"
)
"""Words of a program that met a part of the machine."""


def too_late(bundle: EvidenceBundle, begun: datetime) -> Callable[[Fact], bool]:
    """Says whether a fact of the node came after the failure of a container had begun, and has no link with it."""
    code = bundle.signal.exit_code
    ended_by_itself = bundle.subject.kind != "Node" and code is not None and code not in FAULTS | {_KILLED}
    if not ended_by_itself or any(_tells_of_a_device(fact) for fact in bundle.standing):
        return lambda _: False
    return lambda fact: _is_of_the_machine(fact) and fact.time is not None and fact.time > begun + _CLOCKS


def _tells_of_a_device(fact: Fact) -> bool:
    return fact.kind is FactKind.LOG and bool(_ABOUT_A_DEVICE.search(fact.text))


def _is_of_the_machine(fact: Fact) -> bool:
    """A kernel line that names a pod or a process is about these, and not about the machine."""
    if fact.kind is FactKind.KERNEL:
        return not ({"pod_uid", "process", "pid"} & fact.attributes.keys())
    return fact.kind is FactKind.EVENT and fact.entity is not None and fact.entity.kind == "Node"
