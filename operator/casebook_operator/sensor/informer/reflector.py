"""Follows all objects of one kind in one place: a watch without end, and beside it lists in pages, again and again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from math import inf
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
from casebook_operator.sensor.informer.position import Position
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

    It never ends by itself. The watch begins with the first page of a list; what follows is read beside it. Of what the
    watch tells of meanwhile the list has an older version, or does not know yet that it is gone, and is not believed.
    Of everything else it is: what it lacks is told as deleted, and what is as before is not told again.
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
        self._position = Position()
        self._told: set[ObjectName] | None = None
        """What the watch has told of since the list beside it was begun."""
        self._one_by_one = asyncio.Lock()
        """What waits for room in the inbox is not overtaken by a newer version of the same object."""
        self._compared_at = -inf
        self._refused = False

    async def run(self) -> None:
        """List and watch until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._again_and_again(self._list), name=f"{self}: list")
            group.create_task(self._again_and_again(self._follow), name=f"{self}: watch")

    async def _again_and_again(self, once: Callable[[], Awaitable[None]]) -> None:
        pauses = iter(JitteredBackoff())
        while True:
            begun = monotonic()
            try:
                await once()
                pauses = iter(JitteredBackoff())
            except CasebookError as error:
                if monotonic() - begun > _LASTING_SECONDS:
                    pauses = iter(JitteredBackoff())
                self._broken(error)
                await asyncio.sleep(next(pauses))

    async def _list(self) -> None:
        """Wait until all has to be listed, and compare it with what is known, unless the watch loses its place."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._compared_at + LIST_AGAIN_SECONDS - monotonic()):
                await self._position.lost()
        self._told = set()
        try:
            with suppress(TimeoutError):
                async with self._position.kept():
                    await self._compare(self._told)
        finally:
            self._told = None

    async def _compare(self, told: set[ObjectName]) -> None:
        there: set[ObjectName] = set()
        passed, missed = self._position.version, 0
        pages = self._kube.pages(self._path, msgspec.Raw, limit=PAGE_OBJECTS, **self._selector)
        async with aclosing(one_ahead(pages)) as ahead:
            async for page, _ in ahead:
                if not self._position.version:
                    self._begin_at(page.metadata.version)
                for content in page.objects:
                    missed += await self._read(content, there, told, passed)
        for name in self._versions.keys() - there:
            async with self._one_by_one:
                if name not in told:
                    await self._forget(name)
        if missed:
            metrics.WATCH_GAPS.labels(stream=self._stream.name).inc(missed)
            log.warning("a watch has left out changes", objects=missed, **self._where)
        self._compared_at = monotonic()
        self._refused = False
        self._keeper.say(complete=True)
        self._health.listed(self._stream.name, self._place)

    def _begin_at(self, version: str | None) -> None:
        """Let the watch begin where a list is. Until that was read to its end, nothing is known of the time before."""
        if not version:
            raise WatchBrokenError("a list does not say as of when it is", expired=False)
        self._compared_at = -inf
        self._position.begin(version)

    async def _read(self, content: msgspec.Raw, there: set[ObjectName], told: set[ObjectName], passed: str) -> bool:
        """Put what is ours into the inbox, and its name into ``there`` where it may be missed later.

        Returns whether the watch has left it out: it told of none, or of an older one, and had ``passed`` this version.
        """
        if self._of_others(content) is not None:
            return False
        found = read_as(content, self._projection)
        at = identity_of(found)
        name = self._name(at)
        if not self._stream.passing:  # of what passes nothing is known that could be gone, and there may be a million
            there.add(name)
        async with self._one_by_one:
            if name in told:
                return False
            known = self._versions.get(name)
            await self._put(name, found, content)
        return not self._stream.passing and known != at.version and is_after(passed, at.version)

    async def _follow(self) -> None:
        """Watch until the server ends it, as it does every few minutes, or a watch is silent that may be.

        One of Events then begins anew where it was, as nobody can tell whether it still lives.

        What was refused, or cannot go on from where it was, begins with a new list.

        Raises:
            CasebookError: It broke.
        """
        query: dict[str, str | int] = self._selector | {
            "watch": "true",
            "allowWatchBookmarks": "true",
            "resourceVersion": await self._position.known(),
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
        except (ApiStatusError, WatchBrokenError) as error:
            if isinstance(error, ApiStatusError) or error.expired:
                self._position.lose()
                self._keeper.say(complete=False)
            raise

    async def _take(self, event: WatchEvent) -> None:
        if event.kind == "BOOKMARK":
            version = identity_of(read_as(event.obj, Projection)).version
        elif event.kind == "DELETED":
            version = await self._deleted(identity_of(read_as(event.obj, Projection)))
        elif (of_others := self._of_others(event.obj)) is not None:
            version = of_others
        else:
            version = await self._changed(event.obj)
        self._position.version = version or self._position.version

    async def _deleted(self, at: Identity) -> str:
        async with self._one_by_one:
            await self._forget(self._heard_of(at))
        return at.version

    async def _changed(self, content: msgspec.Raw) -> str:
        found = read_as(content, self._projection)
        at = identity_of(found)
        async with self._one_by_one:
            await self._put(self._heard_of(at), found, content)
        return at.version

    def _heard_of(self, at: Identity) -> ObjectName:
        name = self._name(at)
        if self._told is not None:
            self._told.add(name)
        return name

    def _of_others(self, content: msgspec.Raw) -> str | None:
        """The version of an object that another operator looks after; None for one of ours.

        Nothing else of it is decoded: in a cluster of three shards that are two objects of three.
        """
        if self._all:
            return None
        place = place_of(content)
        return None if self._share.owns(place.namespace or "") else place.resource_version or ""

    async def _put(self, name: ObjectName, found: Projection | Object, content: msgspec.Raw) -> None:
        version = identity_of(found).version
        if self._versions.get(name) == version:
            return
        with passed_over("watch", kind=name.kind, name=name.name):
            self._keeper.put(name, found, content)
        if not self._stream.evidence_alone:
            await self._inbox.put(name, Version(found, size=len(memoryview(content))))
        if not self._stream.passing:
            self._versions[name] = version  # last, as who waits for room may be cancelled

    async def _forget(self, name: ObjectName) -> None:
        self._keeper.forget(name)
        if name in self._versions and not self._stream.evidence_alone:
            await self._inbox.put(name, Version(gone=True))
        self._versions.pop(name, None)

    def _name(self, at: Identity) -> ObjectName:
        own = self._stream.kind == OWN
        return ObjectName(self._stream.kind, at.namespace, at.name, at.uid if own else "")

    def _broken(self, error: CasebookError) -> None:
        """Tell of it. That something is refused is said once."""
        refused = isinstance(error, ApiStatusError)
        metrics.WATCH_FAILURES.labels(stream=self._stream.name).inc()
        tell = log.debug if refused and self._refused else log.warning
        self._refused = refused
        tell("a watch or a list broke, starting anew", **self._where, error=str(error))

    @override
    def __str__(self) -> str:
        return f"reflector of {self._stream.name}" + (f" in {self._place}" if self._place else "")

    @property
    def _where(self) -> dict[str, str]:
        return {"stream": self._stream.name} | ({"namespace": self._place} if self._place else {})
