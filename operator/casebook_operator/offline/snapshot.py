"""A bundle that answers like an API server, for everything that reads evidence."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus

from casebook_analyzer.models import Gap
from casebook_operator.kube import ApiStatusError, NotHeldError, Object
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.kube.objects import labels_of
from casebook_operator.kube.requests import Request, kind_at, parse
from casebook_operator.kube.selection import by_fields, by_labels
from casebook_operator.kube.values import mapping
from casebook_operator.offline.bundle import Bundle, LogKey, Which
from casebook_operator.offline.kinds import CLUSTER_SCOPED, group_of, plural_of
from casebook_operator.offline.moments import newest
from casebook_operator.offline.normalise import Key, normalise

_ALWAYS_WHOLE = frozenset({"Pod", "Event"})
"""Without these a bundle is about nothing: when it has none, there were none."""


Objects = list[Object]
"""A name of its own, because the class below has a method ``list``."""


class Snapshot:
    """An :class:`casebook_operator.kube.ObjectReader` over the parts of a bundle.

    What was never saved is not the same as what did not exist. Kinds of which the bundle has an object, or that it
    says it has read, answer 404 for a name that is not there; for all others :class:`NotHeldError` is raised, which
    becomes a Gap and no finding.
    """

    def __init__(self, bundle: Bundle) -> None:
        normalised = normalise(bundle)
        self.bundle = bundle
        self.objects: dict[Key, Object] = normalised.objects
        self.events = normalised.events
        self.gaps: tuple[Gap, ...] = (*bundle.gaps, *normalised.gaps)
        self.logs_read: set[tuple[LogKey, Which]] = set()
        """Which logs were asked for and given, so that the others can be added."""
        self._by_plural: dict[tuple[str, str], Objects] = {}
        self._by_name: dict[tuple[str, str, str], Objects] = {}
        for obj in (*self.objects.values(), *self.events):
            plural, metadata = plural_of(obj["kind"]), obj["metadata"]
            namespace = metadata.get("namespace", "")
            self._by_name.setdefault((plural, namespace, metadata["name"]), []).append(obj)
            for where in {namespace, ""}:
                self._by_plural.setdefault((plural, where), []).append(obj)
        self._whole = _ALWAYS_WHOLE | bundle.whole_kinds

    def find(self, kind: str, namespace: str, name: str) -> Object | None:
        return self.objects.get((kind, "" if kind in CLUSTER_SCOPED else namespace, name))

    @property
    def now(self) -> datetime | None:
        """When it was saved, or else the newest time in it; None when it has no time at all."""
        return self.bundle.saved_at or newest((*self.objects.values(), *self.events))

    async def get(self, path: str, **query: str | int) -> Object:
        request = _parse(path)
        if not request.name:
            return {"items": self._listed(request, query)}
        named = _of_group(self._by_name.get((request.plural, request.namespace, request.name), ()), request)
        if not named:
            raise self._absent(request)
        return named[0]

    async def get_metadata(self, path: str) -> Object:
        """The metadata of an object, and the names of its keys as field managers of a live object have them."""
        found = await self.get(path)
        kept = {name: found[name] for name in ("apiVersion", "kind", "metadata") if name in found}
        keys = [*mapping(found, "data"), *mapping(found, "binaryData")]
        return kept | ({"data": dict.fromkeys(keys, "")} if keys else {})

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> Objects:
        return self._listed(_parse(path), query)[: limit * pages]

    async def get_text(self, path: str, **query: str | int) -> bytes:
        """The log of a container, cut as kubelet cuts it: the last lines, and of those the first bytes."""
        request = _parse(path)
        container = str(query.get("container", ""))
        which: Which = "previous" if query.get("previous") == "true" else "current"
        for key in (LogKey(request.namespace, request.name, container), LogKey("", request.name, container)):
            text = self.bundle.logs.get(key, {}).get(which)
            if text is not None:
                self.logs_read.add((key, which))
                return _cut(text, query)
        message = f"the bundle holds no {which} log of container {container} of pod {request.name}"
        raise ApiStatusError(HTTPStatus.NOT_FOUND, "NotFound", message)

    def _listed(self, request: Request, query: Mapping[str, str | int]) -> Objects:
        labels, fields = str(query.get("labelSelector", "")), str(query.get("fieldSelector", ""))
        candidates = self._candidates(request)
        if not candidates and not self._knows(request, labels):
            raise _not_saved(request)
        matches_labels, matches_fields = by_labels(labels), by_fields(fields)
        return [obj for obj in candidates if matches_labels(labels_of(obj)) and matches_fields(obj)]

    def _candidates(self, request: Request) -> Objects:
        """What is in the collection that a path leads to."""
        return _of_group(self._by_plural.get((request.plural, request.namespace), ()), request)

    def _absent(self, request: Request) -> ApiStatusError | NotHeldError:
        if not self._knows(request, ""):
            return _not_saved(request)
        message = f'{request.plural} "{request.name}" not found'
        return ApiStatusError(HTTPStatus.NOT_FOUND, "NotFound", message)

    def _knows(self, request: Request, labels: str) -> bool:
        asked = f"{request.collection}?labelSelector={labels}" if labels else request.collection
        return (
            kind_at(request) in self._whole
            or bool(self._candidates(request))
            or not self.bundle.read.isdisjoint((request.path, request.collection, asked))
        )


def _of_group(objects: Sequence[Object], request: Request) -> Objects:
    return [obj for obj in objects if group_of(obj) in (request.group, None)]


def _parse(path: str) -> Request:
    request = parse(path)
    if request is None:
        raise NotHeldError(f"a bundle has nothing at {path}")
    return request


def _not_saved(request: Request) -> NotHeldError:
    where = f" of namespace {request.namespace}" if request.namespace else ""
    return NotHeldError(f"the bundle holds no {request.plural}{where}")


def _cut(text: bytes, query: Mapping[str, str | int]) -> bytes:
    if "tailLines" in query:
        lines = text.splitlines(keepends=True)
        text = b"".join(lines[-int(query["tailLines"]) :])
    return text[: int(query["limitBytes"])] if "limitBytes" in query else text
