"""What is open, what failed when, how long it took, what recurs and which fixes worked, of all incidents at once."""

from collections import defaultdict
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.models import Category, Severity, is_known
from casebook_operator.views.overview import step_name
from casebook_operator.web.access.reader import listable
from casebook_operator.web.asked import CHOSEN, linker, read_filters
from casebook_operator.web.drawings import beside, columns
from casebook_operator.web.reads.overviews import read_overview
from casebook_operator.web.reads.scope import narrowed
from casebook_operator.web.site import Site, reader_of

_PERIODS = {"24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days", "1970-01-01": "Everything"}
_USUAL = "30d"


async def overview(site: Site, request: Request) -> Response:
    """``/overview``: the incidents that this reader may list, with the filters of the list.

    Raises:
        PageProblem: (400) There is no such filter, (403) or the reader may not list the namespaces.
    """
    reader, now = reader_of(request), datetime.now(UTC)
    asked = read_filters(request.query_params, now)
    namespaces = await site.memory.namespaces()
    allowed = await listable(reader, namespaces)
    wanted = asked.wanted(await narrowed(reader, asked.namespaces, allowed))
    found = await read_overview(site, wanted, now)
    values = {
        "reader": reader.name,
        "asked": asked,
        "found": found,
        "open": _open(found),
        "since": found.since if found.since and is_known(found.since) else None,
        **CHOSEN,
        "namespaces": [name for name in namespaces if allowed is None or name in allowed],
        "columns": columns(found),
        "shown": [name for name in Category if any(name in step.categories for step in found.steps)],
        "step_name": step_name,
        "highest": max((step.count for step in found.steps), default=0),
        "longest": max((one.ninth_decile_seconds for one in found.times), default=0),
        "most": max((one.count for one in found.nodes), default=0),
        "beside": beside,
        "periods": _PERIODS,
        "period": asked.given.get("since", "") or ("" if asked.until else _USUAL),
        "link": linker(asked.given),
    }
    return site.renderer.page("overview.html", values)


def _open(found: Overview) -> list[tuple[Category, dict[Severity, int]]]:
    """Each category with what is open of it by severity, the one with the most first."""
    counts: defaultdict[Category, dict[Severity, int]] = defaultdict(dict)
    for one in found.open:
        counts[one.category][one.severity] = one.count
    return sorted(counts.items(), key=lambda of: (-sum(of[1].values()), of[0]))
