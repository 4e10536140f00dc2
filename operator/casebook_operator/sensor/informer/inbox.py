"""Versions of objects between the streams that read them and whoever looks at them."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from casebook_operator.investigation.names import KIND as OWN
from casebook_operator.kube import Object
from casebook_operator.kube.bounded import LARGE, bounded
from casebook_operator.passed_over import passed_over
from casebook_operator.sensor.informer.projections import Projection, projected
from casebook_operator.sensor.protocol import Observer

ROOM = 4 * 2**20
"""Bytes of JSON that wait here at most. A stream that brings more is not read on until there is room."""

_STINT_SECONDS = 0.005
"""For how long objects are looked at before everything else in the event loop has its turn."""


class ObjectName(NamedTuple):
    """An object by kind, namespace (empty for none) and name."""

    kind: str
    namespace: str
    name: str
    uid: str = ""
    """Of an Investigation: one that is made again under its name is another one, and the first one is gone."""


class Version(NamedTuple):
    """What there is to say of an object since it was last looked at."""

    found: Projection | Object | None = None
    """Its newest version, or none that was not looked at."""
    gone: bool = False
    size: int = 0
    """Bytes of JSON that it was read from."""


class Inbox:
    """Keeps the newest version of each object until it is looked at. Only states count, so a newer one replaces it."""

    def __init__(self, shows: Callable[[str, Object], bool] = lambda _, __: True) -> None:
        """``shows`` tells of an object of a kind whether anybody should see it."""
        self._shows = shows
        self._versions: dict[ObjectName, Version] = {}
        self._bytes = 0
        self._filled = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    async def put(self, name: ObjectName, version: Version) -> None:
        """Take a version in, once there is room."""
        while self._bytes >= ROOM:
            self._room.clear()
            await self._room.wait()
        old = self._versions.get(name)
        if old is not None:
            self._bytes -= old.size
            if version.gone:  # what it showed last is looked at all the same
                version = Version(old.found, gone=True, size=old.size)
        self._bytes += version.size
        self._versions[name] = version
        self._filled.set()

    async def run(self, observer: Observer) -> None:
        """Show everything to ``observer``, the oldest first, until cancelled."""
        until = perf_counter() + _STINT_SECONDS
        while True:
            if not self._versions:
                self._filled.clear()
                await self._filled.wait()
                until = perf_counter() + _STINT_SECONDS
            name = next(iter(self._versions))
            self._show(name, self._versions.pop(name), observer)
            if perf_counter() >= until:
                await asyncio.sleep(0)
                until = perf_counter() + _STINT_SECONDS

    def _show(self, name: ObjectName, version: Version, observer: Observer) -> None:
        self._bytes -= version.size
        if self._bytes < ROOM:
            self._room.set()
        if version.found is not None:
            with passed_over("watch", kind=name.kind, name=name.name):
                self._tell(observer, name.kind, version.found, version.size)
        if version.gone:
            with passed_over("watch", kind=name.kind, name=name.name):
                _tell_gone(observer, name)

    def _tell(self, observer: Observer, kind: str, found: Projection | Object, size: int) -> None:
        if kind == OWN and isinstance(found, dict):
            observer.investigation(found, deleted=False)
            return
        obj = shown(found, size)
        if self._shows(kind, obj):
            observer.seen(kind, obj, deleted=False)

    def __len__(self) -> int:
        return len(self._versions)


def _tell_gone(observer: Observer, name: ObjectName) -> None:
    metadata = {"name": name.name, "namespace": name.namespace}
    if name.kind == OWN:
        observer.investigation({"metadata": metadata | {"uid": name.uid}}, deleted=True)
    else:
        observer.seen(name.kind, {"metadata": metadata}, deleted=True)


def shown(found: Projection | Object, size: int) -> Object:
    """What everybody else sees of an object of ``size`` bytes of JSON: what was decoded of it, bounded."""
    obj = found if isinstance(found, dict) else projected(found)
    return bounded(obj) if size > LARGE else obj
