"""Nothing is sent by somebody who may not write any more; what is read is nobody's secret."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube.client import KubeClient
from casebook_operator.kube.fenced_client import FencedClient


class Library:
    """The official client, which counts the requests that it is asked for."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def param_serialize(self, *, method: str, resource_path: str, **_: Any) -> tuple[str, str]:
        self.sent.append(f"{method} {resource_path}")
        raise ConnectionRefusedError  # all that is asked here is whether it came so far

    configuration = type("Configuration", (), {"host": "https://here"})


def refuse() -> None:
    raise ClusterUnavailableError("somebody else does it")


async def send(kube: KubeClient) -> None:
    for request in (
        kube.create("/api/v1/pods", {}),
        kube.patch("/api/v1/pods/a", [], field_manager="test"),
        kube.get("/api/v1/pods"),
    ):
        with pytest.raises(ClusterUnavailableError):
            await request


async def test_a_fence_that_is_shut_lets_no_write_through() -> None:
    library = Library()
    await send(FencedClient(KubeClient(library), refuse))
    assert library.sent == ["GET /api/v1/pods"]


async def test_a_fence_that_is_open_does_not_matter() -> None:
    library = Library()
    await send(FencedClient(KubeClient(library), lambda: None))
    assert library.sent == ["POST /api/v1/pods", "PATCH /api/v1/pods/a", "GET /api/v1/pods"]
