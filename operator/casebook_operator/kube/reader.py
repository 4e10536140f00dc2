"""The reads that evidence is gathered by. A live API server answers them, and so does a bundle of files."""

from typing import Protocol

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.kube.values import Object


class NotHeldError(ClusterUnavailableError):
    """A bundle of files that stands in for a cluster holds nothing of this kind: nobody knows whether there was any."""


class ObjectReader(Protocol):
    """Reads objects by API path (:mod:`casebook_operator.kube.paths`).

    Raises:
        ApiStatusError: Any read may raise it; its status is 404 for what does not exist.
        ClusterUnavailableError: Any read may raise it, when nobody answers.
        NotHeldError: Any read of a bundle may raise it, for kinds that were never saved.
    """

    async def get(self, path: str, **query: str | int) -> Object: ...

    async def get_metadata(self, path: str) -> Object:
        """The metadata of one object (``PartialObjectMetadata``), for kinds whose contents nobody should read."""
        ...

    async def get_text(self, path: str, **query: str | int) -> bytes: ...

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]: ...
