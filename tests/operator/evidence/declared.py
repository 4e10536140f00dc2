"""An API that answers a collector what it has declared, and nothing else."""

from typing import Any

from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.needs import Need, Verb

_BY_RESOURCE = {paths.resource(kind): kind for kind in paths.KINDS}


class DeclaredReader:
    """Fails the test of a collector that reads what it has not declared: its role would not have the rule."""

    def __init__(self, kube: ObjectReader, collector: Collector) -> None:
        self._kube, self._collector = kube, collector

    async def get(self, path: str, **query: Any) -> Object:
        self._check("get", path)
        return await self._kube.get(path, **query)

    async def get_metadata(self, path: str) -> Object:
        self._check("get", path)
        return await self._kube.get_metadata(path)

    async def get_text(self, path: str, **query: Any) -> bytes:
        self._check("get", path)
        return await self._kube.get_text(path, **query)

    async def list(self, path: str, **query: Any) -> list[Object]:
        self._check("list", path)
        return await self._kube.list(path, **query)

    def _check(self, verb: Verb, path: str) -> None:
        need = need_of(verb, path)
        assert need in self._collector.needs, f"declare it in collectors/{self._collector.name}.py: {need}"


def need_of(verb: Verb, path: str) -> Need:
    """What a request needs, by its path."""
    group, parts = _split(path)
    if parts[0] == "namespaces" and len(parts) > 2:
        parts = parts[2:]
    subresource = parts[2] if len(parts) > 2 else ""
    return Need(verb, _BY_RESOURCE[group, parts[0]], subresource)


def _split(path: str) -> tuple[str, list[str]]:
    """``/apis/apps/v1/...`` has a group, ``/api/v1/...`` is of none."""
    root, *parts = path.strip("/").split("/")
    return (parts[0], parts[2:]) if root == "apis" else ("", parts[1:])
