"""Tells what there is to tell, and keeps what was told."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import structlog
from typing_extensions import override

from casebook_analyzer.errors import CasebookError
from casebook_operator import metrics
from casebook_operator.investigation.manifest import parse
from casebook_operator.kube import Object
from casebook_operator.kube.objects import uid_of
from casebook_operator.notify.courier import PAUSES, Courier
from casebook_operator.notify.desk import Desk
from casebook_operator.notify.texts import MessageWriter
from casebook_operator.notify.told import Told
from casebook_operator.notify.told_store import ToldStore
from casebook_operator.notify_settings import NotifySettings
from casebook_operator.sensor import Observer

log = structlog.get_logger(__name__)

_LOOK_SECONDS = 1.0


class Notifier(Observer):
    """Takes Investigations in, and tells of them one message after the other."""

    def __init__(
        self,
        told: Told,
        store: ToldStore,
        courier: Courier,
        writer: MessageWriter,
        settings: NotifySettings,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._told = told
        self._store = store
        self._courier = courier
        self._writer = writer
        self._clock = clock
        self._monotonic = monotonic
        self._desk = Desk(told, settings, monotonic)
        self._per_hour = settings.per_hour
        self._beyond_rate = False
        self._unwritten = False
        self._failures = 0
        self._not_before = 0.0

    @override
    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """Nothing else is watched."""

    @override
    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        """Nothing else is watched."""

    @override
    def investigation(self, body: Object, *, deleted: bool) -> None:
        if deleted:
            self._desk.forget(uid_of(body))
        else:
            self._desk.see(parse(body), self._clock())
        metrics.NOTIFICATIONS_WAITING.set(self._desk.waiting)

    async def run(self, stop: asyncio.Event) -> None:
        """Tell until the event is set, and end between two messages: what was sent is kept as told."""
        while not stop.is_set():
            await self.tell(stop)
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await stop.wait()

    async def tell(self, stop: asyncio.Event) -> None:
        """Tell what is due now. Where nobody takes a message, nothing more is told for a growing while."""
        if self._monotonic() >= self._not_before:
            due = self._desk.due(self._clock())
            self._say_what_waits()
            for message in due:
                if stop.is_set():
                    break
                if not await self._courier.send(self._writer.message(message)):
                    self._not_before = self._monotonic() + PAUSES[min(self._failures, len(PAUSES) - 1)]
                    self._failures += 1
                    break
                self._failures = 0
                self._desk.say(message)
                await self._keep()
        if self._unwritten:
            await self._keep()
        metrics.NOTIFICATIONS_WAITING.set(self._desk.waiting)

    def _say_what_waits(self) -> None:
        """Say once that the rate keeps messages back, and once that it does no more."""
        waiting = self._desk.beyond_rate
        metrics.NOTIFICATIONS_BEYOND_RATE.set(waiting)
        if waiting and not self._beyond_rate:
            log.warning("messages wait: notify.per_hour is used up", waiting=waiting, per_hour=self._per_hour)
        elif self._beyond_rate and not waiting:
            log.info("messages wait no longer for notify.per_hour")
        self._beyond_rate = bool(waiting)

    async def _keep(self) -> None:
        """Write what was told at once, or else with the next look: a restart until then repeats it."""
        try:
            await self._store.write(self._told)
        except CasebookError as error:
            if not self._unwritten:
                log.warning("what was told could not be kept yet", error=str(error))
            self._unwritten = True
        else:
            self._unwritten = False
