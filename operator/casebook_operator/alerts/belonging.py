"""Which Investigations of a node an alert belongs to: those of the device that it names, or of the node as a whole."""

from collections.abc import Sequence
from datetime import timedelta

from casebook_analyzer.evidence.device_names import known_as, same_names
from casebook_analyzer.models import Trigger
from casebook_operator.alerts.device_labels import AlertedDevice, device_names_of
from casebook_operator.alerts.subject_finder import FAILURE_CLASS, AlertedSubject
from casebook_operator.cases.relations import base_class
from casebook_operator.investigation import Investigation

_TOLD_WITHIN = timedelta(hours=1)
"""Names that nobody can compare (``gpu3`` and ``0000:3b:00``) are taken for one device's within this time, where only
one fails: as when an agent does not say which (cases/device_relations.py)."""


def belonging(cases: Sequence[Investigation], about: AlertedSubject) -> list[Investigation]:
    """The Investigations of one object that an alert may be noted on, in this order, and else in theirs.

    Of a device: its own, those of the node about devices of its kind, and the only one that it may be. An alert that
    names none belongs to the node as a whole.
    """
    told = about.device
    if not told.classes:
        return [case for case in cases if not case.subject.device]
    own = [case for case in cases if _is_same(case, told)]
    of_node = [case for case in cases if not case.subject.device and _is_of_devices(case, told)]
    likely = [case for case in cases if not own and _is_likely(case, about)]
    return [*own, *of_node, *(likely if len(likely) == 1 else ())]


def _is_same(case: Investigation, told: AlertedDevice) -> bool | None:
    """Whether a case is about the device; None where nobody can say, False for one about the node."""
    if not case.subject.device:
        return False
    names = known_as(case.subject.device, case.signal.message)
    if case.signal.failure_class == FAILURE_CLASS:
        names = names.union(*(device_names_of(alert.labels) for alert in case.alerts[:1]))
    return same_names(names, frozenset(told.names))


def _is_of_devices(case: Investigation, told: AlertedDevice) -> bool:
    failure_class = case.signal.failure_class
    if case.signal.trigger is Trigger.DEVICE_SHORTAGE or base_class(failure_class) in told.classes:
        return True
    return failure_class == FAILURE_CLASS and not told.names


def _is_likely(case: Investigation, about: AlertedSubject) -> bool:
    lasts = not (case.resolved or case.refused)
    near = abs(case.signal.occurred_at - about.signal.occurred_at) <= _TOLD_WITHIN
    fits = base_class(case.signal.failure_class) in about.device.classes
    return lasts and near and fits and _is_same(case, about.device) is None
