"""Taxonomies in the API server: list them, write their status."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.client import ANSWER_BYTES, LIST_PAGES
from casebook_operator.kube.status_patch import patch_status
from casebook_operator.scope import Scope
from casebook_operator.taxonomies.resource import KIND, TaxonomyObject


class TaxonomyStore:
    """Lists Taxonomies and writes their statuses. Their specs belong to users and are never written."""

    def __init__(self, kube: KubeClient, scope: Scope) -> None:
        self._kube = kube
        self._scope = scope

    async def bodies(self) -> AsyncGenerator[Object, None]:
        """All Taxonomies, one by one: of 30 MB of them a page is in memory, and what became of those before.

        None also when they are not watched, not installed, or may not be read, and no more than a list would read.

        Raises:
            ClusterRefusedError: The API server refuses for another reason.
            ClusterUnavailableError: It does not answer.
        """
        if not self._scope.places(KIND):
            return
        room = LIST_PAGES * ANSWER_BYTES
        try:
            async with aclosing(self._kube.pages(paths.collection(KIND), Object)) as pages:
                async for page, size in pages:
                    for body in page.objects:
                        yield body
                    room -= size
                    if room <= 0:
                        return
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
