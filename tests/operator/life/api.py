"""The few requests that life makes of an API server."""

import contextlib
from typing import Any

from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths


class Api:
    """Casebook's client, and what Casebook itself never does: deleting and replacing."""

    def __init__(self, kube: KubeClient) -> None:
        self.kube = kube

    async def pods(self) -> list[Object]:
        return await self.kube.list("/api/v1/pods", resourceVersion="0")

    async def get(self, kind: str, namespace: str, name: str) -> Object:
        return await self.kube.get(paths.item(kind, namespace, name))

    async def create(self, path: str, body: Object) -> None:
        await self.kube.create(path, body)

    async def add(self, path: str, field: str, value: Any) -> bool:
        """Set one field, replacing what is there. False when the object is gone."""
        patch = [{"op": "add", "path": field, "value": value}]
        try:
            await self.kube.patch(path, patch, field_manager="life")
        except ApiStatusError as error:
            if not error.not_found:
                raise
            return False
        return True

    async def delete(self, path: str, **query: int) -> None:
        with contextlib.suppress(ApiStatusError):
            await self.kube._request("DELETE", path, query)  # type: ignore[arg-type]
