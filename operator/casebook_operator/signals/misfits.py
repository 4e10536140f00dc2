"""The signal of an object that fits nothing, as :mod:`casebook_operator.reading.misfits` finds it."""

from datetime import datetime

from casebook_analyzer.models import UNKNOWN_TIME, Signal
from casebook_operator.kube import Object
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import state

_ROWS = {
    "Application": "delivery-misfit",
    "Service": "service-misfit",
    **dict.fromkeys(("Deployment", "StatefulSet", "DaemonSet"), "policy-misfit"),
}


def misfit_signal(kind: str, obj: Object, reason: str, message: str, *, since: datetime = UNKNOWN_TIME) -> Signal:
    """The signal of what does not fit, and has not since a time that nobody but Casebook knows."""
    row = state(_ROWS.get(kind, "route-misfit"))
    return observed(row, kind, obj, at=since, reason=reason, message=message, undated=True)
