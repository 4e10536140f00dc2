"""The form by which a reader says of a report whether it was right: confirmed, corrected or rejected.

With a note and a link to the change that fixed it.
"""

from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.models import Category, FeedbackSource, Verdict
from casebook_operator.feedback.annotations import LONGEST
from casebook_operator.web.address import report_path
from casebook_operator.web.forms import Form, fields_of, new_form
from casebook_operator.web.judging import Speaker, judge, require_judge, unusable
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.site import Site, reader_of

_FORM = Form(cookie="casebook-feedback", most=16 * 1024, too_large="Nobody reads so much.")
PROPOSALS = Form(cookie="casebook-proposal", most=1024, too_large="Nothing but a press of a button is sent here.")
"""The buttons of a report, one for each fix that an agent proposed."""
_LONGEST_LINK = 300


async def form(site: Site, request: Request) -> Response:
    """``GET /reports/{namespace}/{name}/feedback``: the form.

    Raises:
        PageProblem: (404) Feedback is switched off or there is no such report, (403) or the reader may not give any.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    speaker = speaker_of(request)
    await require_judge(site, speaker, namespace)
    found = await find(site, speaker.reader, namespace, name)
    past = await site.memory.past(found, await site.view(speaker.reader, namespace))
    proposed = past.proposed[-1].fix if past.proposed else ""
    values = {"found": found, "proposed": proposed, "categories": list(Category), "longest": LONGEST}
    values["reader"] = speaker.author
    return new_form(site, _FORM, "feedback.html", values, request.url.path)


async def send(site: Site, request: Request) -> Response:
    """``POST`` to the same: keeps the word under the reader's name, and leads to the report.

    Raises:
        PageProblem: As :func:`form`; (403) the form is not of this site, (400) or what it says cannot be understood.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    speaker = speaker_of(request)
    await require_judge(site, speaker, namespace)  # before the body is read
    fields = await fields_of(site, _FORM, request)
    fields["note"] = " ".join(part for part in (fields.get("note", "").strip(), _link(fields)) if part)
    await judge(site, speaker, (namespace, name), fields.get("verdict", ""), fields)
    return RedirectResponse(report_path(namespace, name), HTTPStatus.SEE_OTHER)


async def accept(site: Site, request: Request) -> Response:
    """``POST /reports/{namespace}/{name}/proposals/{number}``: says that a fix which an agent proposed has helped.

    Raises:
        PageProblem: As :func:`send`; (409) no such proposal waits any more.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    speaker = speaker_of(request)
    await require_judge(site, speaker, namespace)  # before the body is read
    await fields_of(site, PROPOSALS, request)
    said = {"proposal": request.path_params["number"]}
    await judge(site, speaker, (namespace, name), Verdict.CONFIRMED, said)
    return RedirectResponse(report_path(namespace, name), HTTPStatus.SEE_OTHER)


def speaker_of(request: Request) -> Speaker:
    """Who sends a form about a report."""
    reader = reader_of(request)
    return Speaker(reader=reader, author=reader.name, source=FeedbackSource.PAGE, client="web")


def _link(fields: dict[str, str]) -> str:
    link = fields.get("link", "").strip()
    if link and not _is_link(link):
        raise unusable(f"The link is an address that begins with https://, of {_LONGEST_LINK} characters at most.")
    return link


def _is_link(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= _LONGEST_LINK
    return plain and parts.scheme in ("https", "http") and bool(parts.hostname) and not parts.username
