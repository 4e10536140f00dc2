"""Looks at an Investigation again and again, for a command that waits for something in it."""

import asyncio
from collections.abc import AsyncGenerator

from casebook_analyzer.errors import ClusterUnavailableError, ConfigurationError
from casebook_operator.investigation import names
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths

POLL_SECONDS = 0.5
"""A look is one small read. A watch would cost more than the twenty of them that an answer takes."""


async def looks(kube: KubeClient, namespace: str, name: str, *, seconds: float) -> AsyncGenerator[Object, None]:
    """An Investigation as it is, again and again for so many ``seconds``. None while the API server is away.

    Raises:
        ConfigurationError: It was deleted meanwhile.
        ClusterRefusedError: The caller may not read it.
    """
    path = paths.item(names.KIND, namespace, name)
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        body = await _now(kube, path)
        if body is not None:
            yield body
        await asyncio.sleep(POLL_SECONDS)


async def _now(kube: KubeClient, path: str) -> Object | None:
    try:
        return await kube.get(path)
    except ClusterUnavailableError:
        return None
    except ApiStatusError as error:
        if error.not_found:
            raise ConfigurationError("The Investigation was deleted before it had an answer.") from error
        raise
