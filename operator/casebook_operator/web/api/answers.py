"""Values and problems as answers of HTTP."""

from hashlib import sha256
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.web.plain import plain
from casebook_operator.web.problems import Advice, PageProblem


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no answer (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    advice: tuple[Advice, ...] = ()
    """What to do."""


def answer(request: Request, value: object) -> Response:
    """``value`` as JSON; 304 where the client says that it has it."""
    body = _encoded(value)
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    if _has(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    return Response(body, media_type="application/json", headers={"ETag": tag})


def done(value: object) -> Response:
    """What a change answers, as JSON."""
    return Response(_encoded(value), media_type="application/json")


def problem_answer(problem: PageProblem) -> Response:
    """What a page would say of it."""
    told = ProblemDetails(title=problem.title, status=problem.status, detail=problem.text, advice=problem.advice)
    body = _encoded(told)
    return Response(body, problem.status, problem.headers, media_type="application/problem+json")


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(plain(msgspec.to_builtins(value)))


def _has(header: str, tag: str) -> bool:
    """Whether ``If-None-Match`` names the answer (RFC 9110, 13.1.2: weak comparison)."""
    return header.strip() == "*" or tag in {one.strip().removeprefix("W/") for one in header.split(",")}
