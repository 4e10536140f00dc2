"""All incidents of one signature, and what fixed them how often."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.browse.lookup import signature_of
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_operator.web.access.reader import Reader, listable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.site import Site, forbidden, reader_of

_INCIDENTS = 100


async def family(site: Site, request: Request) -> Response:
    """``/families/{id}``: all incidents of one signature, and what fixed them how often.

    What fixed them is counted for the readers of one namespace: ``?namespace=``, or that of the latest incident.

    Raises:
        PageProblem: (404) The reader may see no such incident, (403) or may not list the namespace.
    """
    reader, key = reader_of(request), request.path_params["id"]
    allowed = await listable(reader, await site.memory.namespaces())
    listed = await site.memory.browse(IncidentFilter(family=key, namespaces=allowed), limit=_INCIDENTS)
    if not listed.rows:
        raise _unknown(key)
    home = await _home(reader, request, listed.rows[0].namespace)
    record = await site.memory.family(key, await site.view(reader, home))
    signature = await signature_of(site.memory.session, key)
    values = {
        "reader": reader.name,
        "key": key,
        "record": record,
        "signature": signature,
        "listing": listed,
        "first": listed.rows[0],
        "home": home,
    }
    return site.renderer.page("family.html", values)


async def _home(reader: Reader, request: Request, latest: str) -> str:
    named = request.query_params.get("namespace", "")
    if named and not await reader.may("list", named):
        raise forbidden(named)
    return named or latest


def _unknown(key: str) -> PageProblem:
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "There is no such family",
        f"No incident that you may see has the signature {key}. It may have been purged with the last of them.",
        Advice("The families that were seen last:", "casebook family"),
    )
