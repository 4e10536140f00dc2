"""Finds the open case of a node that the fault of one of its devices belongs to, and when several are one failure."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from casebook_analyzer.evidence.devices import DEVICE_CLASSES
from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator.cases.device_relations import (
    ENOUGH,
    at_once,
    explains_device,
    is_behind,
    is_one_device,
    is_one_failure,
)
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.relations import NODE_RELATIONS, TOGETHER, base_class
from casebook_operator.investigation import Investigation
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.signals.devices import accelerators
from casebook_operator.signals.table import state

MOST_DEVICES = 64
"""Devices of one node that have a case at a time. Whoever may write Events can name any number; no machine has so many
that fail for different reasons."""
_MESSAGE = "{number} devices of the node report the same, as does {device}: {line}"


@dataclass(frozen=True, slots=True)
class DeviceFaults:
    """Looks among the open cases of one node."""

    kube: ObjectReader
    index: InvestigationIndex

    def of_device(self, signal: Signal, node: SubjectRef) -> Investigation | None:
        """The open case of the same device. A port counts for what is behind it, as long as that is one device."""
        if not signal.device:
            return None
        cases = [case for case in self.index.failing(node) if case.subject.device and _is_of_signals(case)]
        exact = (case for case in cases if is_one_device(case.signal, signal))
        likely = (case for case in cases if is_one_failure(case.signal, signal))
        behind = [case for case in cases if is_behind(signal, case.signal)]
        only = behind[0] if len(behind) == 1 else None
        return next(exact, None) or next(likely, None) or only

    def cause(self, signal: Signal, node: SubjectRef) -> Investigation | None:
        """The open case of the node that says why, or says better, what a signal of the node says."""
        causes = NODE_RELATIONS.get(signal.failure_class, frozenset())
        for case in self.index.failing(node):
            if base_class(case.signal.failure_class) in causes or explains_device(case.signal, signal):
                return case
        return None

    async def together(self, signal: Signal, node: SubjectRef) -> tuple[Signal, SubjectRef]:
        """What to open a case of: the device, or the node where so many of its devices fail alike and at once.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        if not signal.device or signal.failure_class not in DEVICE_CLASSES:
            return signal, node
        known = [case.signal for case in self.index.failing(node) if case.subject.device]
        alike = known if len(known) >= MOST_DEVICES else at_once(signal, known)
        if not alike or len(alike) + 1 < await self._enough(node):
            return signal, node
        return shared_fault(signal, alike), msgspec.structs.replace(node, device="")

    async def _enough(self, node: SubjectRef) -> int:
        try:
            return enough_devices(await self.kube.get(paths.item("Node", "", node.name)))
        except ApiStatusError:
            return ENOUGH


def _is_of_signals(case: Investigation) -> bool:
    """What people and alerts ask about a device does not stand for what its kernel says."""
    return base_class(case.signal.failure_class) in DEVICE_CLASSES


def enough_devices(node: Object) -> int:
    """How many devices of a node that fail alike at once share a cause. Two or three are all that some nodes have."""
    found = accelerators(node)
    return min(found, ENOUGH) if found > 1 else ENOUGH


def shared_fault(signal: Signal, alike: Sequence[Signal]) -> Signal:
    """The signal of the node, which stands for the faults of its devices."""
    row = state("devices-failed")
    return msgspec.structs.replace(
        signal,
        trigger=row.trigger or signal.trigger,
        failure_class=base_class(signal.failure_class) + TOGETHER,
        device="",
        message=_MESSAGE.format(number=len(alike), device=signal.device, line=signal.message),
        occurred_at=min(one.occurred_at for one in (signal, *alike)),
        severity=row.severity,
    )
