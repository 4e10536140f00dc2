"""Follows all objects of one kind in one place: a list in pages, and a watch from there on, again and again."""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing
from time import monotonic

import msgspec
import structlog
from typing_extensions import override

from casebook_analyzer.errors import CasebookError
from casebook_operator import metrics
from casebook_operator.investigation.names import KIND as OWN
from casebook_operator.kube import ApiStatusError, KubeClient, Object, StreamSilentError, paths
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.kube.pages import at_any_depth, one_ahead
from casebook_operator.passed_over import passed_over
from casebook_operator.sensor.backoff import JitteredBackoff
from casebook_operator.sensor.informer.inbox import Inbox, ObjectName, Version
from casebook_operator.sensor.informer.keeper import Keeper
from casebook_operator.sensor.informer.lines import lines_of
from casebook_operator.sensor.informer.projections import Projection, projection_of
from casebook_operator.sensor.informer.watch_events import (
    Identity,
    WatchBrokenError,
    WatchEvent,
    event_in,
    identity_of,
    is_after,
    place_of,
    read_as,
)
from casebook_operator.sensor.protocol import INACTIVITY_SECONDS, SERVER_TIMEOUT_SECONDS, StreamHealth
from casebook_operator.sensor.streams import Stream
from casebook_operator.sharding import Share

log = structlog.get_logger(__name__)

LIST_AGAIN_SECONDS = 600.0
"""After this time all is listed again and compared, as a watch may lie: kubernetes/kubernetes#107133, #91073."""

PAGE_OBJECTS = 250
"""Objects of a page: of 10 KiB as pods mostly are, it is read and decoded in some 10 ms."""

_LASTING_SECONDS = 10.0
"""A watch that lasted for so long was one: the next pause is short again."""


class Reflector:
    """Puts every version of the objects of a stream into the inbox, in one namespace or (``place`` empty) in all.

    It never ends by itself. What is gone after a pause is told as deleted, and what is as before is not told again.
    """

    def __init__(
        self,
        kube: KubeClient,
        stream: Stream,
        place: str,
        *,
        inbox: Inbox,
        health: StreamHealth,
        known: KnownObjects,
        share: Share,
    ) -> None:
        """``known`` is kept up to date with the objects of the stream, if these are kept at all.

        What is in namespaces outside of ``share`` is passed over; of Investigations, everything may matter.
        """
        self._kube = kube
        self._stream = stream
        self._place = place
        self._inbox = inbox
        self._health = health
        self._share = share
        self._all = share.whole or not stream.namespaced or stream.kind == OWN
        self._keeper = Keeper(stream, place, known)
        self._projection = Projection if stream.whole_alone else projection_of(stream.kind)
        self._path = paths.collection(stream.kind, place)
        self._selector: dict[str, str | int] = {"fieldSelector": stream.selector} if stream.selector else {}
        self._versions: dict[ObjectName, str] = {}
        """The resource version of each object, as it was last put into the inbox: about 300 bytes each."""
        self._version = ""
        """From where the watch goes on; empty: all has to be listed."""
        self._listed_at = 0.0
        self._refused = False

    async def run(self) -> None:
        """List and watch until cancelled."""
        pauses = iter(JitteredBackoff())
        while True:
            begun = monotonic()
            try:
                await self._once()
                pauses = iter(JitteredBackoff())
            except CasebookError as error:
                if monotonic() - begun > _LASTING_SECONDS:
                    pauses = iter(JitteredBackoff())
                self._broken(error)
                await asyncio.sleep(next(pauses))

    async def _once(self) -> None:
        if not self._version or monotonic() - self._listed_at > LIST_AGAIN_SECONDS:
            await self._list()
        await self._follow()

    async def _list(self) -> None:
        there: set[ObjectName] = set()
        version, missed = "", 0
        pages = self._kube.pages(self._path, msgspec.Raw, limit=PAGE_OBJECTS, **self._selector)
        async with aclosing(one_ahead(pages)) as ahead:
            async for page, _ in ahead:
                missed += await self._read(page.objects, there)
                version = page.metadata.version or version
                self._health.heard(self._stream.name, self._place)
        for name in self._versions.keys() - there:
            await self._forget(name)
        if missed:
            metrics.WATCH_GAPS.labels(stream=self._stream.name).inc(missed)
            log.warning("a watch has left out changes", objects=missed, **self._where)
        self._version, self._listed_at = version, monotonic()
        self._refused = False
        self._keeper.say(complete=True)
        self._health.listed(self._stream.name, self._place)

    async def _read(self, objects: Iterable[msgspec.Raw], there: set[ObjectName]) -> int:
        """Put what is ours into the inbox and its name into ``there``. Returns how many the watch has missed."""
        missed = 0
        for content in objects:
            if self._of_others(content) is None:
                found = read_as(content, self._projection)
                missed += self._was_missed(found)
                there.add(await self._put(found, content))
        return missed

    def _was_missed(self, found: Projection | Object) -> bool:
        """Whether the watch has passed this version and told of none, or of an older one."""
        at = identity_of(found)
        known = self._versions.get(self._name(at))
        return not self._stream.passing and known != at.version and is_after(self._version, at.version)

    async def _follow(self) -> None:
        """Until the server ends the watch, as it does every few minutes, or a watch is silent that may be.

        One of Events then begins anew where it was, as nobody can tell whether it still lives.

        Raises:
            CasebookError: It broke.
        """
        query: dict[str, str | int] = self._selector | {
            "watch": "true",
            "allowWatchBookmarks": "true",
            "resourceVersion": self._version,
            "timeoutSeconds": SERVER_TIMEOUT_SECONDS,
        }
        try:
            async with self._kube.stream(self._path, silence=INACTIVITY_SECONDS, **query) as pieces:
                self._health.heard(self._stream.name, self._place)
                async for line in lines_of(pieces):
                    self._health.heard(self._stream.name, self._place)
                    await self._take(await at_any_depth(line, event_in))
        except StreamSilentError:
            if self._stream.bookmarked:
                raise

    async def _take(self, event: WatchEvent) -> None:
        if event.kind in ("BOOKMARK", "DELETED"):
            at = identity_of(read_as(event.obj, Projection))
            if event.kind == "DELETED":
                await self._forget(self._name(at))
            self._version = at.version or self._version
        elif (version := self._of_others(event.obj)) is not None:
            self._version = version or self._version
        else:
            found = read_as(event.obj, self._projection)
            await self._put(found, event.obj)
            self._version = identity_of(found).version or self._version

    def _of_others(self, content: msgspec.Raw) -> str | None:
        """The version of an object that another operator looks after; None for one of ours.

        Nothing else of it is decoded: in a cluster of three shards that are two objects of three.
        """
        if self._all:
            return None
        place = place_of(content)
        return None if self._share.owns(place.namespace or "") else place.resource_version or ""

    async def _put(self, found: Projection | Object, content: msgspec.Raw) -> ObjectName:
        at, size = identity_of(found), len(memoryview(content))
        name = self._name(at)
        if self._versions.get(name) != at.version:
            if not self._stream.passing:
                self._versions[name] = at.version
            with passed_over("watch", kind=name.kind, name=name.name):
                self._keeper.put(name, found, content)
            if not self._stream.evidence_alone:
                await self._inbox.put(name, Version(found, size=size))
        return name

    async def _forget(self, name: ObjectName) -> None:
        self._keeper.forget(name)
        if self._versions.pop(name, None) is not None and not self._stream.evidence_alone:
            await self._inbox.put(name, Version(gone=True))

    def _name(self, at: Identity) -> ObjectName:
        own = self._stream.kind == OWN
        return ObjectName(self._stream.kind, at.namespace, at.name, at.uid if own else "")

    def _broken(self, error: CasebookError) -> None:
        """What was refused, or cannot go on from where it was, is listed anew. That it is refused is said once."""
        refused = isinstance(error, ApiStatusError)
        if refused or (isinstance(error, WatchBrokenError) and error.expired):
            self._version = ""
        if not self._version:
            self._keeper.say(complete=False)
        metrics.WATCH_FAILURES.labels(stream=self._stream.name).inc()
        tell = log.debug if refused and self._refused else log.warning
        self._refused = refused
        tell("watch broke, starting anew", **self._where, error=str(error))

    @override
    def __str__(self) -> str:
        return f"reflector of {self._stream.name}" + (f" in {self._place}" if self._place else "")

    @property
    def _where(self) -> dict[str, str]:
        return {"stream": self._stream.name} | ({"namespace": self._place} if self._place else {})
