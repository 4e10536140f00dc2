"""What every page is made with."""

from typing import final

from starlette.requests import Request

from casebook_operator.web.access.reader import Reader
from casebook_operator.web.records import Records
from casebook_operator.web.rendering import Renderer


@final
class Site(Records, frozen=True, kw_only=True):
    """What pages are read from, and the templates that show it."""

    renderer: Renderer


def reader_of(request: Request) -> Reader:
    """Who asks, as :class:`RequireReader` has found out before the page is made."""
    reader: Reader = request.state.reader
    return reader
