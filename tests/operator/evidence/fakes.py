"""A Kubernetes API in a dictionary, and a kubelet that serves logs by its own rules."""

import asyncio
import copy
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from casebook_analyzer.models import Fact, FactKind, Trigger
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.client import LIST_PAGE_SIZE
from casebook_operator.kube.pages import ListPage
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings

T = TypeVar("T")
Case = dict[str, Any]
Collect = Callable[[Collector, CollectorContext], Awaitable[Findings]]
Texts = Callable[[Findings], list[str]]
Objects = Callable[[Findings], list[tuple[str, str, str]]]
BySource = Callable[[Findings, str], list[Fact]]

NOT_FOUND = ApiStatusError(404, "NotFound", 'pods "x" not found')


def forbidden(verb: str, resource: str, group: str = "") -> ApiStatusError:
    message = (
        f'{resource} is forbidden: User "system:serviceaccount:casebook:casebook" cannot {verb} resource "{resource}"'
        f' in API group "{group}" in the namespace "shop"'
    )
    return ApiStatusError(403, "Forbidden", message)


def obj(kind: str, name: str, namespace: str = "", **parts: Any) -> Object:
    """An object of any kind. ``labels``, ``created`` and other metadata go where they belong."""
    metadata = {"name": name, "uid": f"uid-{kind}-{name}"} | ({"namespace": namespace} if namespace else {})
    metadata |= {
        key: parts.pop(key) for key in ("labels", "annotations", "managedFields", "ownerReferences") if key in parts
    }
    if created := parts.pop("created", ""):
        metadata["creationTimestamp"] = created
    return {"kind": kind, "metadata": metadata, **parts}


def said(context: CollectorContext, *texts: str) -> CollectorContext:
    """The case, in which a log has said so."""
    facts = tuple(
        Fact(id="", kind=FactKind.LOG, source="log", text=text, attributes={"container": "app"}) for text in texts
    )
    return replace(context, found=facts)


def triggered(context: CollectorContext, trigger: Trigger, message: str = "", **changes: Any) -> CollectorContext:
    """The case, opened by another trigger."""
    return replace(context, signal=msgspec.structs.replace(context.signal, trigger=trigger, message=message, **changes))


def data(name: str) -> dict[str, Any]:
    """A copy of a file of ``data``, to be changed at will."""
    return copy.deepcopy(_load(name))


@cache
def _load(name: str) -> dict[str, Any]:
    return yaml.load((Path(__file__).parent / "data" / f"{name}.yaml").read_text(), yaml.CSafeLoader)


class FakeKube(KubeClient):
    """Objects by path, lists by the path of their collection, and errors where a test puts them."""

    def __init__(self, *objects: Object) -> None:
        self.answers: dict[str, Any] = {}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        for obj in objects:
            self.add(obj)

    def add(self, obj: Object, kind: str = "") -> None:
        metadata, kind = obj["metadata"], kind or obj["kind"]
        namespace = metadata.get("namespace", "")
        self.answers[paths.item(kind, namespace, metadata["name"])] = obj
        for collection in {paths.collection(kind, namespace), paths.collection(kind)}:
            self.answers.setdefault(collection, []).append(obj)

    async def get(self, path: str, **query: Any) -> Object:
        return await self._found(path, query)

    async def get_metadata(self, path: str) -> Object:
        """As the API server: what an object contains is left out."""
        found = await self._found(path, {"metadata": True})
        return {"kind": "PartialObjectMetadata", "metadata": found["metadata"]}

    async def pages(
        self, path: str, kind: type[T], *, limit: int = LIST_PAGE_SIZE, **query: Any
    ) -> AsyncGenerator[tuple[ListPage[T], int], None]:
        found = await self._found(path, query | {"limit": limit})
        selected = [obj for obj in found if _selected(obj, query)][:limit]
        yield ListPage(items=msgspec.json.decode(msgspec.json.encode(selected), type=list[kind])), 0  # type: ignore[valid-type]

    async def get_text(self, path: str, **query: Any) -> bytes:
        found = await self._found(path, query)
        return found(**query) if callable(found) else found

    async def _found(self, path: str, query: dict[str, Any]) -> Any:
        self.requests.append((path, query))
        await asyncio.sleep(0)
        found = self.answers.get(path, [] if path.rsplit("/", 1)[-1] in _PLURALS else NOT_FOUND)
        if isinstance(found, Exception):
            raise found
        if isinstance(found, asyncio.Event):
            await found.wait()
        return found


_PLURALS = frozenset(plural for _, plural in paths._COLLECTIONS.values())


def _selected(obj: Object, query: dict[str, Any]) -> bool:
    labels = obj["metadata"].get("labels") or {}
    wanted = [term.split("=", 1) for term in query.get("labelSelector", "").split(",") if term]
    return all(labels.get(key) == value for key, value in wanted) and all(
        _field_matches(obj, term) for term in query.get("fieldSelector", "").split(",") if term
    )


def _field_matches(obj: Object, term: str) -> bool:
    path, value = term.replace("!=", "=").split("=")
    found: Any = obj
    for part in path.split("."):
        found = (found or {}).get(part)
    return (found == value) is ("!=" not in term)


class KubeletLog:
    """One log file as containerd writes it and as kubelet reads it (cri-client pkg/logs, ``ReadLogs``)."""

    MAX_LINE = 16 * 1024

    def __init__(self, lines: list[str], *, start: str = "2026-03-01T12:00:") -> None:
        self.rows: list[bytes] = []
        for number, line in enumerate(lines):
            stamp = f"{start}{number // 1000:02d}.{number % 1000:03d}000000Z ".encode()
            content = line.encode() + b"\n"
            pieces = [content[at : at + self.MAX_LINE] for at in range(0, len(content), self.MAX_LINE)]
            self.rows += [stamp + pieces[0], *pieces[1:]]
        self.served: list[int] = []

    def __call__(self, *, tailLines: int | None = None, limitBytes: int | None = None, **_: str) -> bytes:  # noqa: N803
        text = b"".join(self.rows if tailLines is None else self.rows[-tailLines:])[:limitBytes]
        self.served.append(len(text))
        return text
