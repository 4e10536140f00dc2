"""Signals of conditions, of every kind but nodes: which type and status is bad for which kind is data."""

from collections.abc import Iterator

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, conditions_of, created_at, status_written_at, transition_of
from casebook_operator.kube.values import text
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import condition_rows

_ENDS = frozenset({"Job"})
"""Kinds whose bad condition is their end: nothing goes on that could recover."""

_ROLLING_OUT = frozenset({"NewReplicaSetCreated", "FoundNewReplicaSet", "ReplicaSetUpdated", "DeploymentResumed"})
"""Reasons of Progressing while the deadline runs (pkg/controller/deployment/util/deployment_util.go)."""


def condition_signals(kind: str, obj: Object, *, owned: bool = False, node_name: str = "") -> Iterator[Signal]:
    """The signals of an object's conditions. ``owned`` says that a controller replaces the object when it is gone."""
    rows = condition_rows(kind)
    if not rows:
        return
    for condition in conditions_of(obj):
        status, reason = text(condition, "status"), text(condition, "reason")
        row = next(
            (r for r in rows if r.condition == condition.get("type") and r.fits(status, reason, owned=owned)), None
        )
        if row is None or (row.condition == "Available" and _rolls_out(obj)):
            continue
        changed = transition_of(condition)
        yield observed(
            row,
            kind,
            obj,
            at=changed or status_written_at(obj) or created_at(obj),
            reason=reason or f"{row.condition}={status}",
            message=text(condition, "message"),
            node_name=node_name,
            active=kind not in _ENDS,
            undated=changed is None,
        )


def _rolls_out(obj: Object) -> bool:
    """Whether a Deployment is within the deadline that it gives its rollouts, and will say so when that is over."""
    progressing = condition_of(obj, "Progressing")
    return progressing.get("status") == "True" and progressing.get("reason") in _ROLLING_OUT
