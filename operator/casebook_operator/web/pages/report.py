"""One incident: for a browser, as a document, and as the markdown that everybody else reads."""

from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from casebook_analyzer.models import CasePast, Incident
from casebook_analyzer.report import full_report
from casebook_analyzer.report.timeline import moments
from casebook_analyzer.report.words import verdict_in_words
from casebook_operator.web.absent import absent
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.evidence import groups
from casebook_operator.web.markdown import html_of
from casebook_operator.web.masking import masked
from casebook_operator.web.site import Site, reader_of, require


async def report(site: Site, request: Request) -> Response:
    """The page that alerts link to."""
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
        "family": past.family if past.family and past.family.count + past.family.disputed > 1 else None,
        "verdict": verdict_in_words(conclusion).partition(":")[0],
        "moments": moments(bundle, conclusion, found.opened_at),
        "groups": groups(found),
        "known": frozenset(fact.id for fact in bundle.facts),
        "earlier": await site.memory.earlier(found.id),
    }
    return site.renderer.page("report.html", values)


async def markdown(site: Site, request: Request) -> Response:
    """The text that ``casebook report`` prints."""
    found, past = await _read(site, request, reader_of(request))
    text = full_report(found, now=datetime.now(UTC), past=past)
    return PlainTextResponse(text, media_type="text/markdown")


async def document(site: Site, request: Request) -> Response:
    """The same text, laid out to be read and printed from top to bottom."""
    reader = reader_of(request)
    found, past = await _read(site, request, reader)
    body = html_of(full_report(found, now=datetime.now(UTC), past=past))
    values = {"reader": reader.name, "found": found, "subject": str(found.bundle.subject), "body": body}
    return site.renderer.page("document.html", values)


async def _read(site: Site, request: Request, reader: Reader) -> tuple[Incident, CasePast]:
    namespace, name = request.path_params["namespace"], request.path_params["name"]
    await require(reader, namespace)
    found = await site.memory.get(namespace, name)
    if found is None:
        raise await absent(site, namespace, name)
    past = await site.memory.past(found, await site.view(reader, namespace))
    return found, msgspec.structs.replace(past, similar=await masked(site, reader, namespace, past.similar))
