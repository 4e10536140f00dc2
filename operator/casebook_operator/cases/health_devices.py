"""Whether the devices of a node are well again."""

from casebook_analyzer.evidence.devices import DEVICE_CLASSES, devices_named
from casebook_operator.cases.relations import base_class
from casebook_operator.cases.subject_health import CaseView
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of
from casebook_operator.kube.values import text
from casebook_operator.signals.devices import device_signals

_PLUGGED_IN = frozenset({"GPU", "PCIe", "NVSwitch"})
"""Classes whose devices a plugin takes out of what the node offers. Disks and most network cards have none."""


def device_still_fails(node: Object, view: CaseView) -> bool:
    """Whether the node says that a device fails, if not in words that are about this one.

    A node has one condition of a type, and its message is about the device that failed last, or first: while it is bad,
    no device of its class is well. A device plugin says nothing of its devices but how many it would give away.
    """
    failure_class = base_class(view.case.signal.failure_class)
    if failure_class not in DEVICE_CLASSES:
        return False
    if failure_class in _PLUGGED_IN and any(device_signals(node)):
        return True
    return any(_is_about(condition, failure_class, view) for condition in conditions_of(node))


def _is_about(condition: Object, failure_class: str, view: CaseView) -> bool:
    rule = view.taxonomy.conditions.rule_for(text(condition, "type"))
    if rule is None or not rule.is_bad(text(condition, "status")):
        return False
    device = view.case.subject.device
    return rule.failure_class == failure_class or (bool(device) and device in devices_named(text(condition, "message")))
