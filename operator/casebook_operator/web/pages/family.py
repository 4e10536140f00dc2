"""All incidents of one signature, and what fixed them how often."""

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.web.asked import read_filters
from casebook_operator.web.reads.families import read_family
from casebook_operator.web.site import Site, reader_of


async def family(site: Site, request: Request) -> Response:
    """``/families/{id}``: all incidents of one signature, and what fixed them how often.

    What fixed them is counted for who reads the namespaces in ``?namespace=``, or that of the latest incident.

    Raises:
        PageProblem: (403) The reader may not list one of the namespaces, (404) or may see no such incident.
    """
    reader = reader_of(request)
    named = QueryParams([("namespace", one) for one in request.query_params.getlist("namespace")])
    namespaces = read_filters(named).namespaces
    seen = await read_family(site, reader, request.path_params["id"], namespaces)
    values = {
        "reader": reader.name,
        "key": seen.key,
        "record": seen.record,
        "signature": seen.signature,
        "listing": seen.listing,
        "first": seen.listing.rows[0],
        "homes": seen.homes,
    }
    return site.renderer.page("family.html", values)
