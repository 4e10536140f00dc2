"""A reader that answers from what watches have brought, where that is all there is, and else asks the API server."""

import re

from casebook_operator.kube import paths
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.kube.known_events import About
from casebook_operator.kube.known_objects import NORMAL_EVENTS, KnownObjects
from casebook_operator.kube.reader import ObjectReader
from casebook_operator.kube.requests import Request, kind_at, parse
from casebook_operator.kube.values import Object

Objects = list[Object]

_ABOUT = re.compile(r"involvedObject\.kind=(?P<kind>[^,=]+),involvedObject\.name=(?P<name>[^,=]+)")


class KnownFirst:
    """Reads from memory, so that a failure costs the same in a large cluster as in a small one.

    An object that is not known is asked for all the same: only the API server can say that it does not exist.
    """

    def __init__(self, kube: ObjectReader, known: KnownObjects) -> None:
        self._kube = kube
        self._known = known

    async def get(self, path: str, **query: str | int) -> Object:
        asked = None if query else self._of_known_kind(path)
        found = self._known.get(kind_at(asked), asked.namespace, asked.name) if asked and asked.name else None
        return found if found is not None else await self._kube.get(path, **query)

    async def get_metadata(self, path: str) -> Object:
        return await self._kube.get_metadata(path)

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> Objects:
        found = self._listed(path, query)
        if found is None:
            return await self._kube.list(path, limit=limit, pages=pages, **query)
        return found if path == _NODES else found[: limit * pages]

    def _listed(self, path: str, query: dict[str, str | int]) -> Objects | None:
        asked = self._of_known_kind(path) if query.keys() <= {"labelSelector", "fieldSelector"} else None
        if asked is None or asked.name:
            return None
        kind, labels, fields = kind_at(asked), str(query.get("labelSelector", "")), str(query.get("fieldSelector", ""))
        if kind == "Event":
            return None if labels else self._events(asked.namespace, fields)
        return None if fields else self._known.all(kind, asked.namespace, labels)

    def _events(self, namespace: str, fields: str) -> Objects | None:
        about = _ABOUT.fullmatch(fields)
        if about is None or about["kind"] == "Pod" or not self._known.is_complete(NORMAL_EVENTS, namespace):
            return None
        return self._known.events.about(About(namespace, about["kind"], about["name"]))

    def _of_known_kind(self, path: str) -> Request | None:
        """What is asked for, if it is of a kind and a place of which everything is known."""
        asked = parse(path)
        if asked is None or not (kind := kind_at(asked)):
            return None
        if asked.name and path != paths.item(kind, asked.namespace, asked.name):  # a part of it, such as its scale
            return None
        everywhere = not asked.namespace and kind not in paths.CLUSTER_SCOPED
        return None if everywhere or not self._known.is_complete(kind, asked.namespace) else asked


_NODES = paths.collection("Node")
"""All of them are compared, however many: no page of them is read."""
