"""Puts the operator together and runs it until it is told to stop."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any

import structlog

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator import logs, metrics
from casebook_operator.cases.casework import Casework
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.open_series import open_series
from casebook_operator.desk import Desk
from casebook_operator.feedback.takeover import Takeover
from casebook_operator.http import serve
from casebook_operator.investigation.names import KIND
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.pipeline import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.spool import Spool
from casebook_operator.recall import opened_memory, retention
from casebook_operator.scope import Scope
from casebook_operator.secret_key import digest_with, load_or_create
from casebook_operator.sensor import Sensor
from casebook_operator.sensor.kopf_sensor import KopfSensor
from casebook_operator.settings import Settings
from casebook_operator.taxonomies import Layers, Rejudge, Reload, SecondSight, TaxonomyStore
from casebook_operator.upkeep import Upkeep

log = structlog.get_logger(__name__)


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT.

    Raises a :class:`CasebookError` when something that it needs is missing at the start.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        kube = await stack.enter_async_context(await connect(settings.cluster.kubeconfig, settings.cluster.context))
        memory = await stack.enter_async_context(opened_memory(settings))
        operator = Operator(kube, memory, settings)
        cases = await operator.restore()
        stack.enter_context(open_series(operator.ledger))
        metrics.announce("operator")
        sensor = KopfSensor(kube, operator.scope)
        url = await stack.enter_async_context(
            serve(settings.http, alive=operator.alive, ready=lambda: operator.ready(sensor))
        )
        log.info(
            "started",
            api_server=kube.server,
            http=url,
            cases=cases,
            cluster=settings.cluster.name,
            watches=str(operator.scope),
        )
        await operator.run(sensor, stop)
    log.info("stopped")


class Operator:
    """All parts of the operator, wired."""

    def __init__(self, kube: KubeClient, memory: Memory, settings: Settings) -> None:
        key = load_or_create(settings.evidence.redaction_key)
        digest, redactor = digest_with(key), Redactor(key, addresses=settings.evidence.redact_addresses)
        logs.redact_with(redactor)
        shipped = shipped_taxonomy()
        holder = TaxonomyHolder(shipped)
        self.scope = scope = Scope.of(settings)
        self._reload = Reload(
            layers=Layers(shipped, settings.taxonomy.paths), holder=holder, store=TaxonomyStore(kube, scope)
        )
        spool = Spool(settings.evidence.spool)
        spool.prepare()
        self._kube = kube
        self._memory = memory
        self._upkeep = Upkeep(memory, retention(settings))
        self._store = InvestigationStore(kube)
        self._casework = casework = Casework(
            kube=kube,
            store=self._store,
            memory=memory,
            taxonomy=holder.current,
            redactor=redactor,
            digest=digest,
            settings=settings,
        )
        publisher = Publisher(
            store=self._store, ledger=casework.ledger, tally=casework.tally, roll=casework.roll, settings=settings
        )
        self._investigator = Investigator(
            kube=kube,
            memory=memory,
            taxonomy=holder.current,
            redactor=redactor,
            digest=digest,
            spool=spool,
            ledger=casework.ledger,
            publisher=publisher,
            settings=settings,
        )
        self._takeover = Takeover(
            memory=memory,
            store=self._store,
            ledger=casework.ledger,
            redactor=redactor,
            view=settings.memory.view,
        )
        self._desk = Desk(
            taxonomy=holder.current,
            taxonomies=self._reload,
            patience=settings.signals,
            waiting=casework.waiting,
            intake=casework.intake,
            release=casework.release,
            investigator=self._investigator,
            publisher=publisher,
            ledger=casework.ledger,
            tally=casework.tally,
            roll=casework.roll,
            takeover=self._takeover,
        )
        self._second_sight = SecondSight(kube=kube, scope=scope, holder=holder, look=self._desk.look)
        self._rejudge = Rejudge(
            holder=holder, memory=memory, ledger=casework.ledger, publisher=publisher, view=settings.memory.view
        )
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def ledger(self) -> Ledger:
        """What is known of the Investigations in the cluster."""
        return self._casework.ledger

    async def restore(self) -> int:
        """Learn what is open already. Without it, the first pod seen would open its second episode."""
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
            self._desk.restore(case)
        await self._investigator.replay_orphans()
        return len(cases)

    async def run(self, sensor: Sensor, stop: asyncio.Event) -> None:
        """Until ``stop``, or until a part ends by itself, which is an error."""
        self._tasks = (
            _task(sensor.run(self._desk), "sensor"),
            _task(self._desk.run(), "counts"),
            _task(self._casework.waiting.run(self._desk.look), "waiting room"),
            _task(self._casework.implied.run(), "implied services"),
            _task(self._casework.overflow.run(self._casework.release), "overflow"),
            _task(self._casework.recovery.run(), "recovery"),
            _task(self._reload.run(), "taxonomies"),
            _task(self._rejudge.run(), "rejudge"),
            _task(self._second_sight.run(), "second sight"),
            _task(self._upkeep.run(), "upkeep"),
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
                self._casework.close(), self._investigator.close(), self._takeover.close(), self._reload.close()
            )
        if ended is not None and not stop.is_set():
            raise CasebookError(f"The part '{ended.get_name()}' of the operator ended.") from ended.exception()

    async def alive(self) -> tuple[str, ...]:
        """Whether every part still runs: what a restart would repair."""
        return tuple(f"the part '{task.get_name()}' has ended" for task in self._tasks if task.done())

    async def ready(self, sensor: Sensor) -> tuple[str, ...]:
        """Whether a failure in the cluster would be seen and recorded now."""
        wrong = [*await self.alive(), *sensor.health.complaints()]
        if not self._upkeep.warm:
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
