"""The style sheet, the icon and the one small script."""

import mimetypes
from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casebook_operator.web.headers import LASTING
from casebook_operator.web.problems import no_page


def static_route() -> Route:
    """Files of the package, from memory: everybody may ask for them, so they are the cheapest answer there is."""
    return Route("/static/{name}", _answerer())


def _answerer() -> Callable[[Request], Awaitable[Response]]:
    folder = files("casebook_operator.web") / "static"
    contents = {file.name: file.read_bytes() for file in folder.iterdir()}

    async def answer(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in contents:
            raise no_page()
        # An address with a digest may be kept for ever.
        headers = {"Cache-Control": LASTING} if request.url.query else None
        return Response(contents[name], media_type=mimetypes.guess_type(name)[0], headers=headers)

    return answer
