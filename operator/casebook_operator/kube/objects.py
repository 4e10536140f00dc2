"""What every Kubernetes object has: metadata, an owner, a specification, a status and its conditions.

Read as :mod:`casebook_operator.kube.values` says: no object makes a function raise.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from casebook_operator.kube.times import latest, parse_time, real_time
from casebook_operator.kube.values import Object, mapping, mappings, text, texts_by_name

MAX_OWNERS = 4
"""Pod -> ReplicaSet -> Deployment -> something of somebody's own. A longer chain is a loop or a prank."""


def metadata_of(obj: Object) -> Object:
    return mapping(obj, "metadata")


def name_of(obj: Object) -> str:
    return text(obj, "metadata", "name")


def namespace_of(obj: Object) -> str:
    return text(obj, "metadata", "namespace")


def uid_of(obj: Object) -> str:
    return text(obj, "metadata", "uid")


def labels_of(obj: Object) -> dict[str, str]:
    return texts_by_name(obj, "metadata", "labels")


def annotations_of(obj: Object) -> dict[str, str]:
    return texts_by_name(obj, "metadata", "annotations")


def created_at(obj: Object) -> datetime | None:
    return real_time(metadata_of(obj).get("creationTimestamp"))


def being_deleted(obj: Object) -> bool:
    """Whether somebody has deleted the object, and it is only ending: what goes wrong then is no failure."""
    return bool(text(obj, "metadata", "deletionTimestamp"))


def status_written_at(obj: Object) -> datetime | None:
    """When the status was last written, by ``metadata.managedFields``: what it says has been so at least since then.

    None for an object without these fields: kubectl leaves them out when it prints.
    """
    return _newest(entry for entry in managed_fields(obj) if entry.get("subresource") == "status")


def spec_written_at(obj: Object) -> datetime | None:
    """When something other than the status was last written, also through the subresource ``scale``; None: unknown."""
    return _newest(entry for entry in managed_fields(obj) if entry.get("subresource") != "status")


def managed_fields(obj: Object) -> list[Object]:
    """The entries of ``metadata.managedFields``: who wrote which fields, and when."""
    return mappings(obj, "metadata", "managedFields")


def spec_of(obj: Object) -> Object:
    return mapping(obj, "spec")


def status_of(obj: Object) -> Object:
    return mapping(obj, "status")


def template_spec(owner: Object) -> Object:
    """The pod specification that a workload makes its pods from."""
    return mapping(owner, "spec", "template", "spec")


def template_labels(owner: Object) -> dict[str, str]:
    """The labels of the pods that a workload makes."""
    return texts_by_name(owner, "spec", "template", "metadata", "labels")


def conditions_of(obj: Object) -> Iterator[Object]:
    """The conditions that have a type. Objects that people shorten before they share them have others too."""
    return (condition for condition in mappings(obj, "status", "conditions") if text(condition, "type"))


def condition_of(obj: Object, kind: str) -> Object:
    """The condition of this type, or an empty object."""
    return next((condition for condition in conditions_of(obj) if condition["type"] == kind), {})


def condition_status(obj: Object, kind: str) -> str:
    """``True``, ``False`` or ``Unknown``, as the condition of this type says; empty when there is none."""
    return text(condition_of(obj, kind), "status")


def transition_of(condition: Object) -> datetime | None:
    """When a condition last changed; where an agent does not write that, when it was last updated. Else None."""
    return real_time(text(condition, "lastTransitionTime")) or real_time(text(condition, "lastUpdateTime"))


def controller_of(obj: Object) -> Object | None:
    """The owner reference with ``controller: true``; an object has one at most.

    Objects that people shorten before they share them keep their only reference and lose the mark.
    """
    references = [reference for reference in mappings(obj, "metadata", "ownerReferences") if text(reference, "kind")]
    marked = next((reference for reference in references if reference.get("controller")), None)
    if marked is None and len(references) == 1 and "controller" not in references[0]:
        return references[0]
    return marked


def refers_to(reference: Object | None, obj: Object, kind: str = "") -> bool:
    """Whether a reference is to this object: by UID where both have one, else by kind and name."""
    uid = text(reference, "uid")
    if uid and uid_of(obj):
        return uid == uid_of(obj)
    named = text(reference, "name") == name_of(obj) and text(reference, "kind") == (kind or text(obj, "kind"))
    return reference is not None and named


def _newest(entries: Iterable[Object]) -> datetime | None:
    return latest(*(parse_time(entry.get("time")) for entry in entries))
