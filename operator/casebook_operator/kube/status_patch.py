"""Writing to one object, and never to another that was created under its name meanwhile."""

from collections.abc import Iterable

from casebook_operator.kube.client import ApiStatusError, KubeClient
from casebook_operator.kube.values import Object


async def patch_status(
    kube: KubeClient, path: str, uid: str, operations: Iterable[Object], *, field_manager: str
) -> Object | None:
    """Apply one JSON patch to the status subresource of the object at ``path``, as :func:`patch_object` does."""
    return await _patch(kube, path, f"{path}/status", uid, operations, field_manager)


async def patch_object(
    kube: KubeClient, path: str, uid: str, operations: Iterable[Object], *, field_manager: str
) -> Object | None:
    """Apply one JSON patch to the object at ``path``, if that object has this ``uid``.

    Returns the object as it is now, or None when it was deleted meanwhile. In a merge patch of a status the API server
    ignores a UID, so this patch tests it.

    Raises:
        ApiStatusError: The API server refuses the patch, though the object is there.
        ClusterUnavailableError: It does not answer.
    """
    return await _patch(kube, path, path, uid, operations, field_manager)


async def _patch(
    kube: KubeClient, path: str, place: str, uid: str, operations: Iterable[Object], field_manager: str
) -> Object | None:
    patch = [{"op": "test", "path": "/metadata/uid", "value": uid}, *operations]
    try:
        return await kube.patch(place, patch, field_manager=field_manager)
    except ApiStatusError as error:
        if error.not_found or not await _is_there(kube, path, uid):
            return None
        raise


async def _is_there(kube: KubeClient, path: str, uid: str) -> bool:
    try:
        return bool((await kube.get(path))["metadata"]["uid"] == uid)
    except ApiStatusError as error:
        return not error.not_found
