"""Puts the operator together and runs it until it is told to stop."""

import asyncio
import gc
import signal
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from typing import Any

import structlog

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.struct_types import look_at_structs
from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator import logs, metrics
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.open_series import open_series
from casebook_operator.cases.wiring import CaseWiring
from casebook_operator.dispatcher import Dispatcher
from casebook_operator.feedback.sync import FeedbackSync
from casebook_operator.http import serve
from casebook_operator.investigation.names import KIND
from casebook_operator.investigation.seal import Seal
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.kube.absent_groups import AbsentGroups
from casebook_operator.kube.known_first import KnownFirst
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.loop_watch import watched_loop
from casebook_operator.maintenance import Maintenance
from casebook_operator.pipeline.wiring import PipelineWiring
from casebook_operator.pseudonyms import PseudonymKey, PseudonymsOf
from casebook_operator.recall import opened_memory, retention
from casebook_operator.scope import Scope
from casebook_operator.secret_key import load_or_create
from casebook_operator.sensor import Sensor
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.serving import listening
from casebook_operator.settings import Settings
from casebook_operator.taxonomies import Layers, Reclassify, Reload, SignalRefresh, TaxonomyStore

log = structlog.get_logger(__name__)

_THREADS = 2
"""For what takes long: judging, reading logs, reports. More would only keep the loop from the interpreter's lock."""
_SWITCH_SECONDS = 0.0005
"""After how long a thread gives up the interpreter's lock to one that waits for it. Beside threads that compute the
event loop would wait for 5 ms after each system call (CPython Python/ceval_gil.c; figures: docs/benchmarks.md)."""


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT.

    Raises:
        CasebookError: Something that it needs is missing at the start, or a part of it has ended by itself. The message
            says what to do.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(_THREADS, "casebook-work"))
    sys.setswitchinterval(_SWITCH_SECONDS)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    key = PseudonymKey.of(settings.evidence)
    logs.redact_with(key.own())
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(watched_loop("operator"))
        kube = await stack.enter_async_context(await connect(settings.cluster.kubeconfig, settings.cluster.context))
        memory = await stack.enter_async_context(opened_memory(settings))
        operator = Operator(kube, memory, key.of_namespace, settings)
        cases = await operator.restore()
        stack.enter_context(open_series(operator.index))
        metrics.announce("operator")
        sensor = ClusterSensor(kube, operator.scope, operator.known)
        port = stack.enter_context(listening(settings.http.host, settings.http.port, setting="CASEBOOK_HTTP__PORT"))
        url = await stack.enter_async_context(serve(port, alive=operator.alive, ready=lambda: operator.ready(sensor)))
        log.info(
            "started",
            api_server=kube.server,
            http=url,
            cases=cases,
            cluster=settings.cluster.name,
            watches=str(operator.scope),
        )
        _settle()
        await operator.run(sensor, stop)
    log.info("stopped")


def _settle() -> None:
    """Take what lives to the end out of the garbage collector's sight.

    Modules and what they made are 150,000 objects. To look at all of them took 100 to 350 ms, now and then, while the
    event loop stood still (``docs/benchmarks.md``; CPython's documentation of ``gc.freeze``).
    """
    gc.collect()
    gc.freeze()


class Operator:
    """All parts of the operator, wired."""

    def __init__(self, kube: KubeClient, memory: Memory, pseudonyms: PseudonymsOf, settings: Settings) -> None:
        shipped = shipped_taxonomy()
        holder = TaxonomyHolder(shipped)
        self.scope = scope = Scope.of(settings)
        self.known = KnownObjects()
        """For a sensor to keep up to date."""
        self._reload = Reload(
            layers=Layers(shipped, settings.taxonomy.paths), holder=holder, store=TaxonomyStore(kube, scope)
        )
        self._kube = kube
        self._memory = memory
        self._maintenance = Maintenance(memory, retention(settings))
        self._store = InvestigationStore(kube)
        self._wiring = wiring = CaseWiring(
            kube=kube,
            store=self._store,
            memory=memory,
            taxonomy=holder.current,
            pseudonyms=pseudonyms,
            seal=Seal(load_or_create(settings.evidence.redaction_key)),
            settings=settings,
        )
        self._pipeline = PipelineWiring(
            wiring=wiring,
            reader=KnownFirst(AbsentGroups(kube), self.known),
            memory=memory,
            taxonomy=holder.current,
            pseudonyms=pseudonyms,
            settings=settings,
        )
        self._feedback = FeedbackSync(
            memory=memory,
            writer=wiring.writer,
            cases=wiring.cases,
            pseudonyms=pseudonyms,
            view=settings.memory.view,
        )
        self._dispatcher = Dispatcher(
            signals=wiring.due_signals,
            taxonomies=self._reload,
            cases=wiring.cases,
            refusals=self._pipeline.refusals,
            intake=self._pipeline.intake,
            feedback=self._feedback,
        )
        self._signal_refresh = SignalRefresh(kube=kube, scope=scope, holder=holder, look=wiring.due_signals.look)
        self._reclassify = Reclassify(
            holder=holder,
            memory=memory,
            index=wiring.cases.index,
            publisher=self._pipeline.publisher,
            view=settings.memory.view,
        )
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def index(self) -> InvestigationIndex:
        """What is known of the Investigations in the cluster."""
        return self._wiring.cases.index

    async def restore(self) -> int:
        """Read the Investigations that exist, and return their number. Call it before any sensor runs.

        Otherwise the first pod that is seen would open another episode of a case that is open already.

        Raises:
            CasebookError: The cluster or the database does not answer or refuses, or Investigations are not installed.
        """
        self._pipeline.spool.prepare()
        try:
            cases = await self._store.list(self.scope.places(KIND))
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
        await self._pipeline.investigator.replay_orphans()
        return len(cases)

    async def run(self, sensor: Sensor, stop: asyncio.Event) -> None:
        """Run all parts until ``stop`` is set.

        Raises:
            CasebookError: A part has ended by itself.
        """
        look_at_structs()
        self._tasks = (
            _task(sensor.run(self._dispatcher), "sensor"),
            _task(self._pipeline.intake.run(), "intake"),
            _task(self._pipeline.recount.run(), "counts"),
            _task(self._wiring.delay_queue.run(self._wiring.due_signals.look), "delay queue"),
            _task(self._wiring.implied.run(), "implied services"),
            _task(self._wiring.overflow.run(self._wiring.cases.release), "overflow"),
            _task(self._wiring.recovery.run(), "recovery"),
            _task(self._reload.run(), "taxonomies"),
            _task(self._reclassify.run(), "reclassify"),
            _task(self._signal_refresh.run(), "signal refresh"),
            _task(self._maintenance.run(), "maintenance"),
        )
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


async def _identity(kube: KubeClient, scope: Scope) -> str:
    """What tells those who remember apart, whatever their clusters are called."""
    found = await kube.get(paths.item("Namespace", "", scope.identity))
    return str(found["metadata"]["uid"])


def _task(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    return asyncio.create_task(work, name=name)
