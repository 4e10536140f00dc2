"""The few requests that life makes of an API server."""

import contextlib
from typing import Any

import msgspec

from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths

_WATCH_SECONDS = 3600.0
"""Longer than any life here, and than the API server keeps a watch by itself."""


class Api:
    """Casebook's client, and what Casebook itself never does: deleting and replacing."""

    def __init__(self, kube: KubeClient) -> None:
        self.kube = kube

    async def pods(self) -> list[Object]:
        return await self.kube.list("/api/v1/pods", resourceVersion="0")

    async def follow_pods(self, pods: dict[str, Object]) -> None:
        """Keep every pod under its uid as it is now, until cancelled.

        By a watch: whoever lists 50 pods five times a second reads for a third of his time, and the operator waits.
        """
        while True:
            pods.clear()
            request = await self.kube._api.param_serialize(
                method="GET",
                resource_path="/api/v1/pods",
                query_params=[("watch", "true")],
                auth_settings=["BearerToken"],
            )
            answer = await self.kube._api.call_api(*request, _request_timeout=_WATCH_SECONDS)
            async for line in answer.response.content:
                event = msgspec.json.decode(line, type=dict[str, Any])
                uid = event["object"]["metadata"]["uid"]
                if event["type"] == "DELETED":
                    pods.pop(uid, None)
                else:
                    pods[uid] = event["object"]

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
