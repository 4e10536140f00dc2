"""Nodes as a watch brings them, and a reader that answers from these when all nodes are asked for."""

from casebook_operator.kube import paths
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.kube.reader import ObjectReader
from casebook_operator.kube.values import Object

_NODES = paths.collection("Node")


class KnownNodes:
    """Every node of the cluster, without its images: some 10 KiB each. Whoever watches nodes keeps them up to date."""

    def __init__(self) -> None:
        self._nodes: dict[str, Object] = {}
        self.complete = False
        """Whether all nodes are here. Not before they are listed, and not while their watch is broken."""

    def put(self, name: str, node: Object) -> None:
        self._nodes[name] = node

    def forget(self, name: str) -> None:
        self._nodes.pop(name, None)

    def all(self) -> list[Object]:
        """The nodes themselves, by name. Nobody may change them."""
        return [self._nodes[name] for name in sorted(self._nodes)]


class NodesFromWatch:
    """Reads from the API server, but for the list of all nodes, where that is known.

    A failure then costs the same in a large cluster as in a small one, and all nodes are compared, not the first 500.
    """

    def __init__(self, kube: ObjectReader, known: KnownNodes) -> None:
        self._kube = kube
        self._known = known

    async def get(self, path: str, **query: str | int) -> Object:
        return await self._kube.get(path, **query)

    async def get_metadata(self, path: str) -> Object:
        return await self._kube.get_metadata(path)

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]:
        if path == _NODES and not query and self._known.complete:
            return self._known.all()
        return await self._kube.list(path, limit=limit, pages=pages, **query)
