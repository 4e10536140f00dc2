"""What a case blames and how it ended, as its status says: so that it can be told again after a restart."""

from collections.abc import Iterator

from casebook_analyzer.models import SubjectRef
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object

Named = tuple[str, str, str]
"""Kind, namespace and name of an object."""

_SUBJECT, _CAUSE = "subject", "cause"
_API_SERVER = ("Service", "default", "kubernetes")
"""Its endpoints are the API servers themselves, one of which has just answered."""


def name_of(subject: SubjectRef) -> Named:
    return subject.kind, subject.namespace, subject.name


def blamed(case: Investigation) -> frozenset[Named]:
    """The objects that have to be changed, as far as they are not the subject itself.

    They stand before the subject (analyzer: classify/entities.py); what stands behind it is broken, and may not be why.
    """
    found = []
    for entity in _entities(case):
        if entity.get("role") == _SUBJECT:
            break
        if entity.get("role") == _CAUSE:
            found.append(_named(entity))
    return frozenset(found) - {name_of(case.subject)}


def broken_services(case: Investigation) -> frozenset[Named]:
    """Services that a log, an Event or a probe of the case names, and behind which its evidence found nobody.

    Some lead to pods that answer by now, or on another port: whoever wants to know looks at them.
    """
    named = (_named(entity) for entity in _entities(case) if entity.get("role") == _CAUSE)
    found = frozenset(one for one in named if one[0] == "Service" and one[1] and one != _API_SERVER)
    return found - {name_of(case.subject)}


def resolution_of(case: Investigation) -> str:
    """What closed an episode; empty while it is open."""
    return str((case.status.get("resolution") or {}).get("kind") or "")


def _entities(case: Investigation) -> Iterator[Object]:
    yield from case.status.get("affectedEntities") or ()


def _named(entity: Object) -> Named:
    return str(entity.get("kind")), str(entity.get("namespace") or ""), str(entity.get("name"))
