"""Builds all parts that make Investigations out of signals, and connects them."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import cached_property

from casebook_analyzer.memory import Memory
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.deduplication import Deduplicator
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.due_signals import DueSignals
from casebook_operator.cases.episodes import Episodes
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.implied import ImpliedServices
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.opener import CaseOpener
from casebook_operator.cases.outages import Outages
from casebook_operator.cases.overflow import Overflow
from casebook_operator.cases.recovery import RecoverySweep
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.reopening import Reopening
from casebook_operator.cases.retention import CaseRetention
from casebook_operator.cases.staleness import Staleness
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation.seal import Seal
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, ObjectReader
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.scope import Scope
from casebook_operator.settings import LogAudience, Settings, Visibility
from casebook_operator.sharding import Share


class CaseWiring:
    """The parts that open cases, count their occurrences and close them: each is made when somebody first wants it."""

    def __init__(
        self,
        *,
        kube: KubeClient,
        known: ObjectReader,
        memory: Memory,
        taxonomy: Callable[[], Taxonomy],
        pseudonyms: PseudonymsOf,
        seal: Seal,
        settings: Settings,
        share: Share,
    ) -> None:
        """``taxonomy`` gives the one that is in force now; ``known`` reads what watches have brought."""
        self._kube, self._known, self._memory = kube, known, memory
        self._taxonomy, self._pseudonyms, self._seal = taxonomy, pseudonyms, seal
        self._settings, self._share = settings, share

    @cached_property
    def store(self) -> InvestigationStore:
        return InvestigationStore(self._kube)

    @cached_property
    def delay_queue(self) -> DelayQueue:
        return DelayQueue(self._kube)

    @cached_property
    def overflow(self) -> Overflow:
        return Overflow(self._share.part(self._settings.cases.ceiling))

    @cached_property
    def cases(self) -> OpenCases:
        settings = self._settings.cases
        return OpenCases(
            look_again=self.delay_queue.read_again,
            scope=Scope.of(self._settings),
            is_own=self._seal.is_own,
            stable=timedelta(seconds=settings.stable_seconds),
            again=timedelta(seconds=settings.judge_again_seconds),
            revisions=settings.revisions,
            share=self._share,
        )

    @cached_property
    def writer(self) -> StatusWriter:
        return StatusWriter(self.store, self.cases)

    @cached_property
    def reopening(self) -> Reopening:
        return Reopening(
            writer=self.writer,
            memory=self._memory,
            cases=self.cases,
            window=timedelta(seconds=self._settings.cases.reopen_seconds),
        )

    @cached_property
    def heads(self) -> Heads:
        settings = self._settings
        return Heads(
            index=self.cases.index,
            is_own=self._seal.is_own,
            keys=self._seal.causes,
            log_text=settings.evidence.log_text is LogAudience.INVESTIGATION_READERS,
            everywhere=settings.memory.visibility is Visibility.CLUSTER and self._share.count == 1,
        )

    @cached_property
    def deduplicator(self) -> Deduplicator:
        return Deduplicator(
            cases=self.cases,
            opener=self._opener,
            resolver=self._resolver,
            correlator=self._correlator,
            staleness=Staleness(self._kube),
            overflow=self.overflow,
            pseudonyms=self._pseudonyms,
        )

    @cached_property
    def due_signals(self) -> DueSignals:
        return DueSignals(
            taxonomy=self._taxonomy,
            settings=self._settings.signals,
            delay_queue=self.delay_queue,
            deduplicator=self.deduplicator,
            owns=self._share.owns,
        )

    @cached_property
    def retention(self) -> CaseRetention:
        return CaseRetention(store=self.store, memory=self._memory, cases=self.cases, settings=self._settings.cases)

    @cached_property
    def implied(self) -> ImpliedServices:
        return ImpliedServices(
            kube=self._kube,
            index=self.cases.index,
            observe=self.deduplicator.observe,
            hold_durations=self._settings.signals,
            is_told=self.heads.is_told,
        )

    @cached_property
    def outages(self) -> Outages:
        return Outages(
            heads=self.heads,
            opener=self._opener,
            writer=self.writer,
            memory=self._memory,
            correlator=self._correlator,
            closing=self._closing,
            kube=self._kube,
        )

    @cached_property
    def recovery(self) -> RecoverySweep:
        return RecoverySweep(
            kube=self._kube,
            known=self._known,
            cases=self.cases,
            inhibitor=Inhibitor(self._correlator, self.cases),
            closing=self._closing,
            taxonomy=self._taxonomy,
            settings=self._settings.cases,
        )

    @cached_property
    def _resolver(self) -> SubjectResolver:
        return SubjectResolver(self._kube)

    @cached_property
    def _correlator(self) -> Correlator:
        return Correlator(
            links=Links(self._kube, self._resolver),
            devices=DeviceFaults(self._kube, self.cases.index),
            index=self.cases.index,
            last_seen=self.cases.counter.last_seen,
        )

    @cached_property
    def _opener(self) -> CaseOpener:
        return CaseOpener(
            self._settings.cluster,
            self.store,
            self.cases,
            self._seal,
            self.reopening,
            Episodes(self._memory),
            log_text=self._settings.evidence.log_text,
        )

    @cached_property
    def _closing(self) -> Closing:
        diff = RecoveryDiff(kube=self._kube, pseudonyms=self._pseudonyms)
        return Closing(writer=self.writer, memory=self._memory, cases=self.cases, diff=diff)

    async def close(self) -> None:
        await asyncio.gather(
            self.delay_queue.close(),
            self.implied.close(),
            self.deduplicator.close(),
            self.recovery.close(),
            self.reopening.close(),
        )
