"""The style sheet, the icon and the one small script."""

from importlib.resources import files
from typing import final

from starlette import staticfiles
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from casebook_operator.web.headers import LASTING


@final
class StaticFiles:
    """Files of the package. An address with a digest may be kept for ever."""

    def __init__(self) -> None:
        self._files = staticfiles.StaticFiles(directory=str(files("casebook_operator.web") / "static"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One file."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and scope.get("query_string"):
                MutableHeaders(scope=message)["Cache-Control"] = LASTING
            await send(message)

        await self._files(scope, receive, sent)
