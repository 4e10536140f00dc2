"""Asks for a second opinion by annotation, with the rights of whoever runs the command, and waits for it."""

import asyncio

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.investigation import Investigation, names, parse
from casebook_operator.investigation.annotating import write_annotations
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube import KubeClient, paths
from casebook_operator.reflection.status import REQUEST, request_of

POLL_SECONDS = 0.5
"""As for answers of ``casebook investigate``: a look is one small read."""


async def ask(kube: KubeClient, namespace: str, name: str, request: str) -> None:
    """Annotate an Investigation. ``request`` tells this question from earlier ones.

    Raises:
        ConfigurationError: There is no such Investigation.
        ClusterRefusedError: The caller may not read or patch it.
        ClusterUnavailableError: The API server does not answer.
    """
    await write_annotations(kube, namespace, name, {REQUEST: request})


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
