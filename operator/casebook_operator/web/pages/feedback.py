"""What a reader says of a report: confirmed, corrected or rejected, with a note and a link to the change that fixed it.

It goes to memory, where what was said by annotation goes as well. The Investigation itself is not touched: the account
of the web may not patch any, and so nobody can have it do so.
"""

import secrets
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Taken
from casebook_analyzer.models import Category, Feedback, FeedbackSource
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.feedback.annotations import FIELDS, LONGEST, VERDICT, parse_word
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.address import report_path
from casebook_operator.web.forms import Form, fields_of, new_form
from casebook_operator.web.problems import Advice, PageProblem, no_page
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.site import Site
from casebook_operator.web.speakers import require_verb, speaker

log = structlog.get_logger(__name__)

_FORM = Form(cookie="casebook-feedback", most=16 * 1024, too_large="Nobody reads so much.")
_LONGEST_LINK = 300


async def form(site: Site, request: Request) -> Response:
    """``GET /reports/{namespace}/{name}/feedback``: the form.

    Raises:
        PageProblem: (404) Feedback is switched off or there is no such report, (403) or the reader may not give any.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    reader = await _speaker(site, request, namespace)
    found = await find(site, reader, namespace, name)
    values = {"reader": reader.name, "found": found, "categories": list(Category), "longest": LONGEST}
    return new_form(site, _FORM, "feedback.html", values, request.url.path)


async def send(site: Site, request: Request) -> Response:
    """``POST`` to the same: keeps the word under the reader's name, and leads to the report.

    Raises:
        PageProblem: As :func:`form`; (403) the form is not of this site, (400) or what it says cannot be understood.
    """
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    reader = await _speaker(site, request, namespace)
    fields = await fields_of(site, _FORM, request)
    found = await find(site, reader, namespace, name)
    taken = await site.memory.give_feedback(found.id, _word(site, reader, fields))
    if taken is Taken.NO_INCIDENT:
        raise PageProblem(HTTPStatus.NOT_FOUND, "There is no such report", "It was purged at this moment.")
    log.info("feedback", reader=reader.name, namespace=namespace, investigation=name, taken=taken.name)
    return RedirectResponse(report_path(namespace, name), HTTPStatus.SEE_OTHER)


async def _speaker(site: Site, request: Request, namespace: str) -> Reader:
    if not site.settings.web.feedback:
        raise no_page()
    reader = speaker(request, what="judge a report", instead="casebook confirm -n NAMESPACE NAME")
    title = f"You may not say anything of the namespace {namespace}"
    why = "It takes the right to annotate its Investigations. The cluster's own role `edit` has it."
    await require_verb(reader, "patch", namespace, title=title, why=why)
    return reader


def _word(site: Site, reader: Reader, fields: dict[str, str]) -> Feedback:
    link = fields.get("link", "").strip()
    if link and not _is_link(link):
        raise _unusable(f"The link is an address that begins with https://, of {_LONGEST_LINK} characters at most.")
    said = {name: fields.get(name, "").strip() for name in ("category", "cause", "fix")}
    said["note"] = " ".join(part for part in (fields.get("note", "").strip(), link) if part)
    said["author"] = reader.name[: LONGEST["author"]]
    values = {VERDICT: fields.get("verdict", "")} | {FIELDS[name]: text for name, text in said.items()}
    # Pages hold no key: what is taken out cannot be compared with what was taken out elsewhere.
    sanitizer = Sanitizer(secrets.token_bytes(KEY_BYTES), site.settings.evidence.redaction.policy)
    try:
        return parse_word(values, sanitizer, source=FeedbackSource.PAGE, client="web", given_at=datetime.now(UTC))
    except ConfigurationError as error:
        raise _unusable(str(error)) from error


def _is_link(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= _LONGEST_LINK
    return plain and parts.scheme in ("https", "http") and bool(parts.hostname) and not parts.username


def _unusable(why: str) -> PageProblem:
    return PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be understood", why, Advice("Go back, and send it again."))
