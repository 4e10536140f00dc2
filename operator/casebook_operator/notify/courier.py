"""Sends messages to all targets, and again to those that did not take one."""

import asyncio
from collections.abc import Callable, Sequence

import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_operator import metrics
from casebook_operator.notify.targets import MessageTarget
from casebook_operator.notify.texts import MessageText

log = structlog.get_logger(__name__)

PAUSES = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 600.0)
"""Seconds before each further attempt with one target that fails while others do not: twenty minutes in all."""
_TRYING = 100
"""Messages that are tried again at once; more are given up."""


class Courier:
    """Sends each message to every target. A target that fails holds up no other."""

    def __init__(self, read: Callable[[], Sequence[MessageTarget]], pauses: Sequence[float] = PAUSES) -> None:
        """``read`` gives the addresses of this moment: a mounted Secret changes while the process runs."""
        self._read = read
        self._pauses = pauses
        self._targets = read()
        self._trying: set[asyncio.Task[None]] = set()

    async def send(self, message: MessageText) -> bool:
        """Send a message; False when nobody took it, so that it is to be sent again."""
        targets = await self._now()
        taken = await asyncio.gather(*(self._attempt(target, message) for target in targets))
        if not any(taken):
            return False
        for target, done in zip(targets, taken, strict=True):
            if not done:
                self._try_again(target, message)
        return True

    async def close(self) -> None:
        """Give up what is tried again."""
        trying = [*self._trying]
        for task in trying:
            task.cancel()
        await asyncio.gather(*trying, return_exceptions=True)

    async def _now(self) -> Sequence[MessageTarget]:
        """The addresses; those of before, where they cannot be read."""
        try:
            self._targets = await asyncio.to_thread(self._read)
        except ConfigurationError as error:
            log.error("addresses cannot be used, those of before are", error=str(error))
        return self._targets

    async def _attempt(self, target: MessageTarget, message: MessageText) -> bool:
        wrong = await target.send(message)
        metrics.NOTIFICATIONS.labels(outcome="failed" if wrong else "sent").inc()
        if wrong:
            log.warning("a message was not taken", service=target.service, target=target.id, error=wrong)
        return not wrong

    def _try_again(self, target: MessageTarget, message: MessageText) -> None:
        if len(self._trying) >= _TRYING:
            log.error("a message was given up: too many are tried again", service=target.service, target=target.id)
            return
        task = asyncio.create_task(self._persist(target, message), name=f"message to {target.service}")
        self._trying.add(task)
        task.add_done_callback(self._trying.discard)

    async def _persist(self, target: MessageTarget, message: MessageText) -> None:
        for pause in self._pauses:
            await asyncio.sleep(pause)
            if await self._attempt(target, message):
                return
        log.error("a message was given up", service=target.service, target=target.id)
