"""What happened in namespaces: to all their workloads, beside the faults of nodes that they ran on."""

from datetime import UTC, datetime, timedelta

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.timeline import namespaces_in, of_namespaces
from casebook_operator.views.periods import usual_beginning
from casebook_operator.web.asked import CHOSEN, linker, read_filters
from casebook_operator.web.reads.timelines import EPISODES, read_subject
from casebook_operator.web.site import Site, reader_of
from casebook_operator.web.timeline import days

_FILTERS = ("category", "severity", "state", "owner", "entity", "tag", "since", "until")
_USUAL = timedelta(days=7)
_PERIODS = (("Today", "today", ""), ("Yesterday", "yesterday", "today"), ("7 days", "7d", ""), ("30 days", "30d", ""))


async def namespace(site: Site, request: Request) -> Response:
    """``/namespaces/{name}``: the latest episodes on one axis, of the last seven days unless a period is named.

    Several names stand with commas between them.

    Raises:
        PageProblem: (400) There is no such filter, (403) or the reader may not list one of the namespaces.
    """
    reader, now = reader_of(request), datetime.now(UTC)
    asked = read_filters({one: request.query_params.get(one, "") for one in _FILTERS}, now)
    since = asked.since or usual_beginning(asked.until, _USUAL, now)
    wanted = msgspec.structs.replace(asked.wanted(None), since=since)
    seen = await read_subject(site, reader, of_namespaces(request.path_params["name"].split(",")), wanted=wanted)
    chosen = (asked.given.get("since", "" if asked.until else "7d"), asked.given.get("until", ""))
    values = {
        "reader": reader.name,
        "names": sorted(namespaces_in(seen.subject)),
        "timeline": seen,
        "days": days(seen),
        "since": since,
        "until": asked.until,
        "asked": asked,
        "filtered": bool(set(asked.given) - {"since", "until"}),
        **CHOSEN,
        "link": linker(asked.given),
        "periods": _PERIODS,
        "chosen": chosen,
        "whole": seen.episodes < EPISODES,
        "most": EPISODES,
    }
    return site.renderer.page("namespace.html", values)
