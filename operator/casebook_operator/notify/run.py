"""The process of ``casebook notify run``."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import structlog

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.http import Complaints, serve
from casebook_operator.investigation.names import KIND
from casebook_operator.kube import KubeClient, connect
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.notify.courier import Courier
from casebook_operator.notify.notifier import Notifier
from casebook_operator.notify.targets import read_targets
from casebook_operator.notify.texts import MessageWriter, read_texts
from casebook_operator.notify.told import Told
from casebook_operator.notify.told_store import ToldStore
from casebook_operator.scope import Scope
from casebook_operator.sensor import StreamHealth
from casebook_operator.sensor.backoff import JitteredBackoff
from casebook_operator.sensor.informer import Informer
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.serving import listening
from casebook_operator.settings import Settings
from casebook_operator.sharding import Share

log = structlog.get_logger(__name__)

_STREAMS = tuple(stream for stream in STREAMS if stream.kind == KIND)


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT. What is being sent then is sent, and kept as told.

    Raises:
        CasebookError: Something that it needs is missing at the start. The message says what to do.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await tell_until(stop, settings)
    log.info("stopped")


async def tell_until(stop: asyncio.Event, settings: Settings) -> None:
    """The same until an event is set."""
    writer = MessageWriter(
        read_texts(settings.notify.template), settings.reports.external_url, settings.evidence.redaction.policy
    )
    courier = Courier(lambda: read_targets(settings.notify.urls, settings.evidence.redaction.policy))
    scope = Scope.of(settings)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(courier.close)
        kube = await stack.enter_async_context(await connect(settings.cluster.kubeconfig, settings.cluster.context))
        health = StreamHealth(scope, _STREAMS)
        metrics.announce("notify")
        port = stack.enter_context(listening(settings.http.host, settings.notify.port, setting="CASEBOOK_NOTIFY__PORT"))
        url = await stack.enter_async_context(serve(port, alive=_nothing_wrong, ready=_ready(health)))
        log.info("started", probes=url, watches=str(scope))
        await _tell(kube, settings, health, courier, writer, stop=stop)


async def _tell(
    kube: KubeClient,
    settings: Settings,
    health: StreamHealth,
    courier: Courier,
    writer: MessageWriter,
    *,
    stop: asyncio.Event,
) -> None:
    scope = Scope.of(settings)
    store = ToldStore(kube, settings.cluster.namespace, settings.notify.state)
    told = await _until(stop, _told(store))
    if told is None:
        return
    notifier = Notifier(told, store, courier, writer, settings.notify)
    informer = Informer(kube, scope, _STREAMS, health, known=KnownObjects(), share=Share(scope.home))
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(informer.run(notifier), name="informer")
        await notifier.run(stop)
        watching.cancel()


async def _told(store: ToldStore) -> Told:
    """What was told, once the API server answers."""
    for pause in JitteredBackoff():
        try:
            return await store.read(datetime.now(UTC))
        except ClusterUnavailableError as error:
            log.warning("what was told cannot be read yet", error=str(error))
            await asyncio.sleep(pause)
    raise AssertionError  # the pauses never end


async def _until(stop: asyncio.Event, reading: Coroutine[None, None, Told]) -> Told | None:
    """What is read, or None where the process is stopped before."""
    task, stopped = asyncio.create_task(reading), asyncio.create_task(stop.wait())
    await asyncio.wait((task, stopped), return_when=asyncio.FIRST_COMPLETED)
    for one in (task, stopped):
        one.cancel()
    await asyncio.wait((task, stopped))
    return None if task.cancelled() else task.result()


async def _nothing_wrong() -> tuple[str, ...]:
    """A part that ends ends the process."""
    return ()


def _ready(health: StreamHealth) -> Complaints:
    async def complaints() -> tuple[str, ...]:
        return health.complaints()

    return complaints
