"""Small questions to raw Kubernetes objects, in which every field may be absent or null."""

from collections.abc import Iterable
from datetime import datetime

from casebook_analyzer.models import Entity, SubjectRef
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import Object

_STEPS = ((2 * 86_400, 86_400, "d"), (2 * 3_600, 3_600, "h"), (2 * 60, 60, "min"))


def name_of(obj: Object) -> str:
    return str((obj.get("metadata") or {}).get("name") or "")


def namespace_of(obj: Object) -> str:
    return str((obj.get("metadata") or {}).get("namespace") or "")


def uid_of(obj: Object) -> str:
    return str((obj.get("metadata") or {}).get("uid") or "")


def labels_of(obj: Object) -> dict[str, str]:
    return dict((obj.get("metadata") or {}).get("labels") or {})


def annotations_of(obj: Object) -> dict[str, str]:
    return dict((obj.get("metadata") or {}).get("annotations") or {})


def created_at(obj: Object) -> datetime | None:
    return parse_time((obj.get("metadata") or {}).get("creationTimestamp"))


def spec_of(obj: Object) -> Object:
    spec: Object = obj.get("spec") or {}
    return spec


def status_of(obj: Object) -> Object:
    status: Object = obj.get("status") or {}
    return status


def conditions_of(obj: Object) -> list[Object]:
    """Conditions that say which they are: objects that people shorten have others too."""
    return [condition for condition in status_of(obj).get("conditions") or () if condition.get("type")]


def template_spec(owner: Object) -> Object:
    """The pod specification that a workload makes its pods from."""
    spec: Object = ((spec_of(owner).get("template") or {}).get("spec")) or {}
    return spec


def template_labels(owner: Object) -> dict[str, str]:
    """The labels of the pods that a workload makes."""
    return dict(((spec_of(owner).get("template") or {}).get("metadata") or {}).get("labels") or {})


def is_same(reference: Object | None, obj: Object, kind: str = "") -> bool:
    """Whether a reference is to this object: by UID where both have one, else by kind and name."""
    if reference is None:
        return False
    if reference.get("uid") and uid_of(obj):
        return bool(reference["uid"] == uid_of(obj))
    return bool(reference.get("name") == name_of(obj) and reference.get("kind") == (kind or obj.get("kind")))


def entity_of(kind: str, obj: Object, role: str, subject: SubjectRef) -> Entity:
    """An entity with this role, or ``subject`` where the object is what the case is about."""
    own = kind == subject.kind and name_of(obj) == subject.name
    return Entity(kind=kind, name=name_of(obj), namespace=namespace_of(obj), role="subject" if own else role)


def pod_entity(pod: Object, subject: SubjectRef) -> Entity:
    return entity_of("Pod", pod, "affected", subject)


def span(seconds: float) -> str:
    """``14 s``, ``3 min``, ``5 h``, ``2 d``: one number, from two of a unit upwards."""
    for least, unit, name in _STEPS:
        if seconds >= least:
            return f"{seconds // unit:.0f} {name}"
    return f"{max(seconds, 0):.0f} s"


def listing(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)
