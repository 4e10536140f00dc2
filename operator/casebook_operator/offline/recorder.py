"""Remembers everything that was read from a cluster, so that it can be read again from files."""

from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.kube.objects import metadata_of
from casebook_operator.kube.requests import kind_at, parse
from casebook_operator.kube.values import text
from casebook_operator.offline.normalise import Key

Objects = list[Object]
"""A name of its own, because the class below has a method ``list``."""


class Recorder:
    """An :class:`casebook_operator.kube.ObjectReader` that passes every read on and keeps the answers."""

    def __init__(self, kube: ObjectReader) -> None:
        self._kube = kube
        self._kept: dict[Key, Object] = {}
        self.read: set[str] = set()
        """Paths of objects that were asked for, and of lists that were read to their end."""

    @property
    def objects(self) -> Objects:
        return [obj for (kind, _, _), obj in sorted(self._kept.items()) if kind != "Event"]

    @property
    def events(self) -> Objects:
        return [obj for (kind, _, _), obj in sorted(self._kept.items()) if kind == "Event"]

    async def get(self, path: str, **query: str | int) -> Object:
        self.read.add(path)  # also when the answer is that there is none
        found = await self._kube.get(path, **query)
        if "items" not in found:
            self._keep(found, path)
        return found

    async def get_metadata(self, path: str) -> Object:
        self.read.add(path)
        found = await self._kube.get_metadata(path)
        self._keep({"metadata": found.get("metadata")}, path)
        return found

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> Objects:
        found = await self._kube.list(path, limit=limit, pages=pages, **query)
        if len(found) < limit * pages and "fieldSelector" not in query:
            selector = query.get("labelSelector")
            self.read.add(f"{path}?labelSelector={selector}" if selector else path)
        for obj in found:
            self._keep(obj, path)
        return found

    def _keep(self, obj: Object, path: str) -> None:
        """Items of a list carry neither kind nor version: the path tells both."""
        request = parse(path)
        kind = kind_at(request) if request else ""
        if request is None or not kind:
            return
        metadata = metadata_of(obj)
        key = kind, text(metadata, "namespace"), text(metadata, "name")
        self._kept.setdefault(key, {**obj, "apiVersion": request.api_version, "kind": kind})
