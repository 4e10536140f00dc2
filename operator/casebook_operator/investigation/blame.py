"""What a case blames and how it ended, read from its status, so that a restart of the operator forgets neither."""

from collections.abc import Iterator

from casebook_analyzer.models import SubjectRef
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings, text

Named = tuple[str, str, str]
"""Kind, namespace and name of an object."""

_SUBJECT, _CAUSE = "subject", "cause"
_API_SERVER = ("Service", "default", "kubernetes")
"""Its endpoints are the API servers themselves, one of which has just answered."""


def name_of(subject: SubjectRef) -> Named:
    return subject.kind, subject.namespace, subject.name


def blamed(case: Investigation) -> frozenset[Named]:
    """The objects that have to be changed to mend the failure, other than the subject itself.

    Among the affected entities these stand before the subject (analyzer: classify/entities.py). What stands after it is
    broken too, and may not be why.
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

    That was so when the evidence was gathered. By now some may have pods that answer: ask the API server.
    """
    named = (_named(entity) for entity in _entities(case) if entity.get("role") == _CAUSE)
    found = frozenset(one for one in named if one[0] == "Service" and one[1] and one != _API_SERVER)
    return found - {name_of(case.subject)}


def resolution_of(case: Investigation) -> str:
    """What closed an episode; empty while it is open."""
    return text(case.status, "resolution", "kind")


def _entities(case: Investigation) -> Iterator[Object]:
    yield from mappings(case.status, "affectedEntities")


def _named(entity: Object) -> Named:
    return str(entity.get("kind")), text(entity, "namespace"), str(entity.get("name"))
