"""Watches what is few: Taxonomies. Kopf does, in a thread of its own, and is started again whenever it ends.

It is imported there, too, which takes a third of a second.
"""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Literal

import structlog

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.own_thread import in_own_thread
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.sensor.backoff import JitteredBackoff
from casebook_operator.sensor.handover import Handover
from casebook_operator.sensor.informer.projections import Projection
from casebook_operator.sensor.protocol import Observer, StreamHealth
from casebook_operator.sensor.streams import TAXONOMIES

if TYPE_CHECKING:
    import kopf

    from casebook_operator.sensor.kopf_run import Answered, KopfRun

log = structlog.get_logger(__name__)

DISCOVERY_SECONDS = 15.0
"""Within that Kopf asks for the list. It does not while discovery lags behind a kind that was installed just now (the
group comes some seconds later: kube-aggregator, ``crdRegistrationController``), and would never look again."""

_LASTING_SECONDS = 60.0
"""A run that lasted for so long was one: the next pause is short again, and what ends it is worth a line."""


class KopfSensor:
    """Runs Kopf again and again, and tells what was deleted while it was away."""

    def __init__(self, kube: KubeClient, scope: Scope, health: StreamHealth) -> None:
        self._kube = kube
        self._health = health
        self._watched = bool(scope.places(TAXONOMIES.kind))
        self._path = paths.collection(TAXONOMIES.kind)
        self._said: set[str] = set()
        """Why it has ended since it lasted: each kind of reason is told once."""

    async def run(self, observer: Observer) -> None:
        """Run until cancelled. Where Taxonomies are not watched, Kopf does not even begin."""
        if not self._watched:
            await asyncio.Event().wait()

        def show(body: Object, deleted: bool) -> None:  # noqa: FBT001 (as a handover calls it)
            self._health.heard(TAXONOMIES.plural, EVERYWHERE)
            observer.taxonomy(body, deleted=deleted)

        handover = Handover(show)
        pauses = iter(JitteredBackoff())
        while True:
            begun = monotonic()
            try:
                await self._once(handover)
            except Exception as error:  # noqa: BLE001 (the boundary: whatever has ended it, it is started again)
                if monotonic() - begun > _LASTING_SECONDS:
                    pauses = iter(JitteredBackoff())
                    self._said.clear()
                self._broken(error)
            await asyncio.sleep(next(pauses))

    async def _once(self, handover: Handover) -> None:
        """One life of Kopf.

        Raises:
            Exception: What has ended it, or has kept it from beginning.
        """
        there = await self._there()
        listed = asyncio.Event()
        kopf_run = await asyncio.to_thread(_imported)
        work = kopf_run(self._credentials_from_elsewhere(), handover, self._answered_from_elsewhere(listed))
        parts = (
            asyncio.create_task(in_own_thread(work, "casebook-kopf"), name="Kopf"),
            asyncio.create_task(self._tell_gone(handover, there, listed), name="Kopf's lists"),
        )
        try:
            ended, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in ended:
                await part
            raise ClusterUnavailableError("Kopf has ended by itself")
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    async def _tell_gone(self, handover: Handover, there: dict[str, str], listed: asyncio.Event) -> None:
        """Compare with a list of its own after each list of Kopf, which says nothing of what that lacks.

        Kopf also lists again while it lives, where a watch cannot go on from where it was.

        Raises:
            ClusterUnavailableError: Kopf asks for no list, or there is none to be had.
        """
        try:
            async with asyncio.timeout(DISCOVERY_SECONDS):  # wait_for would pass over being cancelled just then
                await listed.wait()
        except TimeoutError:
            raise ClusterUnavailableError("Kopf has found no Taxonomies to list") from None
        while True:
            listed.clear()
            before = there | handover.known
            there = await self._there()
            handover.compare(before, there)
            await listed.wait()

    async def _there(self) -> dict[str, str]:
        """The Taxonomies that there are: UIDs by name. Asked for before Kopf begins, which then finds them, too."""
        return {
            found.metadata.name: found.metadata.uid or ""
            async for page, _ in self._kube.pages(self._path, Projection)
            for found in page.objects
        }

    def _credentials_from_elsewhere(self) -> Callable[[], "asyncio.Future[kopf.ConnectionInfo]"]:
        """Asks for credentials in the loop that runs now, which may have to read a file or run a command for them."""
        from casebook_operator.sensor.kopf_run import connection  # noqa: PLC0415 - it was imported by now

        home = asyncio.get_running_loop()
        return lambda: asyncio.wrap_future(asyncio.run_coroutine_threadsafe(connection(self._kube), home))

    def _answered_from_elsewhere(self, listed: asyncio.Event) -> "Answered":
        home = asyncio.get_running_loop()

        def answered(request: Literal["list", "watch"]) -> None:
            if request == "list":
                self._health.listed(TAXONOMIES.plural, EVERYWHERE)
                listed.set()
            else:
                self._health.heard(TAXONOMIES.plural, EVERYWHERE)

        def tell(request: Literal["list", "watch"]) -> None:
            home.call_soon_threadsafe(answered, request)

        return tell

    def _broken(self, error: Exception) -> None:
        metrics.WATCH_FAILURES.labels(stream=TAXONOMIES.plural).inc()
        reason = f"{type(error).__name__} {getattr(error, 'status', '')}"
        tell = log.debug if reason in self._said else log.warning
        self._said.add(reason)
        tell("watch broke, starting anew", stream=TAXONOMIES.plural, error=str(error) or type(error).__name__)


def _imported() -> "type[KopfRun]":
    from casebook_operator.sensor.kopf_run import KopfRun  # noqa: PLC0415 - it takes long

    return KopfRun
