"""What the operator knows of the Investigations in the cluster. The API server has the truth; this is its index."""

from collections.abc import Iterator

from casebook_analyzer.models import SubjectRef
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import State


class Ledger:
    """Investigations by UID, by subject, and the episodes of each case.

    Plain memory: filled by a list, kept by the watch.
    """

    def __init__(self) -> None:
        self._by_uid: dict[str, Investigation] = {}
        self._by_case: dict[tuple[str, str], dict[int, str]] = {}
        self._by_object: dict[tuple[str, str, str], set[str]] = {}
        self._by_kind: dict[str, set[str]] = {}

    def put(self, investigation: Investigation) -> None:
        """Remember a version of an Investigation, unless a later one is known.

        A watch may deliver what Casebook itself has overwritten since. States only go forward, so they tell.
        """
        known = self._by_uid.get(investigation.uid)
        if known is not None and _progress(known) > _progress(investigation):
            return
        self._by_uid[investigation.uid] = investigation
        self._by_case.setdefault((investigation.namespace, investigation.key), {})[investigation.episode] = (
            investigation.uid
        )
        self._by_object.setdefault(_object(investigation.subject), set()).add(investigation.uid)
        self._by_kind.setdefault(investigation.subject.kind, set()).add(investigation.uid)

    def remove(self, uid: str) -> None:
        investigation = self._by_uid.pop(uid, None)
        if investigation is None:
            return
        case = (investigation.namespace, investigation.key)
        episodes = self._by_case.get(case, {})
        if episodes.get(investigation.episode) == uid:
            del episodes[investigation.episode]
        if not episodes:
            self._by_case.pop(case, None)
        self._by_kind[investigation.subject.kind].discard(uid)
        of_object = self._by_object[_object(investigation.subject)]
        of_object.discard(uid)
        if not of_object:
            del self._by_object[_object(investigation.subject)]

    def get(self, uid: str) -> Investigation | None:
        return self._by_uid.get(uid)

    def latest(self, namespace: str, key: str) -> Investigation | None:
        """The newest episode of a case."""
        episodes = self._by_case.get((namespace, key))
        return self._by_uid[episodes[max(episodes)]] if episodes else None

    def unresolved(self) -> Iterator[Investigation]:
        """Every episode that is not closed yet."""
        return (investigation for investigation in list(self._by_uid.values()) if not investigation.resolved)

    def failing(self, subject: SubjectRef) -> list[Investigation]:
        """The cases of an object, of whichever container, that are not over; the one that began first comes first.

        An object of the same name with another UID is not it. One that Casebook refused to look into explains nothing.
        """
        cases = (self._by_uid[uid] for uid in self._by_object.get(_object(subject), ()))
        found = [
            case
            for case in cases
            if not case.resolved
            and case.state != State.FAILED
            and (not case.subject.uid or not subject.uid or case.subject.uid == subject.uid)
        ]
        return sorted(found, key=lambda case: (case.signal.occurred_at, case.name))

    def any_failing(self, kind: str) -> bool:
        """Whether any object of a kind has a case that is not over."""
        return any(not self._by_uid[uid].resolved for uid in self._by_kind.get(kind, ()))

    def __len__(self) -> int:
        return len(self._by_uid)


def _object(subject: SubjectRef) -> tuple[str, str, str]:
    return subject.kind, subject.namespace, subject.name


def _progress(investigation: Investigation) -> tuple[bool, bool]:
    return investigation.concluded, investigation.resolved
