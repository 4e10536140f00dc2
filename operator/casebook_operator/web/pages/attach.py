"""The page of what is attached to a report, with the form by which a reader attaches a file."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.memory.write.exhibits import MOST
from casebook_operator.exhibits.picture_bounds import MOST_BYTES
from casebook_operator.exhibits.taking import ENDINGS, MOST_TEXT
from casebook_operator.web.address import report_path
from casebook_operator.web.attaching import attach, require_attaching
from casebook_operator.web.forms import Form, new_form, upload_of
from casebook_operator.web.pages.feedback import speaker_of
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.site import Site

_TOLD = f"a text at most {MOST_TEXT >> 10} KiB, and a picture {MOST_BYTES >> 20} MiB"
_FORM = Form(
    cookie="casebook-attach",
    most=MOST_BYTES + 8192,  # beside the file: its name, the other field, and what separates them
    too_large=f"A file has too much: {_TOLD}. Attach the part that matters.",
)


async def form(site: Site, request: Request) -> Response:
    """``GET /reports/{namespace}/{name}/attach``: what is attached, and the form.

    Raises:
        PageProblem: (404) Feedback is switched off or there is no such report, (403) or the reader may not attach.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    speaker = speaker_of(request)
    await require_attaching(site, speaker, namespace)
    found = await find(site, speaker.reader, namespace, name)
    values = {
        "reader": speaker.author,
        "found": found,
        "exhibits": await site.memory.exhibits.of(found.id),
        "erased": await site.memory.exhibits.erased_of(found.id),
        "endings": ENDINGS,
        "bounds": _TOLD,
        "most": MOST,
    }
    return new_form(site, _FORM, "attach.html", values, request.url.path)


async def send(site: Site, request: Request) -> Response:
    """``POST`` to the same: keeps the file under the reader's name, and leads to the report.

    Raises:
        PageProblem: As :func:`form`; (403) the form is not of this site, (400) or the file cannot be taken.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    speaker = speaker_of(request)
    await require_attaching(site, speaker, namespace)  # before the body is read
    await attach(site, speaker, (namespace, name), await upload_of(site, _FORM, request))
    return RedirectResponse(f"{report_path(namespace, name)}#attached", HTTPStatus.SEE_OTHER)
