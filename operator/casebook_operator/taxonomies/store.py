"""Taxonomies in the API server: list them, write their status."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

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

    async def bodies(self) -> AsyncGenerator[Object, None]:
        """All Taxonomies, one by one, and no more than a list would read.

        None also when they are not watched, not installed, or may not be read.

        Raises:
            ClusterRefusedError: The API server refuses for another reason.
            ClusterUnavailableError: It does not answer.
        """
        if not self._scope.places(KIND):
            return
        try:
            async with aclosing(self._kube.objects(paths.collection(KIND))) as found:
                async for body in found:
                    yield body
        except ApiStatusError as error:
            if not (error.not_found or error.forbidden):
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
