"""Asks for a second opinion by annotation, with the rights of whoever runs the command, and waits for it."""

from contextlib import aclosing

from casebook_operator.investigation import Investigation, parse
from casebook_operator.investigation.annotating import write_annotations
from casebook_operator.investigation.looks import looks
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube import KubeClient
from casebook_operator.reflection.status import REQUEST, request_of


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
        ConfigurationError: It was deleted meanwhile.
        ClusterRefusedError: The caller may not read it.
    """
    wanted = stable_digest(request)
    async with aclosing(looks(kube, namespace, name, seconds=seconds)) as found:
        async for body in found:
            case = parse(body)
            if request_of(case) == wanted:
                return case
    return None
