"""Whether the process is alive and ready, and its metrics. Nobody is asked who he is."""

from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from casebook_analyzer.errors import CasebookError
from casebook_operator.web.site import Site


async def healthz(_site: Site, _request: Request) -> Response:
    """That it answers is all there is to know: it has no parts that could end."""
    return PlainTextResponse("ok\n")


async def readyz(site: Site, _request: Request) -> Response:
    """Whether a report could be shown now."""
    try:
        await site.memory.check()
    except CasebookError as error:
        return PlainTextResponse(f"{error}\n", HTTPStatus.SERVICE_UNAVAILABLE)
    return PlainTextResponse("ok\n")


async def metrics(_site: Site, _request: Request) -> Response:
    """For Prometheus."""
    return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})
