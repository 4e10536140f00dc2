"""The form by which a reader erases what somebody attached to a report."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_operator.web.address import attach_path, erase_path
from casebook_operator.web.attaching import erase, require_attaching
from casebook_operator.web.forms import Form, fields_of, new_form
from casebook_operator.web.pages.feedback import speaker_of
from casebook_operator.web.reads.incidents import find, read_exhibit
from casebook_operator.web.site import Site

_FORM = Form(cookie="casebook-erase", most=4096, too_large="Nothing of it is asked for.")


async def form(site: Site, request: Request) -> Response:
    """``GET /reports/{namespace}/{name}/exhibits/{digest}/erase``: what would be erased, and the form.

    Raises:
        PageProblem: (404) Feedback is switched off, or there is no such report or attachment, (403) or the reader may
            not erase it.
    """
    namespace, name, digest = _named(request)
    speaker = speaker_of(request)
    await require_attaching(site, speaker, namespace)
    found = await find(site, speaker.reader, namespace, name)
    one = await read_exhibit(site, found, digest)
    values = {"reader": speaker.author, "found": found, "one": one}
    return new_form(site, _FORM, "erase.html", values, erase_path(namespace, name, one.digest))


async def send(site: Site, request: Request) -> Response:
    """``POST`` to the same: erases it, and leads to what is attached still.

    Raises:
        PageProblem: As :func:`form`; (403) the form is not of this site.
    """
    namespace, name, digest = _named(request)
    speaker = speaker_of(request)
    await require_attaching(site, speaker, namespace)  # before the body is read
    await fields_of(site, _FORM, request)
    await erase(site, speaker, (namespace, name), digest)
    return RedirectResponse(attach_path(namespace, name), HTTPStatus.SEE_OTHER)


def _named(request: Request) -> tuple[str, str, str]:
    namespace, name, digest = (request.path_params[part] for part in ("namespace", "name", "digest"))
    return namespace, name, digest
