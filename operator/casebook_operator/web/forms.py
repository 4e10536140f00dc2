"""Forms that write: each counts only if this site has made it for this browser.

A browser sends a person's identity with every request, whoever has it send one.
"""

import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.web.body import body_of
from casebook_operator.web.hosts import host_of
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.site import Site

_MOST_FIELDS = 20


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
    late = "The form did not arrive in time."
    body = await body_of(request, most=form.most, too_large=form.too_large, too_slow=late)
    try:
        fields = dict(parse_qsl(body.decode(errors="replace"), max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be understood", "No form here has so much.") from error
    cookie = request.cookies.get(form.cookie, "")
    if not (cookie and _same_site(site, request) and _equal(cookie, fields.get("secret", ""))):
        raise PageProblem(HTTPStatus.FORBIDDEN, "This form is not from here", "Open the page anew, and send it again.")
    return fields


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
