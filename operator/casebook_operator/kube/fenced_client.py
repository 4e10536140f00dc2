"""Writes only while somebody says that it may be done."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typing_extensions import override

from casebook_operator.kube.client import KubeClient
from casebook_operator.kube.values import Object


class FencedClient(KubeClient):
    """The same connection; before each write somebody is asked who raises an error if it must not be sent.

    A process that stood still cannot know for how long: what it was about to write then may be another one's by now.
    """

    def __init__(self, kube: KubeClient, check: Callable[[], None]) -> None:
        super().__init__(kube.api)
        self._check = check

    @override
    async def create(self, path: str, body: Mapping[str, Any]) -> Object:
        self._check()
        return await super().create(path, body)

    @override
    async def patch(self, path: str, operations: Sequence[Mapping[str, Any]], *, field_manager: str) -> Object:
        self._check()
        return await super().patch(path, operations, field_manager=field_manager)
