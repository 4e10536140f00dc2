"""One life of ``kopf.operator()``: its own discovery, and one handler for Taxonomies.

It ends on an ERROR in the stream other than 410, on HTTP 410, 404 and 403, on a line that was cut in the middle and on
credentials that are refused (1.45.2). Nothing here depends on which these are.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Literal

import aiohttp
import kopf
import structlog

from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import KubeClient, paths
from casebook_operator.sensor.handover import Handover
from casebook_operator.sensor.protocol import INACTIVITY_SECONDS, SERVER_TIMEOUT_SECONDS
from casebook_operator.sensor.streams import TAXONOMIES

log = structlog.get_logger(__name__)

RETRIES_SECONDS = (0.5, 2.0, 5.0)
"""Kopf's pauses after a request that failed; then it ends. Between two watches that are cut off there would be no other
pause, so there has to be one."""

Answered = Callable[[Literal["list", "watch"]], None]
"""Is told that Taxonomies were listed, or that a watch of them was begun."""


class KopfRun:
    """What Kopf is given for one life. Called in a loop of its own, and it closes what it opens."""

    def __init__(
        self, credentials: Callable[[], Awaitable[kopf.ConnectionInfo]], handover: Handover, answered: Answered
    ) -> None:
        """``credentials`` and ``answered`` are called in Kopf's thread."""
        self._credentials = credentials
        self._handover = handover
        self._answered = answered
        self._last: kopf.ConnectionInfo | None = None
        self._sessions: list[aiohttp.ClientSession] = []

    async def __call__(self, stop: asyncio.Event) -> None:
        """Run until ``stop`` is set, or until Kopf ends by itself.

        Raises:
            Exception: Whatever has ended Kopf.
        """
        asyncio.get_running_loop().set_exception_handler(_whisper)
        try:
            await kopf.operator(
                registry=self._registry(stop), settings=settings(), standalone=True, clusterwide=True, stop_flag=stop
            )
        finally:
            for session in self._sessions:
                await session.close()

    def _registry(self, stop: asyncio.Event) -> kopf.OperatorRegistry:
        registry = kopf.OperatorRegistry()

        async def release(**_: Any) -> None:
            stop.set()  # Kopf would wait for five seconds for its own task that waits for this

        kopf.on.login(registry=registry)(self._login)
        kopf.on.cleanup(registry=registry)(release)
        stream = TAXONOMIES
        kopf.on.event(stream.group, stream.version, stream.plural, id=stream.plural, registry=registry)(self._deliver)
        return registry

    async def _login(self, **_: Any) -> kopf.AiohttpSession | None:
        """A session, when Kopf has none or the one that it has was refused; none again for the same credentials."""
        info = await self._credentials()
        if info == self._last:
            return None
        self._last = info
        session = self._session(info)
        self._sessions.append(session)
        return kopf.AiohttpSession(server=info.server, aiohttp_session=session)

    def _session(self, info: kopf.ConnectionInfo) -> aiohttp.ClientSession:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note)
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=info.as_ssl_context()),
            headers=info.as_http_headers(),
            proxy=info.proxy_url,
            trace_configs=[trace],
        )

    async def _note(self, _: aiohttp.ClientSession, __: SimpleNamespace, answer: aiohttp.TraceRequestEndParams) -> None:
        if answer.response.status == HTTPStatus.OK and answer.url.path.endswith(paths.collection(TAXONOMIES.kind)):
            self._answered("watch" if "watch" in answer.url.query else "list")

    async def _deliver(self, event: kopf.RawEvent, **_: Any) -> None:
        self._handover.put(dict(event["object"]), deleted=event["type"] == "DELETED")


def _whisper(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Of several requests that failed together Kopf hears of one, which ends it."""
    log.debug("Kopf left an error behind", problem=context["message"], error=str(context.get("exception")))


def settings() -> kopf.OperatorSettings:
    """Kopf looks for the kinds that there are when it begins, watches, and writes nothing."""
    chosen = kopf.OperatorSettings()
    chosen.process.ultimate_exiting_timeout = None  # it would kill the whole process
    chosen.scanning.disabled = True  # otherwise it lists, watches and keeps all CustomResourceDefinitions
    chosen.posting.enabled = False
    chosen.posting.loggers = False
    chosen.persistence.finalizer = f"{GROUP}/never-used"
    chosen.persistence.diffbase_storage = kopf.AnnotationsDiffBaseStorage(prefix=GROUP)
    chosen.persistence.progress_storage = kopf.AnnotationsProgressStorage(prefix=GROUP)
    chosen.networking.request_timeout = 60
    chosen.networking.connect_timeout = 5
    chosen.networking.error_backoffs = RETRIES_SECONDS
    chosen.watching.server_timeout = SERVER_TIMEOUT_SECONDS
    chosen.watching.inactivity_timeout = INACTIVITY_SECONDS
    chosen.execution.max_workers = 1
    return chosen


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
