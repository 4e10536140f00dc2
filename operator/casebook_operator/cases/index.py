"""An index of the Investigations in the cluster, as the operator has last seen them in the API server."""

from collections.abc import Callable, Iterator
from typing import Any

from casebook_analyzer.models import ResolutionKind, SubjectRef, Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import Named, broken_services, name_of, resolution_of
from casebook_operator.investigation.causes import OUTAGE, head_uid


class InvestigationIndex:
    """Investigations by UID, by subject, and the episodes of each case.

    It is in memory only: filled from a list at the start, and kept up to date by a watch.
    """

    def __init__(
        self,
        *,
        is_own: Callable[[Investigation], bool] = lambda _: False,
        owns: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """``is_own`` tells whether Casebook opened a case itself. Others explain nothing before their conclusion.

        ``owns`` tells whether the cases of a namespace are this operator's. It may know some of others.
        """
        self._is_own = is_own
        self._owns = owns
        self._by_uid: dict[str, Investigation] = {}
        self._by_case: dict[tuple[str, str], dict[int, str]] = {}
        self._by_object: dict[Named, set[str]] = {}
        self._by_kind: dict[str, set[str]] = {}
        self._by_service: dict[Named, set[str]] = {}
        self._by_cause: dict[str, set[str]] = {}
        self._by_head: dict[str, set[str]] = {}
        self._by_outage: dict[str, set[str]] = {}
        self.version = 0
        """Counts the changes."""

    def put(self, investigation: Investigation) -> None:
        """Remember a version of an Investigation, unless a later one is known.

        A watch may deliver a version that Casebook has overwritten since. An Investigation goes back to an earlier
        state by a relapse alone, so relapses and state tell which version is later.
        """
        known = self._by_uid.get(investigation.uid)
        if known is not None and _progress(known) > _progress(investigation):
            return
        self.version += known != investigation
        self._unlist(known)
        for cause in investigation.causes:
            self._by_cause.setdefault(cause.key, set()).add(investigation.uid)
        if head := head_uid(investigation):
            self._by_head.setdefault(head, set()).add(investigation.uid)
        for service in broken_services(investigation):
            self._by_service.setdefault(service, set()).add(investigation.uid)
        self._by_uid[investigation.uid] = investigation
        self._by_case.setdefault((investigation.namespace, investigation.key), {})[investigation.episode] = (
            investigation.uid
        )
        self._by_object.setdefault(name_of(investigation.subject), set()).add(investigation.uid)
        self._by_kind.setdefault(investigation.subject.kind, set()).add(investigation.uid)
        if investigation.subject.kind == OUTAGE:
            self._by_outage.setdefault(investigation.subject.uid, set()).add(investigation.uid)

    def remove(self, uid: str) -> None:
        investigation = self._by_uid.pop(uid, None)
        if investigation is None:
            return
        self.version += 1
        self._unlist(investigation)
        case = (investigation.namespace, investigation.key)
        episodes = self._by_case.get(case, {})
        if episodes.get(investigation.episode) == uid:
            del episodes[investigation.episode]
        if not episodes:
            self._by_case.pop(case, None)
        self._by_kind[investigation.subject.kind].discard(uid)
        if not (of_cause := self._by_outage.get(investigation.subject.uid, set()) - {uid}):
            self._by_outage.pop(investigation.subject.uid, None)
        else:
            self._by_outage[investigation.subject.uid] = of_cause
        of_object = self._by_object[name_of(investigation.subject)]
        of_object.discard(uid)
        if not of_object:
            del self._by_object[name_of(investigation.subject)]

    def get(self, uid: str) -> Investigation | None:
        return self._by_uid.get(uid)

    def latest(self, namespace: str, key: str) -> Investigation | None:
        """The newest episode of the case with this key; None before the first."""
        episodes = self._by_case.get((namespace, key))
        return self._by_uid[episodes[max(episodes)]] if episodes else None

    def unresolved(self) -> Iterator[Investigation]:
        """Every episode of ours that is not closed yet."""
        return (case for case in list(self._by_uid.values()) if not case.resolved and self._owns(case.namespace))

    def unresolved_of_others(self) -> Iterator[Investigation]:
        """Every episode that another operator looks after, that is known here, and that is not closed yet."""
        return (case for case in list(self._by_uid.values()) if not case.resolved and not self._owns(case.namespace))

    def resolved(self) -> Iterator[Investigation]:
        """Every episode of ours that is closed."""
        return (case for case in list(self._by_uid.values()) if case.resolved and self._owns(case.namespace))

    def failing(self, subject: SubjectRef) -> list[Investigation]:
        """The cases of an object that may explain others: those that are not over, the earliest first.

        What people made is left out until it has a conclusion: it says no more than what they wrote.
        """
        found = [case for case in self._of(subject) if self._may_explain(case)]
        return sorted(found, key=lambda case: (case.signal.occurred_at, case.name))

    def explained(self, subject: SubjectRef) -> list[Investigation]:
        """The newest episodes of an object's cases that were closed as symptoms of another case."""
        return [case for case in self._of(subject) if self._is_explained(case)]

    def over(self, subject: SubjectRef) -> list[Investigation]:
        """The newest episodes of an object's cases, also of its containers, that are closed."""
        return [case for case in self._of(subject) if case.resolved and self._is_latest(case)]

    def unavailable(self, namespace: str) -> list[Investigation]:
        """The cases of a namespace that are not over and are about Services without anybody behind them."""
        cases = (self._by_uid[uid] for uid in self._by_kind.get("Service", ()))
        found = [case for case in cases if case.namespace == namespace and self._may_explain(case)]
        return [case for case in found if case.signal.trigger in (Trigger.SERVICE_UNAVAILABLE, Trigger.MISFIT)]

    def callers(self, service: Named) -> tuple[Investigation, ...]:
        """The cases whose evidence shows this Service to be broken, if they are open or were closed as symptoms."""
        cases = (self._by_uid[uid] for uid in self._by_service.get(service, ()))
        return tuple(case for case in cases if case.open or self._is_explained(case))

    def broken_services(self) -> tuple[Named, ...]:
        """Every Service of our namespaces that the evidence of any case shows to be broken."""
        return tuple(service for service in self._by_service if self._owns(service[1]))

    def sharing(self) -> Iterator[Investigation]:
        """The open cases of ours whose conclusions name a cause that others may name too."""
        uids = dict.fromkeys(uid for found in list(self._by_cause.values()) for uid in sorted(found))
        cases = (self._by_uid[uid] for uid in uids)
        return (case for case in cases if case.open and self._owns(case.namespace))

    def naming(self, cause: str) -> Iterator[Investigation]:
        """The open cases whose conclusions name the cause with this key."""
        cases = (self._by_uid[uid] for uid in sorted(self._by_cause.get(cause, ())))
        return (case for case in cases if case.open)

    def followers(self, head: str) -> list[Investigation]:
        """The cases that hang on the one with this UID, those that are over among them."""
        return [self._by_uid[uid] for uid in self._by_head.get(head, ())]

    def outages(self, cause: str | None = None) -> list[Investigation]:
        """The outages that are not over: all, or those of the cause with this key."""
        uids = self._by_kind.get(OUTAGE, set()) if cause is None else self._by_outage.get(cause, set())
        found = (case for uid in uids if self._may_explain(case := self._by_uid[uid]))
        return sorted(found, key=lambda case: (case.namespace, case.name))

    def any_failing(self, kind: str) -> bool:
        """Whether any object of a kind has a case that is not over."""
        return any(not self._by_uid[uid].resolved for uid in self._by_kind.get(kind, ()))

    def __len__(self) -> int:
        return len(self._by_uid)

    def _unlist(self, known: Investigation | None) -> None:
        """Forget what an earlier version of a case named."""
        if known is None:
            return
        named: list[tuple[dict[Any, set[str]], Any]] = [(self._by_service, one) for one in broken_services(known)]
        named += [(self._by_cause, cause.key) for cause in known.causes]
        named += [(self._by_head, head_uid(known))] if head_uid(known) else []
        for listed, by in named:
            listed.get(by, set()).discard(known.uid)
            if not listed.get(by):
                listed.pop(by, None)

    def _of(self, subject: SubjectRef) -> Iterator[Investigation]:
        """The cases of an object, of whichever container. One of the same name with another UID is not it."""
        for uid in self._by_object.get(name_of(subject), ()):
            case = self._by_uid[uid]
            if not case.subject.uid or not subject.uid or case.subject.uid == subject.uid:
                yield case

    def _may_explain(self, case: Investigation) -> bool:
        return not (case.resolved or case.refused) and (case.judged or self._is_own(case))

    def _is_explained(self, case: Investigation) -> bool:
        return self._is_latest(case) and resolution_of(case) == ResolutionKind.EXPLAINED

    def _is_latest(self, case: Investigation) -> bool:
        return case.episode + 1 not in self._by_case[case.namespace, case.key]


def _progress(investigation: Investigation) -> tuple[bool, int, bool]:
    return investigation.concluded, investigation.relapses.count, investigation.resolved
