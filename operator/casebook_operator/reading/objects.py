"""Objects as entities of a case, and the words that several collectors put together alike."""

from collections.abc import Iterable

from casebook_analyzer.models import Entity, SubjectRef
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of

_STEPS = ((2 * 86_400, 86_400, "d"), (2 * 3_600, 3_600, "h"), (2 * 60, 60, "min"))


def entity_of(kind: str, obj: Object, role: str, subject: SubjectRef) -> Entity:
    """An entity with this role, or ``subject`` where the object is what the case is about."""
    own = kind == subject.kind and name_of(obj) == subject.name
    return Entity(kind=kind, name=name_of(obj), namespace=namespace_of(obj), role="subject" if own else role)


def pod_entity(pod: Object, subject: SubjectRef) -> Entity:
    return entity_of("Pod", pod, "affected", subject)


def span(seconds: float) -> str:
    """A duration for people: ``14 s``, ``3 min``, ``5 h``, ``2 d``. A unit is used from two of it upwards."""
    for least, unit, name in _STEPS:
        if seconds >= least:
            return f"{seconds // unit:.0f} {name}"
    return f"{max(seconds, 0):.0f} s"


def listing(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)
