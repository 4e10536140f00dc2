"""Taxonomies in the API server: list them, write their status."""

from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.status_patch import patch_status
from casebook_operator.scope import Scope
from casebook_operator.taxonomies.resource import KIND, TaxonomyObject


class TaxonomyStore:
    """Lists Taxonomies and writes their statuses. Their specs belong to users and are never written."""

    def __init__(self, kube: KubeClient, scope: Scope) -> None:
        self._kube = kube
        self._scope = scope

    async def list(self) -> list[Object]:
        """All Taxonomies. Empty also when they are not watched, not installed, or may not be read.

        Raises:
            ClusterRefusedError: The API server refuses for another reason.
            ClusterUnavailableError: It does not answer.
        """
        if not self._scope.places(KIND):
            return []
        try:
            return await self._kube.list(paths.collection(KIND))
        except ApiStatusError as error:
            if error.not_found or error.forbidden:
                return []
            raise

    async def write_status(self, obj: TaxonomyObject, status: Object) -> None:
        """Replace the whole status. Does nothing when the object was deleted meanwhile.

        Raises:
            ClusterRefusedError: The API server refuses the status.
            ClusterUnavailableError: It does not answer.
        """
        operations: list[Object] = [{"op": "add", "path": "/status", "value": status}]
        path = paths.item(KIND, "", obj.name)
        await patch_status(self._kube, path, obj.uid, operations, field_manager=FIELD_MANAGER)
