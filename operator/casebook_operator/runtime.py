"""Puts the operator together and runs it until it is told to stop: one life of it, for one share of the cluster."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.struct_types import look_at_structs
from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.misfits import MisfitRounds
from casebook_operator.cases.wiring import CaseWiring
from casebook_operator.dispatcher import Dispatcher
from casebook_operator.feedback.rounds import FeedbackRounds
from casebook_operator.feedback.sync import FeedbackSync
from casebook_operator.investigation.names import KIND
from casebook_operator.investigation.seal import Seal
from casebook_operator.kube import ApiStatusError, KubeClient, paths
from casebook_operator.kube.absent_groups import AbsentGroups
from casebook_operator.kube.fenced_client import FencedClient
from casebook_operator.kube.known_first import KnownFirst
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.maintenance import Maintenance
from casebook_operator.pipeline.wiring import PipelineWiring
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.recall import retention
from casebook_operator.reflection.wiring import ReflectionWiring
from casebook_operator.scope import Scope
from casebook_operator.secret_key import load_or_create
from casebook_operator.sensor import Sensor
from casebook_operator.settings import Settings
from casebook_operator.sharding import Share
from casebook_operator.taxonomies import Layers, Reclassify, Reload, SignalRefresh, TaxonomyStore


class Tenure(NamedTuple):
    """What an operator looks after, for as long as nobody else does."""

    share: Share
    check: Callable[[], None]
    """Raises a CasebookError when it is over. Called before anything is written."""


class Operator:
    """All parts of the operator, wired."""

    def __init__(
        self,
        kube: KubeClient,
        memory: Memory,
        pseudonyms: PseudonymsOf,
        settings: Settings,
        tenure: Tenure | None = None,
    ) -> None:
        """Without a ``tenure`` it looks after everything."""
        self.share = share = tenure.share if tenure else Share(settings.cluster.namespace)
        if tenure:
            kube = FencedClient(kube, tenure.check)
        shipped = shipped_taxonomy()
        holder = TaxonomyHolder(shipped)
        self.scope = scope = Scope.of(settings)
        self.known = KnownObjects(share.owns)
        """For a sensor to keep up to date."""
        self._reload = Reload(
            layers=Layers(shipped, settings.taxonomy.paths),
            holder=holder,
            store=TaxonomyStore(kube, scope),
            tells=share.leads,
        )
        self._kube = kube
        self._memory = memory
        self._maintenance = Maintenance(memory, retention(settings), alone=share.leads)
        known_first = KnownFirst(AbsentGroups(kube), self.known)
        self._wiring = wiring = CaseWiring(
            kube=kube,
            known=known_first,
            memory=memory,
            taxonomy=holder.current,
            pseudonyms=pseudonyms,
            seal=Seal(load_or_create(settings.evidence.redaction_key)),
            settings=settings,
            share=share,
        )
        self._pipeline = PipelineWiring(
            wiring=wiring,
            reader=known_first,
            memory=memory,
            taxonomy=holder.current,
            pseudonyms=pseudonyms,
            settings=settings,
            fence=tenure.check if tenure else lambda: None,
        )
        self._misfits = self._misfit_rounds(kube, settings)
        self._watches_misfits = settings.watch.misfits
        self._feedback = FeedbackSync(
            memory=memory, writer=wiring.writer, cases=wiring.cases, pseudonyms=pseudonyms, view=settings.memory.view
        )
        self._spoken = FeedbackRounds(
            memory=memory, writer=wiring.writer, cases=wiring.cases, view=settings.memory.view
        )
        self._reflection = ReflectionWiring(wiring=wiring, memory=memory, pseudonyms=pseudonyms, settings=settings)
        self._signal_refresh = SignalRefresh(kube=kube, scope=scope, holder=holder, look=wiring.due_signals.look)
        self._reclassify = Reclassify(
            holder=holder, memory=memory, index=wiring.cases.index, reviser=self._pipeline.reviser
        )
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def index(self) -> InvestigationIndex:
        """What is known of the Investigations in the cluster."""
        return self._wiring.cases.index

    async def restore(self) -> int:
        """Read the Investigations that exist, and return the number of ours. Call it before any sensor runs.

        Otherwise the first pod that is seen would open another episode of a case that is open already.

        Raises:
            CasebookError: The cluster or the database does not answer or refuses, or Investigations are not installed.
        """
        self._pipeline.spool.prepare()
        try:
            cases = await self._wiring.store.list(self.scope.places(KIND))
        except ApiStatusError as error:
            if error.not_found:
                raise ConfigurationError(
                    "The cluster does not know Investigations. Install them: casebook crds | kubectl apply -f -"
                ) from error
            raise
        await self._memory.register(await _identity(self._kube, self.scope))
        await self._reload.restore()
        for case in cases:
            self._wiring.cases.put(case)
        self._wiring.reopening.restore()
        of_others = {case.uid for case in cases if not self.share.owns(case.namespace)}
        await self._pipeline.investigator.replay_orphans(of_others)
        return len(cases) - len(of_others)

    async def run(self, sensor: Sensor, stop: asyncio.Event) -> None:
        """Run all parts until ``stop`` is set.

        Raises:
            CasebookError: A part has ended by itself.
        """
        look_at_structs()
        self._tasks = (
            _task(sensor.run(self._dispatcher()), "sensor"),
            _task(self._pipeline.beside.run(), "evidence"),
            _task(self._pipeline.intake.run(), "intake"),
            _task(self._pipeline.recount.run(), "counts"),
            _task(self._pipeline.again.run(), "judging again"),
            _task(self._wiring.delay_queue.run(self._wiring.due_signals.look), "delay queue"),
            _task(self._wiring.implied.run(), "implied services"),
            _task(self._wiring.outages.run(), "outages"),
            _task(self._wiring.overflow.run(self._wiring.cases.release), "overflow"),
            _task(self._wiring.recovery.run(), "recovery"),
            _task(self._wiring.retention.run(), "retention"),
            _task(self._reload.run(), "taxonomies"),
            _task(self._reclassify.run(), "reclassify"),
            _task(self._maintenance.run(), "maintenance"),
            _task(self._spoken.run(), "feedback"),
        )
        if self._watches_misfits:
            self._tasks += (_task(self._misfits.run(), "misfits"),)
        if self.share.leads:
            self._tasks += (_task(self._signal_refresh.run(), "signal refresh"),)
        stopping = asyncio.create_task(stop.wait(), name="stop")
        everything: tuple[asyncio.Task[Any], ...] = (*self._tasks, stopping)
        try:
            await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
            ended = next((task for task in self._tasks if task.done()), None)
        finally:
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)
            await asyncio.gather(
                self._wiring.close(),
                self._pipeline.close(),
                self._feedback.close(),
                self._reflection.close(),
                self._reload.close(),
            )
        if ended is not None and not stop.is_set():
            raise CasebookError(f"The part '{ended.get_name()}' of the operator ended.") from ended.exception()

    async def alive(self) -> tuple[str, ...]:
        """What is wrong that a restart would repair, in words: parts that have ended. Empty when all run."""
        return tuple(f"the part '{task.get_name()}' has ended" for task in self._tasks if task.done())

    async def ready(self, sensor: Sensor) -> tuple[str, ...]:
        """Why a failure in the cluster would not be seen or recorded now, in words. Empty when it would."""
        wrong = [*await self.alive(), *sensor.health.complaints()]
        if not self._maintenance.warm:
            wrong.append("the embedding model is being loaded")
        try:
            await self._memory.check()
        except CasebookError as error:
            wrong.append(str(error))
        return tuple(wrong)

    def _misfit_rounds(self, kube: KubeClient, settings: Settings) -> MisfitRounds:
        return MisfitRounds(
            kube=kube,
            reader=KnownFirst(AbsentGroups(kube), self.known),
            beside=self._pipeline.beside,
            places=self.scope.places,
            owns=self.share.owns,
            observe=self._wiring.deduplicator.observe,
            hold_durations=settings.signals,
        )

    def _dispatcher(self) -> Dispatcher:
        return Dispatcher(
            signals=self._wiring.due_signals,
            taxonomies=self._reload,
            cases=self._wiring.cases,
            refusals=self._pipeline.refusals,
            intake=self._pipeline.intake,
            feedback=self._feedback,
            reflection=self._reflection.sync,
        )


async def _identity(kube: KubeClient, scope: Scope) -> str:
    """What tells those who remember apart, whatever their clusters are called."""
    found = await kube.get(paths.item("Namespace", "", scope.identity))
    return str(found["metadata"]["uid"])


def _task(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    return asyncio.create_task(work, name=name)
