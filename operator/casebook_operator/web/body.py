"""The body of a request: all of it, within bounds of size and time."""

import asyncio
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request

from casebook_operator.web.problems import PageProblem

BODY_SECONDS = 10.0
"""A body may take this long to arrive: it holds one of few places."""


async def body_of(request: Request, *, most: int, too_large: str, too_slow: str) -> bytes:
    """All of it, of ``most`` bytes. What is wrong is told in these words.

    Raises:
        PageProblem: (413) It is larger, (408) or did not arrive in time.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise PageProblem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Too large", too_large)
    except (TimeoutError, ClientDisconnect) as error:
        raise PageProblem(HTTPStatus.REQUEST_TIMEOUT, "Too slow", too_slow) from error
    return bytes(body)
