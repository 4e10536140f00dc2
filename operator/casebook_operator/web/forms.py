"""Forms that write: each counts only if this site has made it for this browser.

A browser sends a person's identity with every request, whoever has it send one.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.exhibits.taking import File
from casebook_operator.web.body import BODY_SECONDS, body_of
from casebook_operator.web.hosts import host_of
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.site import Site

_MOST_FIELDS = 20
_MOST_PART = 4096
"""Bytes of a field that is no file."""


class Form(NamedTuple):
    """One kind of form."""

    cookie: str
    """The name under which the browser keeps what this site gave it."""
    most: int
    """Bytes of what the form sends."""
    too_large: str
    """What is said of one that has more."""


def new_form(site: Site, form: Form, template: str, values: Mapping[str, object], path: str) -> Response:
    """The page with the form; ``template`` finds what has to come back in ``secret``. ``path`` is where it is sent."""
    secret = secrets.token_urlsafe(24)
    page = site.renderer.page(template, {**values, "secret": secret})
    safe = site.settings.reports.external_url.startswith("https://")
    page.set_cookie(form.cookie, secret, path=path, httponly=True, samesite="strict", secure=safe)
    return page


async def fields_of(site: Site, form: Form, request: Request) -> dict[str, str]:
    """What a form has sent, by the names of its fields.

    Raises:
        PageProblem: (403) It is not from here, (400) has more than any, (413) is too large, (408) or did not arrive in
            time.
    """
    body = await _body(form, request)
    try:
        fields = dict(parse_qsl(body.decode(errors="replace"), max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise _unlike_any() from error
    _require_own(site, form, request, fields.get("secret", ""))
    return fields


async def upload_of(site: Site, form: Form, request: Request) -> File:
    """The file in the field ``file`` of a form. Raises what :func:`fields_of` raises."""
    body = await _body(form, request)
    if "charset" in request.headers.get("content-type", "").lower():
        raise _unlike_any()  # browsers name none, and some take a long time to decode
    parser = _InMemory(request.headers, _once(body), max_files=1, max_fields=_MOST_FIELDS, max_part_size=_MOST_PART)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            parsed = await parser.parse()
    except (MultiPartException, KeyError, ValueError, TimeoutError) as error:
        raise _unlike_any() from error
    try:
        secret, file = parsed.get("secret"), parsed.get("file")
        _require_own(site, form, request, secret if isinstance(secret, str) else "")
        if not isinstance(file, UploadFile) or not file.filename:
            raise PageProblem(HTTPStatus.BAD_REQUEST, "There is no file", "Choose one, and send it again.")
        return File(file.filename, await file.read())
    finally:
        await parsed.close()


class _InMemory(MultiPartParser):
    """The body is in memory and bounded by then; a read-only container has no place for files."""

    spool_max_size = 1 << 30


async def _once(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body


async def _body(form: Form, request: Request) -> bytes:
    late = "The form did not arrive in time."
    return await body_of(request, most=form.most, too_large=form.too_large, too_slow=late)


def _unlike_any() -> PageProblem:
    return PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be understood", "No form here sends this.")


def _require_own(site: Site, form: Form, request: Request, secret: str) -> None:
    cookie = request.cookies.get(form.cookie, "")
    if not (cookie and _same_site(site, request) and _equal(cookie, secret)):
        raise PageProblem(HTTPStatus.FORBIDDEN, "This form is not from here", "Open the page anew, and send it again.")


def _equal(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


def _same_site(site: Site, request: Request) -> bool:
    """Whether a page of this site has sent the form, as the browser says, and no page can."""
    fetched = request.headers.get("sec-fetch-site")
    if fetched is not None:
        return fetched == "same-origin"
    origin = host_of(urlsplit(request.headers.get("origin", "")).netloc)
    own = {host_of(request.headers.get("host", "")), urlsplit(site.settings.reports.external_url).hostname or ""}
    return bool(origin) and origin in own
