"""One incident: for a browser, as a document, and as the markdown that everybody else reads."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from casebook_analyzer.models import CasePast, Incident
from casebook_analyzer.report import Page, outline, read_case
from casebook_analyzer.report import markdown as as_markdown
from casebook_analyzer.report.likelihood import verdict_in_words
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.address import report_path
from casebook_operator.web.forms import new_form
from casebook_operator.web.pages.feedback import PROPOSALS
from casebook_operator.web.plain import plain_lines
from casebook_operator.web.reads.incidents import find, opened, read_exhibit
from casebook_operator.web.site import Site, reader_of


async def report(site: Site, request: Request) -> Response:
    """``/reports/{namespace}/{name}``, which alerts link to: the report, with what only a browser can show.

    Raises:
        PageProblem: (403) The reader may not read the namespace, (404) or there is no such report.
    """
    reader = reader_of(request)
    found, past = await _read(site, request, reader)
    conclusion, bundle = found.conclusion, found.bundle
    values = {
        "reader": reader.name,
        "found": found,
        "conclusion": conclusion,
        "signal": bundle.signal,
        "subject": str(bundle.subject),
        "past": past,
        "verdict": verdict_in_words(conclusion).partition(":")[0],
        "page": _page(found, past),
        "known": frozenset(fact.id for fact in bundle.facts),
        "secret": "",
    }
    if not (past.proposed and reader.name and site.settings.web.feedback):
        return site.renderer.page("report.html", values)
    return new_form(site, PROPOSALS, "report.html", values, f"{report_path(found.namespace, found.name)}/proposals")


async def markdown(site: Site, request: Request) -> Response:
    """The report as Markdown: the text that ``casebook report`` prints. Raises what :func:`report` raises."""
    found, past = await _read(site, request, reader_of(request))
    return PlainTextResponse(as_markdown(_page(found, past)), media_type="text/markdown")


async def document(site: Site, request: Request) -> Response:
    """The report laid out to be read and printed from top to bottom. Raises what :func:`report` raises."""
    reader = reader_of(request)
    found, past = await _read(site, request, reader)
    values = {
        "reader": reader.name,
        "found": found,
        "subject": str(found.bundle.subject),
        "page": _page(found, past),
    }
    return site.renderer.page("document.html", values)


async def exhibit(site: Site, request: Request) -> Response:
    """All of a text that somebody attached, as text and nothing else.

    Raises:
        PageProblem: What :func:`report` raises, and :func:`read_exhibit`.
    """
    namespace, name, digest = (request.path_params[part] for part in ("namespace", "name", "digest"))
    one = await read_exhibit(site, await find(site, reader_of(request), namespace, name), digest)
    return PlainTextResponse("".join(f"{line}\n" for whole in one.lines for line in plain_lines(whole)))


def _page(found: Incident, past: CasePast) -> Page:
    return outline(read_case(found, now=datetime.now(UTC), past=past))


async def _read(site: Site, request: Request, reader: Reader) -> tuple[Incident, CasePast]:
    found = await find(site, reader, request.path_params["namespace"], request.path_params["name"])
    shown = await opened(site, reader, found)
    return shown.incident, shown.past
