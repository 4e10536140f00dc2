"""Watches what is few: Taxonomies. Kopf does, in a thread of its own, and is started again whenever it ends."""

import asyncio
from collections.abc import Callable
from time import monotonic

import kopf
import structlog

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.kube import KubeClient, paths
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.sensor.backoff import JitteredBackoff
from casebook_operator.sensor.handover import Handover
from casebook_operator.sensor.informer.projections import Projection
from casebook_operator.sensor.kopf_run import KopfRun
from casebook_operator.sensor.own_thread import in_own_thread
from casebook_operator.sensor.protocol import Observer, StreamHealth
from casebook_operator.sensor.streams import TAXONOMIES

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
        handover = Handover(lambda body, gone: observer.taxonomy(body, deleted=gone))
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
        before = await self._there() | handover.known
        listed = asyncio.Event()
        work = KopfRun(self._credentials_from_elsewhere(), handover, self._answered_from_elsewhere(listed))
        running = asyncio.create_task(in_own_thread(work, "casebook-kopf"), name="Kopf")
        waiting = asyncio.create_task(listed.wait(), name="Kopf's first list")
        try:
            await asyncio.wait((running, waiting), timeout=DISCOVERY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                if not waiting.done():
                    raise ClusterUnavailableError("Kopf has found no Taxonomies to list")
                handover.compare(before, await self._there())
            await running
            raise ClusterUnavailableError("Kopf has ended by itself")
        finally:
            for task in (running, waiting):
                task.cancel()
            await asyncio.gather(running, waiting, return_exceptions=True)

    async def _there(self) -> dict[str, str]:
        """The Taxonomies that there are: UIDs by name. Asked for first, so that Kopf begins when it can."""
        return {
            found.metadata.name: found.metadata.uid or ""
            async for page, _ in self._kube.pages(self._path, Projection)
            for found in page.objects
        }

    def _credentials_from_elsewhere(self) -> Callable[[], "asyncio.Future[kopf.ConnectionInfo]"]:
        """Asks for credentials in the loop that runs now, which may have to read a file or run a command for them."""
        home = asyncio.get_running_loop()
        return lambda: asyncio.wrap_future(asyncio.run_coroutine_threadsafe(connection(self._kube), home))

    def _answered_from_elsewhere(self, listed: asyncio.Event) -> Callable[[bool], None]:
        home = asyncio.get_running_loop()

        def answered(whole: bool) -> None:
            if whole:
                self._health.listed(TAXONOMIES.plural, EVERYWHERE)
                listed.set()
            else:
                self._health.heard(TAXONOMIES.plural, EVERYWHERE)

        def tell(whole: bool) -> None:
            home.call_soon_threadsafe(answered, whole)

        return tell

    def _broken(self, error: Exception) -> None:
        metrics.WATCH_FAILURES.labels(stream=TAXONOMIES.plural).inc()
        reason = f"{type(error).__name__} {getattr(error, 'status', '')}"
        tell = log.debug if reason in self._said else log.warning
        self._said.add(reason)
        tell("watch broke, starting anew", stream=TAXONOMIES.plural, error=str(error) or type(error).__name__)


async def connection(kube: KubeClient) -> kopf.ConnectionInfo:
    """The credentials that Casebook's own client was configured with, asked for anew whenever they expire."""
    configuration = kube.configuration
    header = await configuration.get_api_key_with_prefix("BearerToken", alias="authorization") or ""
    scheme, _, token = header.rpartition(" ")
    return kopf.ConnectionInfo(
        server=configuration.host,
        ca_path=configuration.ssl_ca_cert,
        ca_data=None if configuration.ssl_ca_cert else configuration.ca_cert_data,
        insecure=not configuration.verify_ssl,
        scheme=scheme or None,
        token=token or None,
        certificate_path=configuration.cert_file,
        private_key_path=configuration.key_file,
        proxy_url=configuration.proxy,
    )
