"""The routes of the API."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, get_args, get_type_hints

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casebook_operator.web.api.answers import answer, done
from casebook_operator.web.api.changes import CHANGES, file_of, speaker_of
from casebook_operator.web.api.openapi import document
from casebook_operator.web.api.operations import OPERATIONS, PREFIX, Inquiry, Operation
from casebook_operator.web.api.queries import Nothing, as_query, repeated
from casebook_operator.web.attaching import require_attaching
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.programs import require_program
from casebook_operator.web.records import Records
from casebook_operator.web.site import reader_of


def api_routes(records: Records) -> list[Route]:
    """GET and HEAD of every operation that reads and of the document that describes all, and what changes something."""
    routes = [Route(PREFIX + one.path, _endpoint(records, one)) for one in OPERATIONS]
    routes += [Route(PREFIX + one.path, _change(records, one), methods=[one.method]) for one in CHANGES]
    return [*routes, Route(f"{PREFIX}/openapi.json", _document)]


async def _document(request: Request) -> Response:
    return answer(request, document())


def _endpoint(records: Records, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    read = _reader(operation.query)

    async def endpoint(request: Request) -> Response:
        query = read(request.query_params)
        asked = Inquiry(records=records, reader=reader_of(request), path=request.path_params, query=query)
        return answer(request, await operation.read(asked))

    return endpoint


def _change(records: Records, change: Operation) -> Callable[[Request], Awaitable[Response]]:
    read = _reader(change.query)

    async def endpoint(request: Request) -> Response:
        require_program(request)
        reader, path = reader_of(request), request.path_params
        query = read(request.query_params)
        await require_attaching(records, speaker_of(reader), path["namespace"])  # before the body is read
        body = await file_of(request, change.most) if change.most else b""
        asked = Inquiry(records=records, reader=reader, path=path, query=query, body=body)
        return done(await change.read(asked))

    return endpoint


def _reader(kind: type[Nothing]) -> Callable[[QueryParams], Nothing]:
    """What reads the parameters of an address as a struct; those that are tuples may be repeated."""
    lists = repeated(kind)
    times = frozenset(name for name, hint in get_type_hints(kind).items() if datetime in get_args(hint))

    def read(given: QueryParams) -> Nothing:
        values: dict[str, Any] = {name: given.getlist(name) for name in given}
        twice = [name for name, texts in values.items() if name not in lists and len(texts) > 1]
        if twice:
            raise _unusable(f"{twice[0][:80]} is given twice.")
        one = {name: texts if name in lists else texts[0] for name, texts in values.items()}
        try:
            return as_query(one | {name: _time(name, one[name]) for name in times & one.keys()}, kind)
        except msgspec.ValidationError as error:
            raise _unusable(f"{error}.") from None

    return read


def _time(name: str, text: str) -> datetime:
    try:
        return msgspec.convert(text, datetime)  # strictly: a number is no time, nor is a date without its signs
    except msgspec.ValidationError:
        raise _unusable(f"{name} is no time as RFC 3339 writes it, such as 2026-03-04T05:06:07Z.") from None


def _unusable(why: str) -> PageProblem:
    return PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be asked", why)
