"""Creates Investigations. Their names follow from what fails, so that whoever computes one computes the same."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.errors import ClusterRefusedError
from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator import metrics
from casebook_operator.cases.episodes import Episodes
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.relations import in_another_form
from casebook_operator.cases.reopening import Reopening, ended
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.names import case_key
from casebook_operator.investigation.seal import Seal
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.settings import ClusterSettings, LogAudience

MAX_TAKEN = 5
"""Names in a row that somebody may have taken for Investigations of something else, or that are refused."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CaseOpener:
    """Opens the next episode of a case, or the last one again."""

    cluster: ClusterSettings
    store: InvestigationStore
    cases: OpenCases
    seal: Seal
    reopening: Reopening
    episodes: Episodes
    log_text: LogAudience = LogAudience.LOG_READERS
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def home(self) -> str:
        """The namespace in which cases of nodes and other objects without a namespace live."""
        return self.cluster.namespace

    def key(self, subject: SubjectRef, signal: Signal) -> str:
        """The key that all episodes of one failure class of one subject share (ten hexadecimal digits)."""
        return case_key(self.cluster.name, subject, signal.failure_class)

    def latest(self, subject: SubjectRef, signal: Signal) -> Investigation | None:
        """The newest episode of a failure that is known; None before its first.

        Where the signal shows in another form what was closed a while ago, it is that episode.
        """
        own = self._own(subject, signal)
        if own is not None and not own.resolved:
            return own
        again = [case for case in self.cases.index.over(subject) if self._was(case, subject, signal)]
        return max((*again, *((own,) if own is not None else ())), key=_ended, default=None)

    def _own(self, subject: SubjectRef, signal: Signal) -> Investigation | None:
        return self.cases.index.latest(subject.namespace or self.home, self.key(subject, signal))

    def _was(self, case: Investigation, subject: SubjectRef, signal: Signal) -> bool:
        """Whether a closed case is about what a signal shows in another form now, so that it is opened again."""
        here = case.namespace == (subject.namespace or self.home)
        one = case.subject.container == subject.container and in_another_form(case.signal, signal)
        return here and one and self.reopening.belongs_to(case, signal)

    async def open(self, signal: Signal, subject: SubjectRef) -> Investigation:
        """Open the latest episode again, where the signal is its relapse; else create the one after it.

        An Investigation that an earlier process created before it was cut off is taken over.
        Names are no secret: one that somebody took for something else is passed over.

        Raises:
            NamespaceEndsError: The namespace is being deleted.
            ConfigurationError: The namespace, or the resource, does not exist.
            ClusterRefusedError: The API server refuses it for another reason, or :data:`MAX_TAKEN` names are taken.
            ClusterUnavailableError: The API server does not answer.
        """
        now, latest = self.clock(), self.latest(subject, signal)
        if latest is not None and self.reopening.belongs_to(latest, signal):
            again = await self.reopening.reopen(latest, signal)
            if again is not None:
                return again
        signal = self._readable(msgspec.structs.replace(signal, occurred_at=min(signal.occurred_at, now)))
        case = await self._created(signal, subject, 1 + await self._last_episode(signal, subject))
        fresh = not case.status
        if self.cases.index.get(case.uid) is None:
            if fresh:
                metrics.OPENED.labels(trigger=signal.trigger).inc()
                metrics.DETECTION_SECONDS.observe((now - signal.occurred_at).total_seconds())
                log.info("opened", investigation=case.name, namespace=case.namespace)
            self.cases.put(case)
        self.cases.counter.begin(case, fresh=fresh)
        return case

    async def _last_episode(self, signal: Signal, subject: SubjectRef) -> int:
        namespace, latest = subject.namespace or self.home, self._own(subject, signal)
        remembered = await self.episodes.last(subject, self.key(subject, signal), namespace)
        return max(remembered, latest.episode if latest is not None else 0)

    def _readable(self, signal: Signal) -> Signal:
        """The signal of a container's end without its message: a pod may ask for the end of its log there.

        (``terminationMessagePolicy: FallbackToLogsOnError``.)
        """
        shown = self.log_text is LogAudience.INVESTIGATION_READERS or signal.exit_code is None
        return signal if shown else msgspec.structs.replace(signal, message="")

    async def _created(self, signal: Signal, subject: SubjectRef, first: int) -> Investigation:
        for episode in range(first, first + MAX_TAKEN):
            body = manifest(
                signal,
                subject,
                key=self.key(subject, signal),
                episode=episode,
                namespace=subject.namespace or self.home,
            )
            case = await self.store.create(self.seal.sealed(body))
            about = (case.subject.kind, case.subject.namespace, case.subject.name, case.signal.failure_class)
            meant = (subject.kind, subject.namespace, subject.name, signal.failure_class)
            if about == meant and not self.cases.refusal(case):
                return case
        raise ClusterRefusedError(f"The names of the Investigations of {subject} are taken by others; delete those.")


def _ended(case: Investigation) -> datetime:
    return ended(case) or case.last_seen
