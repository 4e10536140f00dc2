"""Signals of a PersistentVolumeClaim: not bound, lost, or never to be resized."""

from collections.abc import Iterator

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    annotations_of,
    being_deleted,
    created_at,
    spec_of,
    status_of,
    status_written_at,
)
from casebook_operator.kube.values import mapping, text
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import state

_PROVISIONING = frozenset(
    {
        "volume.kubernetes.io/selected-node",
        "volume.kubernetes.io/storage-provisioner",
        "volume.beta.kubernetes.io/storage-provisioner",
    }
)
"""Annotations of a claim for which a volume is being made. One that waits for its first consumer has none of them
(component-helpers, storage/volume/pv_helpers.go)."""

_INFEASIBLE = "Infeasible"


def claim_signals(obj: Object) -> Iterator[Signal]:
    status = status_of(obj)
    phase = text(status, "phase")
    if phase == "Lost":
        since = status_written_at(obj)
        row = state("claim-lost")
        yield observed(row, "PersistentVolumeClaim", obj, at=since or created_at(obj), reason="ClaimLost", undated=True)
    elif phase == "Pending" and not being_deleted(obj) and not _may_wait(obj):
        message = f"storage class {text(obj, 'spec', 'storageClassName') or 'none'}"
        row = state("claim-pending")
        yield observed(row, "PersistentVolumeClaim", obj, at=created_at(obj), reason="Pending", message=message)
    for resource, resize in mapping(status, "allocatedResourceStatuses").items():
        if isinstance(resize, str) and resize.endswith(_INFEASIBLE):
            row = state("resize-infeasible")
            since = status_written_at(obj) or created_at(obj)
            yield observed(
                row, "PersistentVolumeClaim", obj, at=since, reason=resize, message=f"of {resource}", undated=True
            )


def _may_wait(obj: Object) -> bool:
    """Whether its storage class may bind it only when a pod uses it: nothing else keeps a class from acting.

    A class that does not exist leaves no annotation either, but the Event ProvisioningFailed.
    """
    annotations = annotations_of(obj)
    spec = spec_of(obj)
    return bool(spec.get("storageClassName")) and not spec.get("volumeName") and not _PROVISIONING & annotations.keys()
