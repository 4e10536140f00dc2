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
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.text import clean_line
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.recovery import Recovery
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.tally import Tally
from casebook_operator.desk import Desk
from casebook_operator.http import serve
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient, connect
from casebook_operator.pipeline import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.spool import Spool
from casebook_operator.recall import opened_memory
from casebook_operator.secret_key import digest_with, load_or_create
from casebook_operator.sensor import Sensor
from casebook_operator.sensor.kopf_sensor import KopfSensor
from casebook_operator.settings import Settings
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
        sensor = KopfSensor(kube)
        url = await stack.enter_async_context(
            serve(settings.http, alive=operator.alive, ready=lambda: operator.ready(sensor))
        )
        log.info("started", api_server=kube.server, http=url, cases=cases, cluster=settings.cluster.name)
        await operator.run(sensor, stop)
    log.info("stopped")


class Operator:
    """All parts of the operator, wired."""

    def __init__(self, kube: KubeClient, memory: Memory, settings: Settings) -> None:
        key = load_or_create(settings.evidence.redaction_key)
        digest, redactor = digest_with(key), Redactor(key)
        taxonomy = load_taxonomy(settings.taxonomy.paths)
        spool = Spool(settings.evidence.spool)
        spool.prepare()
        self._memory = memory
        self._upkeep = Upkeep(memory)
        self._store = InvestigationStore(kube)
        ledger, tally = Ledger(), Tally()
        publisher = Publisher(store=self._store, ledger=ledger, tally=tally, settings=settings)
        self._intake = Intake(
            cluster=settings.cluster,
            resolver=SubjectResolver(kube),
            store=self._store,
            ledger=ledger,
            tally=tally,
            clean=lambda text: clean_line(redactor.redact(text)),
        )
        self._investigator = Investigator(
            kube=kube,
            memory=memory,
            taxonomy=taxonomy,
            redactor=redactor,
            digest=digest,
            spool=spool,
            ledger=ledger,
            publisher=publisher,
            settings=settings,
        )
        self._recovery = Recovery(
            kube=kube,
            store=self._store,
            memory=memory,
            ledger=ledger,
            tally=tally,
            conditions=taxonomy.conditions,
            digest=digest,
            redactor=redactor,
            settings=settings.cases,
        )
        self._desk = Desk(
            taxonomy=taxonomy,
            intake=self._intake,
            investigator=self._investigator,
            publisher=publisher,
            ledger=ledger,
            tally=tally,
        )
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def restore(self) -> int:
        """Learn what is open already. Without it, the first pod seen would open its second episode."""
        try:
            cases = await self._store.list()
        except ApiStatusError as error:
            if error.not_found:
                raise ConfigurationError(
                    "The cluster does not know Investigations. Install them: casebook crds | kubectl apply -f -"
                ) from error
            raise
        for case in cases:
            self._desk.restore(case)
        await self._investigator.replay_orphans()
        return len(cases)

    async def run(self, sensor: Sensor, stop: asyncio.Event) -> None:
        """Until ``stop``, or until a part ends by itself, which is an error."""
        self._tasks = (
            _task(sensor.run(self._desk), "sensor"),
            _task(self._desk.run(), "counts"),
            _task(self._recovery.run(), "recovery"),
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
            await asyncio.gather(self._intake.close(), self._recovery.close(), self._investigator.close())
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


def _task(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    return asyncio.create_task(work, name=name)
