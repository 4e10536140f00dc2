"""Builds all parts that make Investigations out of signals, and connects them."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

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
    """The parts that open cases, count their occurrences and close them."""

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
        self.store = store = InvestigationStore(kube)
        self.delay_queue = DelayQueue(kube)
        self.overflow = Overflow(share.part(settings.cases.ceiling))
        self.cases = cases = OpenCases(
            look_again=self.delay_queue.read_again,
            scope=Scope.of(settings),
            is_own=seal.is_own,
            stable=timedelta(seconds=settings.cases.stable_seconds),
            again=timedelta(seconds=settings.cases.judge_again_seconds),
            revisions=settings.cases.revisions,
            share=share,
        )
        self.writer = StatusWriter(store, cases)
        self.reopening = Reopening(
            writer=self.writer,
            memory=memory,
            cases=cases,
            window=timedelta(seconds=settings.cases.reopen_seconds),
        )
        self.heads = Heads(
            index=cases.index,
            is_own=seal.is_own,
            keys=seal.causes,
            log_text=settings.evidence.log_text is LogAudience.INVESTIGATION_READERS,
            everywhere=settings.memory.visibility is Visibility.CLUSTER and share.count == 1,
        )
        resolver = SubjectResolver(kube)
        correlator = Correlator(
            links=Links(kube, resolver),
            devices=DeviceFaults(kube, cases.index),
            index=cases.index,
            last_seen=cases.counter.last_seen,
        )
        opener = CaseOpener(
            settings.cluster,
            store,
            cases,
            seal,
            self.reopening,
            Episodes(memory),
            log_text=settings.evidence.log_text,
        )
        self.deduplicator = Deduplicator(
            cases=cases,
            opener=opener,
            resolver=resolver,
            correlator=correlator,
            staleness=Staleness(kube),
            overflow=self.overflow,
            pseudonyms=pseudonyms,
        )
        self.due_signals = DueSignals(
            taxonomy=taxonomy,
            settings=settings.signals,
            delay_queue=self.delay_queue,
            deduplicator=self.deduplicator,
            owns=share.owns,
        )
        self.retention = CaseRetention(store=store, memory=memory, cases=cases, settings=settings.cases)
        self.implied = ImpliedServices(
            kube=kube,
            index=cases.index,
            observe=self.deduplicator.observe,
            hold_durations=settings.signals,
            is_told=self.heads.is_told,
        )
        diff = RecoveryDiff(kube=kube, pseudonyms=pseudonyms)
        closing = Closing(writer=self.writer, memory=memory, cases=cases, diff=diff)
        self.outages = Outages(
            heads=self.heads,
            opener=opener,
            writer=self.writer,
            memory=memory,
            correlator=correlator,
            closing=closing,
            kube=kube,
        )
        self.recovery = RecoverySweep(
            kube=kube,
            known=known,
            cases=cases,
            inhibitor=Inhibitor(correlator, cases),
            closing=closing,
            taxonomy=taxonomy,
            settings=settings.cases,
        )

    async def close(self) -> None:
        await asyncio.gather(
            self.delay_queue.close(),
            self.implied.close(),
            self.deduplicator.close(),
            self.recovery.close(),
            self.reopening.close(),
        )
