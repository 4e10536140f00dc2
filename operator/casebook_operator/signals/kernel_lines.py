"""Kernel lines, wherever something of the API shows one. Which of them open a case of their node is in the taxonomy."""

from collections.abc import Iterator

import msgspec

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.evidence.devices import DEVICE_CLASSES, named_by
from casebook_analyzer.models import Category, Entity, Fact, Severity
from casebook_analyzer.taxonomy import KernelRule, Taxonomy

MACHINE_FAULTS = frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR, Category.DRIVER_ISSUE})


class KernelFinding(msgspec.Struct, frozen=True):
    """One failure class of one device that a text tells of, and the first line that does."""

    failure_class: str
    severity: Severity
    line: str
    device: str = ""


_NOWHERE = Entity(kind="Node", name="")
"""A finding does not say whose it is: whoever asks knows the node."""


def kernel_findings(text: str, taxonomy: Taxonomy) -> tuple[KernelFinding, ...]:
    """One for each failure class and device, in the order of the lines."""
    found: dict[tuple[str, str], KernelFinding] = {}
    own = taxonomy.conditions.kernel_patterns
    for fact in kernel_facts(text, source="", entity=_NOWHERE, own=own):
        for finding in _findings(fact, taxonomy):
            found.setdefault((finding.failure_class, finding.device), finding)
    return tuple(found.values())


def _findings(fact: Fact, taxonomy: Taxonomy) -> Iterator[KernelFinding]:
    rule = taxonomy.conditions.kernel_rule_for(fact.attributes["pattern"], fact.text) or _if_often(fact, taxonomy)
    if rule is not None and _machine_fault(fact, taxonomy):
        device = named_by(fact) if rule.failure_class in DEVICE_CLASSES else ""
        yield KernelFinding(rule.failure_class, rule.severity, fact.text, device)


def _if_often(fact: Fact, taxonomy: Taxonomy) -> KernelRule | None:
    """What is harmless once (a corrected error) folds with its harmful kind where the kernel says it all the time."""
    if fact.attributes.get("often") != "true":
        return None
    same = (rule for rule in taxonomy.conditions.kernel_rules if rule.pattern == fact.attributes["pattern"])
    found = next(same, None)
    return None if found is None else msgspec.structs.replace(found, severity=Severity.WARNING)


def _machine_fault(fact: Fact, taxonomy: Taxonomy) -> bool:
    """Applications cause Xids too, and some Xids only follow others."""
    if "xid" not in fact.attributes:
        return True
    xid = taxonomy.xids.get(int(fact.attributes["xid"]))
    return xid is not None and xid.category in MACHINE_FAULTS and not xid.consequence
