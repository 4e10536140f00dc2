"""The sensor for clusters up to some thousand pods: Kopf's watches, and nothing else of Kopf."""

import asyncio
from typing import Any

import kopf

from casebook_operator.investigation.names import GROUP, VERSION
from casebook_operator.kube import KubeClient
from casebook_operator.sensor.guard import JitteredBackoff, guarded_watches
from casebook_operator.sensor.protocol import INACTIVITY_SECONDS, Observer, StreamHealth
from casebook_operator.sensor.storages import NoDiffBase, NoProgress

SERVER_TIMEOUT_SECONDS = 290
"""Just below the five minutes after which load balancers and the API server itself end a watch."""


class KopfSensor:
    """Watches pods, nodes, Warning Events and Investigations with ``on.event``, which writes nothing to any object."""

    def __init__(self, kube: KubeClient) -> None:
        self._kube = kube
        self._health = StreamHealth()

    @property
    def health(self) -> StreamHealth:
        return self._health

    async def run(self, observer: Observer) -> None:
        stop = asyncio.Event()
        with guarded_watches(self._health):
            try:
                await kopf.operator(
                    registry=_registry(self._kube, observer),
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
    settings.watching.field_selectors["", "v1", "events"] = "type!=Normal"
    settings.queueing.worker_limit = None
    settings.execution.max_workers = 1
    return settings


def _registry(kube: KubeClient, observer: Observer) -> kopf.OperatorRegistry:
    registry = kopf.OperatorRegistry()

    @kopf.on.login(registry=registry)
    async def login(**_: Any) -> kopf.ConnectionInfo:
        return await _connection(kube)

    @kopf.on.event("", "v1", "pods", registry=registry)
    async def pods(event: kopf.RawEvent, **_: Any) -> None:
        if event["type"] != "DELETED":
            observer.pod(dict(event["object"]))

    @kopf.on.event("", "v1", "nodes", registry=registry)
    async def nodes(event: kopf.RawEvent, **_: Any) -> None:
        if event["type"] != "DELETED":
            observer.node(dict(event["object"]))

    @kopf.on.event("", "v1", "events", registry=registry)
    async def events(event: kopf.RawEvent, **_: Any) -> None:
        if event["type"] != "DELETED":
            observer.event(dict(event["object"]))

    @kopf.on.event(GROUP, VERSION, "investigations", registry=registry)
    async def investigations(event: kopf.RawEvent, **_: Any) -> None:
        observer.investigation(dict(event["object"]), deleted=event["type"] == "DELETED")

    return registry


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
