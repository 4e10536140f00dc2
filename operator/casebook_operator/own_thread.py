"""Work in a thread and an event loop of its own."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger(__name__)

STOP_SECONDS = 5.0
"""For how long work is waited for that was told to stop. A thread that goes on does not keep the process alive."""


async def in_own_thread(work: Callable[[asyncio.Event], Awaitable[None]], name: str) -> None:
    """Run ``work`` until it ends by itself; when this is cancelled, tell it to stop and wait for a bounded time.

    Args:
        work: Is called and runs in the thread's loop. The event, which belongs to that loop, says that it should stop.
        name: Of the thread.

    Raises:
        BaseException: What ``work`` raised.
    """
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    home = asyncio.get_running_loop()
    ended: asyncio.Future[None] = home.create_future()

    async def worked() -> None:
        await work(stop)

    def live() -> None:
        error: BaseException | None = None
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(worked())
        except BaseException as raised:  # noqa: BLE001 (the boundary of the thread: whoever waits for it gets it)
            error = raised
        with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop at home is closed
            home.call_soon_threadsafe(_settle, ended, error)

    thread = threading.Thread(target=live, name=name, daemon=True)
    thread.start()
    try:
        await asyncio.wait((ended,))
        ended.result()
    finally:
        with contextlib.suppress(RuntimeError):  # it has ended, and its loop is closed
            loop.call_soon_threadsafe(stop.set)
        await asyncio.wait((ended,), timeout=STOP_SECONDS)
        if ended.done():
            thread.join()
        else:
            log.warning("a thread does not stop", thread=name, seconds=STOP_SECONDS)


def _settle(ended: asyncio.Future[None], error: BaseException | None) -> None:
    if error is None:
        ended.set_result(None)
    else:
        ended.set_exception(error)
        ended.exception()  # who does not wait any more need not be told that nobody has asked
