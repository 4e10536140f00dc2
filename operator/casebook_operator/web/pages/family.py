"""All incidents of one signature, and what fixed them how often."""

from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.web.reads.families import read_family
from casebook_operator.web.site import Site, reader_of


async def family(site: Site, request: Request) -> Response:
    """``/families/{id}``: all incidents of one signature, and what fixed them how often.

    What fixed them is counted for the readers of one namespace: ``?namespace=``, or that of the latest incident.

    Raises:
        PageProblem: (404) The reader may see no such incident, (403) or may not list the namespace.
    """
    reader = reader_of(request)
    seen = await read_family(site, reader, request.path_params["id"], request.query_params.get("namespace", ""))
    values = {
        "reader": reader.name,
        "key": seen.key,
        "record": seen.record,
        "signature": seen.signature,
        "listing": seen.listing,
        "first": seen.listing.rows[0],
        "home": seen.home,
    }
    return site.renderer.page("family.html", values)
