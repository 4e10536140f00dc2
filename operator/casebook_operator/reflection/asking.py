"""Asks for a second opinion by annotation, with the rights of whoever runs the command, and waits for it."""

import asyncio

from casebook_analyzer.errors import ClusterUnavailableError, ConfigurationError
from casebook_operator.investigation import Investigation, names, parse
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.reflection.status import REQUEST, request_of

FIELD_MANAGER = "casebook-cli"
POLL_SECONDS = 0.5
"""As for answers of ``casebook investigate``: a look is one small read."""


async def ask(kube: KubeClient, namespace: str, name: str, request: str) -> None:
    """Annotate an Investigation. ``request`` tells this question from earlier ones.

    Raises:
        ConfigurationError: There is no such Investigation.
        ClusterRefusedError: The caller may not read or patch it.
        ClusterUnavailableError: The API server does not answer.
    """
    path = paths.item(names.KIND, namespace, name)
    try:
        body = await kube.get(path)
        await kube.patch(path, _operations(body, request), field_manager=FIELD_MANAGER)
    except ApiStatusError as error:
        if not error.not_found:
            raise
        raise ConfigurationError(
            f"There is no Investigation {namespace}/{name}. `kubectl get investigations -A` lists what there is."
        ) from error


async def answered(
    kube: KubeClient, namespace: str, name: str, request: str, *, seconds: float
) -> Investigation | None:
    """The Investigation once its status answers the request; None when it does not within so many ``seconds``.

    An API server that is away for a while is asked again.

    Raises:
        ClusterRefusedError: The caller may not read it, or it was deleted meanwhile.
    """
    path = paths.item(names.KIND, namespace, name)
    wanted = stable_digest(request)
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        try:
            case = parse(await kube.get(path))
        except ClusterUnavailableError:
            case = None
        if case is not None and request_of(case) == wanted:
            return case
        await asyncio.sleep(POLL_SECONDS)
    return None


def _operations(body: Object, request: str) -> list[Object]:
    """A JSON patch, refused where the Investigation is another one by now."""
    metadata = body["metadata"]
    test = {"op": "test", "path": "/metadata/uid", "value": metadata["uid"]}
    if not metadata.get("annotations"):
        return [test, {"op": "add", "path": "/metadata/annotations", "value": {REQUEST: request}}]
    return [test, {"op": "add", "path": "/metadata/annotations/" + REQUEST.replace("/", "~1"), "value": request}]
