"""The whole operator at work in this process, on a real API server and a real database."""

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casebook_analyzer.memory import Memory, open_memory
from casebook_operator.kube import KubeClient
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.runtime import Operator
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.settings import Settings


@asynccontextmanager
async def working(kube: KubeClient, settings: Settings, dsn: str) -> AsyncIterator[Memory]:
    """Run it beside a test."""
    memory = open_memory(dsn, tenant=settings.cluster.name, embedder=None)
    operator, stop = Operator(kube, memory, PseudonymKey.of(settings.evidence).of_namespace, settings), asyncio.Event()
    sensor = ClusterSensor(kube, operator.scope, operator.known)
    await operator.restore()
    running = asyncio.create_task(operator.run(sensor, stop))
    try:
        while sensor.health.complaints():
            assert not running.done(), running.exception()
            await asyncio.sleep(0.1)
        yield memory
    finally:
        stop.set()
        await running
        await memory.close()
        collect_what_was_cut_off()


def collect_what_was_cut_off() -> None:
    """Take away what a task held that was cancelled in its midst, once in a while a connection of the database.

    An operator of its own ends here, and its connections with it; this process goes on with other tests.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()
