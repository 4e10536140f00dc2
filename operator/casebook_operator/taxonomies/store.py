"""Taxonomies in the API server: list them, write their status."""

from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.scope import Scope
from casebook_operator.taxonomies.resource import KIND, TaxonomyObject


class TaxonomyStore:
    """The reads and the one write that Casebook makes. The spec is a user's and never touched."""

    def __init__(self, kube: KubeClient, scope: Scope) -> None:
        self._kube = kube
        self._scope = scope

    async def list(self) -> list[Object]:
        """All of them. None where they are not watched, the resource is not installed, or it may not be read."""
        if not self._scope.places(KIND):
            return []
        try:
            return await self._kube.list(paths.collection(KIND))
        except ApiStatusError as error:
            if error.not_found or error.forbidden:
                return []
            raise

    async def write_status(self, obj: TaxonomyObject, status: Object) -> None:
        """One patch of the status subresource. Nothing is done for an object that was deleted meanwhile."""
        path = paths.item(KIND, "", obj.name)
        patch: list[Object] = [
            {"op": "test", "path": "/metadata/uid", "value": obj.uid},
            {"op": "add", "path": "/status", "value": status},
        ]
        try:
            await self._kube.patch(f"{path}/status", patch, field_manager=FIELD_MANAGER)
        except ApiStatusError as error:
            if not error.not_found and await self._is_there(obj):
                raise

    async def _is_there(self, obj: TaxonomyObject) -> bool:
        try:
            found = await self._kube.get(paths.item(KIND, "", obj.name))
        except ApiStatusError as error:
            return not error.not_found
        return bool(found["metadata"]["uid"] == obj.uid)
