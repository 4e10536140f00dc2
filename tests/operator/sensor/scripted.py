"""An API server that does on demand what a real one does only in bad hours.

It has objects of one kind, and refuses others that it is told to. Every list and every watch of that kind takes the
next step of a script; when the script is over, it behaves.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from casebook_operator.kube import paths
from casebook_operator.sensor.streams import STREAMS

NORMAL = "type=Normal,involvedObject.kind!=Pod"
"""Selects the Events of which it has none, so that one stream alone follows the scripts."""

Step = Callable[["ScriptedServer", web.Request], Awaitable[web.StreamResponse]]


def status(code: int, reason: str = "") -> dict[str, Any]:
    return {
        "kind": "Status",
        "apiVersion": "v1",
        "status": "Failure",
        "code": code,
        "reason": reason,
        "message": "scripted",
    }


class ScriptedServer:
    """The objects that it has, and the scripts that lists and watches of them follow."""

    def __init__(self, kind: str = "Pod") -> None:
        """``kind`` is that of its objects: Taxonomies, which Kopf watches, or another, which the informer does."""
        self.kind = kind
        self.objects: dict[str, dict[str, Any]] = {}
        self.removed: dict[str, dict[str, Any]] = {}
        """Objects that were removed while somebody watched, each as of then."""
        self.refused: dict[str, int] = {}
        """Plurals of kinds that are answered with this status."""
        self.hidden: set[str] = set()
        """Plurals of kinds that discovery does not tell of yet."""
        self.lists: deque[Step] = deque()
        self.watches: deque[Step] = deque()
        self.listed = self.watched = 0
        self.version = 100
        self.selectors: list[str] = []
        """Field selectors that came with requests for its kind."""
        self.unauthorized = 0
        """How many requests were answered with 401."""
        self.token = "t"
        self.namespace = "shop"
        """Of the objects that it makes next."""
        self._changed = asyncio.Condition()

    def make(self, name: str) -> dict[str, Any]:
        self.version += 1
        metadata = {"name": name, "uid": f"uid-{name}", "resourceVersion": str(self.version)}
        if self.kind not in paths.CLUSTER_SCOPED:
            metadata["namespace"] = self.namespace
        self.objects[name] = {"apiVersion": "v1", "kind": self.kind, "metadata": metadata, "status": {}}
        return self.objects[name]

    async def add(self, name: str) -> None:
        """An object that every watch tells of."""
        async with self._changed:
            self.make(name)
            self._changed.notify_all()

    async def remove(self, name: str) -> None:
        """An object whose end every watch tells of."""
        async with self._changed:
            self.version += 1
            gone = self.objects.pop(name)
            self.removed[name] = gone | {"metadata": gone["metadata"] | {"resourceVersion": str(self.version)}}
            self._changed.notify_all()

    async def play(self, *steps: Step) -> None:
        """What the next watches do. Those that behave end now, as each does after its ``timeoutSeconds``."""
        async with self._changed:
            self.watches.extend(steps)
            self._changed.notify_all()

    @asynccontextmanager
    async def serving(self, port: int | None = None) -> AsyncIterator[str]:
        app = web.Application()
        for stream in {stream.plural: stream for stream in STREAMS}.values():
            prefix = f"/apis/{stream.group}" if stream.group else "/api"
            answer = self._follow_script if stream.kind == self.kind else self._nothing
            app.router.add_get(f"{prefix}/{stream.version}/{stream.plural}", answer)
        for path in _discovery():
            app.router.add_get(path, self._discover)
        server = TestServer(app, port=port)
        await server.start_server()
        try:
            yield str(server.make_url("")).rstrip("/")
        finally:
            await server.close()

    async def _follow_script(self, request: web.Request) -> web.StreamResponse:
        selector = request.query.get("fieldSelector", "")
        self.selectors.append(selector)
        if selector == NORMAL:
            return await self._nothing(request)
        if "watch" in request.query:
            self.watched += 1
            step = self.watches.popleft() if self.watches else behave
        else:
            self.listed += 1
            step = self.lists.popleft() if self.lists else list_all
        return await step(self, request)

    async def _discover(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Authorization") != f"Bearer {self.token}":
            self.unauthorized += 1
            return web.json_response(status(401), status=401)
        found = _discovery(self.hidden)[request.path]
        return web.json_response(found)

    async def _nothing(self, request: web.Request) -> web.StreamResponse:
        refused = self.refused.get(request.path.rpartition("/")[2])
        if refused is not None:
            return web.json_response(status(refused), status=refused)
        if "watch" not in request.query:
            return web.json_response({"metadata": {"resourceVersion": "1"}, "items": []})
        response = await stream(request)
        await asyncio.sleep(3600)
        return response

    async def next_after(self, version: int) -> tuple[str, dict[str, Any]] | None:
        """What happened first after a version, as soon as something has; nothing when the script goes on."""
        async with self._changed:
            while not self.watches:
                there = (("ADDED", obj) for obj in self.objects.values())
                gone = (("DELETED", obj) for obj in self.removed.values())
                newer = [(kind, obj) for kind, obj in (*there, *gone) if _version_of(obj) > version]
                if newer:
                    return min(newer, key=lambda change: _version_of(change[1]))
                await self._changed.wait()
        return None


def _version_of(obj: dict[str, Any]) -> int:
    return int(obj["metadata"]["resourceVersion"])


def _discovery(hidden: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """What it answers to whoever asks for the kinds that it has (kubernetes.io, reference/using-api: discovery)."""
    groups = sorted({(stream.group, stream.version) for stream in STREAMS if stream.group})
    found: dict[str, dict[str, Any]] = {
        "/api": {"versions": ["v1"]},
        "/api/v1": {"resources": [_resource("namespaces", "Namespace", namespaced=False)]},
        "/apis": {"groups": [_group(group, version) for group, version in (*groups, _CRDS)]},
        "/apis/" + "/".join(_CRDS): {
            "resources": [_resource("customresourcedefinitions", "CustomResourceDefinition", namespaced=False)]
        },
    }
    for stream in STREAMS:
        path = f"/apis/{stream.group}/{stream.version}" if stream.group else "/api/v1"
        known = found.setdefault(path, {"resources": []})
        if stream.plural not in hidden:
            known["resources"].append(_resource(stream.plural, stream.kind, namespaced=stream.namespaced))
    return found


_CRDS = ("apiextensions.k8s.io", "v1")


def _group(group: str, version: str) -> dict[str, Any]:
    this = {"groupVersion": f"{group}/{version}", "version": version}
    return {"name": group, "versions": [this], "preferredVersion": this}


def _resource(plural: str, kind: str, *, namespaced: bool) -> dict[str, Any]:
    about = {"name": plural, "singularName": kind.lower(), "kind": kind, "namespaced": namespaced}
    return about | {"verbs": ["get", "list", "watch"]}


async def stream(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    return response


async def send(response: web.StreamResponse, kind: str, obj: dict[str, Any]) -> None:
    await response.write(json.dumps({"type": kind, "object": obj}).encode() + b"\n")


async def list_all(server: ScriptedServer, request: web.Request) -> web.StreamResponse:
    """A list as it should be, in pages of as many as it is asked for."""
    start = int(request.query.get("continue", "0"))
    items = list(server.objects.values())
    end = start + int(request.query.get("limit", len(items)))
    meta = {"resourceVersion": str(server.version)} | ({"continue": str(end)} if end < len(items) else {})
    return web.json_response(
        {"kind": f"{server.kind}List", "apiVersion": "v1", "metadata": meta, "items": items[start:end]}
    )


def held_up(asked: asyncio.Event, released: asyncio.Event) -> Step:
    """A list, or a page of one, that says what there was when it was ``asked`` for, as soon as it is ``released``."""

    async def step(server: ScriptedServer, request: web.Request) -> web.StreamResponse:
        answer = await list_all(server, request)
        asked.set()
        await released.wait()
        return answer

    return step


async def behave(server: ScriptedServer, request: web.Request) -> web.StreamResponse:
    """A watch as it should be."""
    response = await stream(request)
    version = int(request.query.get("resourceVersion", "0"))
    while (change := await server.next_after(version)) is not None:
        kind, obj = change
        version = _version_of(obj)
        await send(response, kind, obj)
    return response


def error_in_stream(code: int) -> Step:
    async def step(_: ScriptedServer, request: web.Request) -> web.StreamResponse:
        response = await stream(request)
        await send(response, "ERROR", status(code, "Expired" if code == 410 else "InternalError"))
        return response

    return step


def refuse(code: int) -> Step:
    """An HTTP answer instead of a list or a stream."""

    async def step(_: ScriptedServer, __: web.Request) -> web.StreamResponse:
        return web.json_response(status(code), status=code, headers={"Retry-After": "0"} if code == 429 else {})

    return step


async def cut_in_a_line(server: ScriptedServer, request: web.Request) -> web.StreamResponse:
    response = await stream(request)
    line = json.dumps({"type": "ADDED", "object": server.make("cut-off")}).encode()
    await response.write(line[: len(line) // 2])
    return response


async def no_json(_: ScriptedServer, request: web.Request) -> web.StreamResponse:
    response = await stream(request)
    await response.write(b"<html>Bad gateway</html>\n")
    return response


async def drop(_: ScriptedServer, request: web.Request) -> web.StreamResponse:
    """The connection is reset."""
    response = await stream(request)
    if request.transport is not None:
        request.transport.abort()
    return response


async def say_nothing(_: ScriptedServer, request: web.Request) -> web.StreamResponse:
    """A stream that is open and silent, as behind a load balancer that forgot it."""
    response = await stream(request)
    await asyncio.sleep(3600)
    return response
