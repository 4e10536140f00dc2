"""Who set the number of pods that a workload wants, and when. Pure functions of the object."""

from datetime import datetime
from typing import NamedTuple

from casebook_operator.kube import Object
from casebook_operator.kube.objects import managed_fields
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, text


class Scaled(NamedTuple):
    """One who owns the field: a write of another value takes it from who had it before."""

    at: datetime
    by: str
    """The field manager, such as ``helm`` or ``kubectl-edit``; empty where that is not known."""


def owners_of_replicas(workload: Object) -> list[Object]:
    """The entries of ``managedFields`` that own the number of replicas."""
    return [entry for entry in managed_fields(workload) if "f:replicas" in mapping(entry, "fieldsV1", "f:spec")]


def last_scaled(workload: Object) -> Scaled | None:
    """Who set the number last; None where nothing says.

    Who scales to 0 through the subresource ``scale``, as ``kubectl scale`` and autoscalers do, owns nothing: a
    ``ScaleSpec`` leaves 0 out of its JSON (autoscaling/v1 types.go).
    """
    writes = [
        Scaled(time, text(entry, "manager"))
        for entry in owners_of_replicas(workload)
        if (time := parse_time(entry.get("time"))) is not None
    ]
    return max(writes, default=None)
