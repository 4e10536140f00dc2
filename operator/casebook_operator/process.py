"""The process of ``casebook operator``: what it opens once, and the lives that it leads with it."""

import asyncio
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog

from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator import garbage, logs, metrics
from casebook_operator.http import serve
from casebook_operator.kube import KubeClient, connect
from casebook_operator.lives import Lives
from casebook_operator.loop_watch import watched_loop
from casebook_operator.off_loop import share_threads
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.recall import opened_memory
from casebook_operator.serving import listening
from casebook_operator.settings import Settings
from casebook_operator.sharding.holder import ShardHolder
from casebook_operator.sharding.leases import Leases

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
    share_threads(_THREADS, "casebook-work")
    sys.setswitchinterval(_SWITCH_SECONDS)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    key = PseudonymKey.of(settings.evidence)
    logs.redact_with(key.own())
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(watched_loop("operator"))
        with garbage.importing():
            # While the database answers; before there is a Lease to renew, as it takes the interpreter's lock.
            taxonomy = asyncio.create_task(asyncio.to_thread(shipped_taxonomy), name="taxonomy")
            kube = await stack.enter_async_context(await connect(settings.cluster.kubeconfig, settings.cluster.context))
            memory = await stack.enter_async_context(opened_memory(settings))
            await taxonomy
        holder = await stack.enter_async_context(_holding(kube, settings))
        lives = Lives(kube, memory, key.of_namespace, settings, holder)
        metrics.announce("operator")
        port = stack.enter_context(listening(settings.http.host, settings.http.port, setting="CASEBOOK_HTTP__PORT"))
        url = await stack.enter_async_context(serve(port, alive=lives.alive, ready=lives.ready))
        await lives.run(stop, url)
    log.info("stopped")


@asynccontextmanager
async def _holding(kube: KubeClient, settings: Settings) -> AsyncIterator[ShardHolder | None]:
    """Whoever holds shards for this process, until the context ends; None where one operator does everything."""
    chosen, home = settings.shards, settings.cluster.namespace
    if chosen.count == 1:
        metrics.SHARDS.set(1)
        metrics.SHARD_HELD.labels(shard=0).set(1)
        yield None
        return
    # As client-go's users do: a name that people find, and no other process ever had.
    identity = f"{socket.gethostname()}_{os.getpid()}_{secrets.token_hex(4)}"
    leases = Leases(
        kube,
        namespace=home,
        prefix=chosen.lease,
        holder=identity,
        count=chosen.count,
        seconds=chosen.lease_seconds,
    )
    holder = ShardHolder(leases, home=home, count=chosen.count, identity=identity, seconds=chosen.lease_seconds)
    running = asyncio.create_task(holder.run(), name="Leases")
    try:
        yield holder
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await holder.close()
