"""Watches what is few: Taxonomies. Kopf's watches, and nothing else of Kopf."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import kopf

from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import KubeClient
from casebook_operator.scope import Scope
from casebook_operator.sensor.backoff import JitteredBackoff
from casebook_operator.sensor.guard import guarded_watches
from casebook_operator.sensor.own_signals import own_signals
from casebook_operator.sensor.protocol import INACTIVITY_SECONDS, SERVER_TIMEOUT_SECONDS, Observer, StreamHealth
from casebook_operator.sensor.storages import NoDiffBase, NoProgress
from casebook_operator.sensor.streams import few, known_resources


class KopfSensor:
    """Watches streams with ``on.event``, which writes nothing to any object."""

    def __init__(self, kube: KubeClient, scope: Scope, health: StreamHealth) -> None:
        self._kube = kube
        self._scope = scope
        self._health = health

    async def run(self, observer: Observer) -> None:
        """Run until cancelled. Where Taxonomies are not watched, Kopf does not even begin."""
        if not few(self._scope):
            await asyncio.Event().wait()
        stop = asyncio.Event()
        with known_resources(self._scope), guarded_watches(self._health), own_signals():
            try:
                await kopf.operator(
                    registry=_registry(self._kube, observer, self._scope),
                    settings=_settings(),
                    standalone=True,
                    clusterwide=True,
                    stop_flag=stop,
                )
            finally:
                stop.set()


def _settings() -> kopf.OperatorSettings:
    settings = kopf.OperatorSettings()
    settings.scanning.disabled = True
    settings.posting.enabled = False
    settings.posting.loggers = False
    settings.persistence.finalizer = f"{GROUP}/never-used"
    settings.persistence.diffbase_storage = NoDiffBase()
    settings.persistence.progress_storage = NoProgress()
    settings.networking.request_timeout = 60
    settings.networking.connect_timeout = 5
    settings.networking.error_backoffs = JitteredBackoff()
    settings.watching.server_timeout = SERVER_TIMEOUT_SECONDS
    settings.watching.inactivity_timeout = INACTIVITY_SECONDS
    settings.watching.reconnect_backoff = 0.1
    settings.queueing.worker_limit = None
    settings.execution.max_workers = 1
    return settings


def _registry(kube: KubeClient, observer: Observer, scope: Scope) -> kopf.OperatorRegistry:
    registry = kopf.OperatorRegistry()

    @kopf.on.login(registry=registry)
    async def login(**_: Any) -> kopf.ConnectionInfo:
        return await _connection(kube)

    for stream in few(scope):
        kopf.on.event(stream.group, stream.version, stream.plural, id=stream.plural, registry=registry)(
            _handler(observer)
        )
    return registry


def _handler(observer: Observer) -> Callable[..., Awaitable[None]]:
    async def deliver(event: kopf.RawEvent, **_: Any) -> None:
        observer.taxonomy(dict(event["object"]), deleted=event["type"] == "DELETED")

    return deliver


async def _connection(kube: KubeClient) -> kopf.ConnectionInfo:
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
