"""Which open cases name the subject of another one in their evidence: it may be their cause. Pure."""

from collections.abc import Iterable, Iterator

from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import name_of
from casebook_operator.kube.values import mappings, text

_Named = tuple[str, str, str]


def dependents(
    opened: Iterable[Investigation], cases: Iterable[Investigation]
) -> Iterator[tuple[Investigation, Investigation]]:
    """(case, what it names), for each case that names the subject of one of those that were opened."""
    by_subject: dict[_Named, Investigation] = {_subject(one): one for one in opened}
    if not by_subject:
        return
    for case in cases:
        for named in _named(case) if case.open else ():
            on = by_subject.get(named)
            if on is not None and named != _subject(case):
                yield case, on
                break


def _subject(case: Investigation) -> _Named:
    kind, namespace, name = name_of(case.subject)
    return kind, namespace, name


def _named(case: Investigation) -> Iterator[_Named]:
    for entity in mappings(case.status, "affectedEntities"):
        yield text(entity, "kind"), text(entity, "namespace"), text(entity, "name")
