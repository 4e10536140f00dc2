"""What evidence needs of a cluster: reading. A live API server has it, and so has a bundle of files."""

from typing import Protocol

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube.client import LIST_PAGE_SIZE, Object


class NotHeldError(ClusterUnavailableError):
    """What stands in for a cluster holds nothing of this kind, so that an object may exist or not: nobody knows."""


class ObjectReader(Protocol):
    """Reads objects by API path (:mod:`casebook_operator.kube.paths`).

    Raises what :class:`casebook_operator.kube.KubeClient` raises: :class:`ApiStatusError` (404 for what is not there)
    and :class:`ClusterUnavailableError`, of which :class:`NotHeldError` is one.
    """

    async def get(self, path: str, **query: str | int) -> Object: ...

    async def get_metadata(self, path: str) -> Object:
        """One object without what it contains (``PartialObjectMetadata``), for kinds whose contents are secret."""
        ...

    async def get_text(self, path: str, **query: str | int) -> bytes: ...

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = 20, **query: str | int
    ) -> list[Object]: ...
