"""Faults of one node's devices that are one failure, among the findings of a bundle."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from casebook_operator.cases.device_faults import enough_devices, shared_fault
from casebook_operator.cases.device_relations import at_once, explains_device, is_one_failure
from casebook_operator.cases.relations import NODE_RELATIONS, base_class
from casebook_operator.offline.finding import Finding, folded
from casebook_operator.offline.snapshot import Snapshot


def fold_devices(findings: Iterable[Finding], snapshot: Snapshot) -> list[Finding]:
    """The findings as the operator would open them: each device once, and one for what devices share."""
    kept: list[Finding] = []
    for finding in sorted(findings, key=lambda one: (one.signal.occurred_at, one.signal.device == "")):
        _take_in(kept, finding)
    return _explained(_together(kept, snapshot))


def _take_in(kept: list[Finding], finding: Finding) -> None:
    for place, known in enumerate(kept):
        if _on_one_node(known, finding) and is_one_failure(known.signal, finding.signal):
            kept[place] = folded(known, finding)
            return
    kept.append(finding)


def _together(kept: list[Finding], snapshot: Snapshot) -> list[Finding]:
    heads: dict[tuple[str, str], Finding] = {}
    for finding in kept:
        node = snapshot.find("Node", "", finding.subject.name) if finding.subject.device else None
        alike = at_once(finding.signal, (one.signal for one in kept if _on_one_node(one, finding)))
        if node is None or len(alike) + 1 < enough_devices(node):
            continue
        head = shared_fault(finding.signal, alike)
        subject = msgspec.structs.replace(finding.subject, device="")
        heads.setdefault((subject.name, head.failure_class), Finding(subject, head))
    return [*kept, *heads.values()]


def _explained(kept: Sequence[Finding]) -> list[Finding]:
    """Those that no other explains. What is explained counts for what explains it."""
    found = list(kept)
    left = []
    for place, one in enumerate(kept):
        causes = (at for at, other in enumerate(kept) if _on_one_node(other, one) and _is_cause(other, one))
        cause = next(causes, None)
        if cause is None:
            left.append(place)
        else:
            found[cause] = _with_symptom(found[cause], one)
    return [found[place] for place in left]


def _with_symptom(cause: Finding, symptom: Finding) -> Finding:
    """A condition of the same class that lasts and does not name the device keeps its place, with the device."""
    counted = replace(cause, times=cause.times + symptom.times)
    alike = symptom.signal.failure_class == cause.signal.failure_class
    if not alike or symptom.subject.device or cause.signal.active or not symptom.signal.active:
        return counted
    device = cause.subject.device
    signal = msgspec.structs.replace(symptom.signal, device=device, message=cause.signal.message)
    return replace(counted, signal=signal)


def _is_cause(other: Finding, one: Finding) -> bool:
    causes = NODE_RELATIONS.get(one.signal.failure_class, frozenset())
    says_why = base_class(other.signal.failure_class) in causes or explains_device(other.signal, one.signal)
    return other is not one and says_why


def _on_one_node(one: Finding, other: Finding) -> bool:
    return one.subject.kind == other.subject.kind == "Node" and one.subject.name == other.subject.name
