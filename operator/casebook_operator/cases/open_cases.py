"""All that this process remembers of the cases in the cluster, so that a deleted one is forgotten in one place."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.cases.absorbed_pods import AbsorbedPods
from casebook_operator.cases.admission import refusal
from casebook_operator.cases.counter import OccurrenceCounter
from casebook_operator.cases.dependents import dependents
from casebook_operator.cases.fresh_evidence import AGAIN, REVISIONS, FreshEvidence, Occasion
from casebook_operator.cases.handled_signals import HandledSignals, ObjectKey
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import broken_services
from casebook_operator.investigation.relapses import Relapses
from casebook_operator.investigation.status import alerts_status
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.scope import Scope
from casebook_operator.sharding import Share

STABLE = timedelta(minutes=10)
"""As ``cases.stable_seconds`` is unless it is set."""


class OpenCases:
    """The index of Investigations, and what was counted, absorbed and parked since their statuses were written.

    It is in memory only: filled from a list at the start, and kept up to date by a watch and by Casebook's own writes.
    What Casebook refuses to look into never gets in.
    """

    def __init__(
        self,
        *,
        look_again: Callable[[ObjectKey], None],
        scope: Scope,
        is_own: Callable[[Investigation], bool] = lambda _: False,
        share: Share | None = None,
        stable: timedelta = STABLE,
        again: timedelta = AGAIN,
        revisions: int = REVISIONS,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``look_again`` reads an object again and asks it for its signals. It returns at once.

        ``is_own`` tells whether Casebook has opened a case itself. Without a ``share`` all cases are ours. What
        occurs again after ``stable`` is a relapse. A case is judged ``again`` so soon, with so many ``revisions``.
        """
        self._scope = scope
        self._share = share = share or Share(scope.home)
        self.is_own = is_own
        self.index = InvestigationIndex(is_own=is_own, owns=share.owns)
        self.counter = OccurrenceCounter(clock=clock)
        self.fresh = FreshEvidence(last_seen=self.counter.last_seen, again=again, most=revisions, clock=clock)
        self.absorbed = AbsorbedPods(share)
        self.handled = HandledSignals()
        self.feedback: dict[str, str] = {}
        """Digest of the annotations that were taken over last, by UID. Memory itself knows them after a restart."""
        self.reflected: dict[str, str] = {}
        """Which question to models was last taken up, by UID; empty where nobody asked for it."""
        self._look_again = look_again
        self._clock, self._stable = clock, stable
        self._relapses: dict[str, Relapses] = {}
        """Of recurring cases, with those that their statuses do not have yet."""
        self._behind: set[str] = set()
        """UIDs of cases whose alerts or counts their status does not have, though nothing was counted since."""
        self._opened: dict[str, None] = {}
        """UIDs of cases that are open since it was last looked who depends on them."""
        self._unlabelled: dict[str, None] = {}
        """UIDs of cases whose labels are behind their statuses, in order."""

    def put(self, case: Investigation) -> None:
        """Take in a version of a case, as the API server has it or as it was just written.

        Forget a refused one, and one of another operator that concerns nothing of ours.
        """
        if self.refusal(case) or not self._concerns(case):
            self.forget(case.uid)
            return
        before = self.index.get(case.uid)
        self.index.put(case)
        known = self.index.get(case.uid) or case  # a watch may deliver what is older than that
        if self.ours(known) and known.label_changes:
            self._unlabelled[known.uid] = None
        if known.resolved:
            self._end(known.uid)
        elif known.open:
            self.absorbed.begin(known)
            if self.ours(known):
                self.counter.begin(known, fresh=False)
                self.fresh.begin(known)
            if before is None or not before.open:
                self._opened[known.uid] = None
            if self._is_behind(known):
                self._behind.add(known.uid)

    def ours(self, case: Investigation) -> bool:
        """Whether this operator looks after a case. Of others it knows what explains or concerns its own."""
        return self._share.owns(case.namespace)

    def _concerns(self, case: Investigation) -> bool:
        """A node takes pods of all namespaces down, anybody may call a Service, and one Overflow stands for all."""
        if self.ours(case) or case.subject.kind == "Node" or case.signal.trigger is Trigger.OVERFLOW:
            return True
        return any(self._share.owns(namespace) for _, namespace, _ in broken_services(case))

    def _is_behind(self, case: Investigation) -> bool:
        if not self.ours(case):
            return self.absorbed.is_behind(case)
        return alerts_status(case).get("alerts") != case.status.get("alerts")

    def patience(self, case: Investigation) -> timedelta:
        """For how long the failure of a case has to stay away until it is over."""
        return self.relapses(case).patience(self._stable)

    def refusal(self, case: Investigation) -> str:
        """Why a case is not carried out, as a sentence for people; empty for one that is, or was."""
        if case.refused:
            return "It was refused before."
        return "" if case.concluded else refusal(case, self._scope)

    def forget(self, uid: str) -> None:
        """Forget a case that was deleted or is refused. Signals that counted for it are looked at again."""
        self.index.remove(uid)
        self._unlabelled.pop(uid, None)
        self.feedback.pop(uid, None)
        self.reflected.pop(uid, None)
        self._end(uid)

    def release(self, holder: str) -> None:
        """Look again at all objects whose signals are parked at ``holder``: a case that is over, or one that waited."""
        for place in self.handled.release(holder):
            self._look_again(place)

    def count(self, case: Investigation, signal: Signal) -> None:
        """Count a signal as an occurrence of a case of ours that is not over, unless it was counted before."""
        if not self.ours(case):
            return
        self.counter.begin(case, fresh=False)
        before = self.counter.last_seen(case)
        self.counter.count(case.uid, signal)
        self.fresh.begin(case)
        self.fresh.show(case, signal)
        known, seen = self.relapses(case), self.counter.last_seen(case)
        if known.recurring and seen - before >= self._stable:
            self._relapses[case.uid] = known.with_one(seen)

    def relapses(self, case: Investigation) -> Relapses:
        """How often the failure of a case came back within its episode, with what is not written yet."""
        return max(self._relapses.get(case.uid, Relapses()), case.relapses, key=lambda relapses: relapses.count)

    def absorb(self, case: Investigation, signal: Signal, *, origin: str, name: str = "") -> None:
        """Count something that fails because of the subject of a case, once for each ``origin``.

        With a ``name`` it is also listed in the status, as far as there is room.
        """
        self.absorbed.add(case, signal, origin=origin, name=name, now=self._clock())

    def counted(self, case: Investigation) -> Object:
        """The status fields that tell how often and when a case was seen, and what it absorbed.

        Of what another operator looks after, only what it absorbed here.
        """
        if not self.ours(case):
            return self.absorbed.status(case)
        return {
            "occurrences": max(1, self.counter.occurrences(case)),
            "lastSeen": to_rfc3339(self.counter.last_seen(case)),
            "observedGeneration": case.generation,
            **self.fresh.status(case),
            **self.relapses(case).status(),
            **self.absorbed.status(case),
            **alerts_status(case),
        }

    def due_again(self) -> list[tuple[Investigation, Occasion]]:
        """The open cases that are to be judged again now, and why; those that were looked at longest ago first."""
        opened = [case for uid in self._opened if (case := self.index.get(uid)) is not None and case.open]
        self._opened.clear()
        for case, on in dependents(opened, self.index.unresolved()):
            if on.began_at > self.fresh.evidence_time(case):
                self.fresh.depend(case.uid, f"{on.subject} fails since ({on.name})")
        return self.fresh.due(self.index.get)

    def take_behind(self) -> list[Investigation]:
        """The open cases whose counts or alerts have changed since the last call: their statuses are behind."""
        behind = self.counter.take_changed() | self.absorbed.take_changed() | self._behind
        self._behind = set()
        cases = (self.index.get(uid) for uid in behind)
        return [case for case in cases if case is not None and case.open]

    def take_unlabelled(self, most: int) -> list[Investigation]:
        """So many cases whose labels do not say what their statuses say, those that wait for longest first."""
        uids = list(self._unlabelled)[:most]
        for uid in uids:
            del self._unlabelled[uid]
        cases = (self.index.get(uid) for uid in uids)
        return [case for case in cases if case is not None and case.label_changes]

    def unlabelled(self, case: Investigation) -> None:
        """Return a case of :meth:`take_unlabelled` that could not be written: a later call names it again."""
        self._unlabelled[case.uid] = None

    def still_behind(self, case: Investigation) -> None:
        """Return a case of :meth:`take_behind` whose counts could not be written: the next call names it again."""
        self._behind.add(case.uid)

    def _end(self, uid: str) -> None:
        self.counter.forget(uid)
        self.fresh.forget(uid)
        self.absorbed.forget(uid)
        self._relapses.pop(uid, None)
        self._behind.discard(uid)
        self.release(uid)
