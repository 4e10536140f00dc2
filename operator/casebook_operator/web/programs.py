"""What programs send to change something, and no page of another site may have a browser send."""

from http import HTTPStatus

from starlette.requests import Request

from casebook_operator.web.problems import PageProblem


def require_program(request: Request) -> None:
    """Refuse what a page of another site has a browser send: it comes with the identity of its user.

    Whoever asks this takes nothing but what such a page may not send unless this site allows it, and it does not: a
    body in JSON or of bytes, or another method than GET and POST. This is for browsers that would send it.

    Raises:
        PageProblem: (403) The browser says that it comes from another site.
    """
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise PageProblem(HTTPStatus.FORBIDDEN, "This is not from here", "A page of another site has sent it.")
