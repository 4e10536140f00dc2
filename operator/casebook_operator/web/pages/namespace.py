"""What happened in a namespace: to all its workloads, beside the faults of nodes that they ran on."""

from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.views.periods import usual_beginning
from casebook_operator.web.asked import read_filters
from casebook_operator.web.reads.timelines import EPISODES, NAMESPACE, read_subject
from casebook_operator.web.site import Site, reader_of
from casebook_operator.web.timeline import days

_USUAL = timedelta(days=7)
_PERIODS = (("Today", "today", ""), ("Yesterday", "yesterday", "today"), ("7 days", "7d", ""), ("30 days", "30d", ""))


async def namespace(site: Site, request: Request) -> Response:
    """``/namespaces/{name}``: its latest episodes on one axis, of the last seven days unless a period is named.

    Raises:
        PageProblem: (400) A time is none, (403) or the reader may not read the namespace.
    """
    reader, name, now = reader_of(request), request.path_params["name"], datetime.now(UTC)
    asked = read_filters({one: request.query_params.get(one, "") for one in ("since", "until")}, now)
    since = asked.since or usual_beginning(asked.until, _USUAL, now)
    seen = await read_subject(site, reader, NAMESPACE + name, since=since, until=asked.until)
    chosen = (asked.given.get("since", "" if asked.until else "7d"), asked.given.get("until", ""))
    values = {
        "reader": reader.name,
        "name": name,
        "timeline": seen,
        "days": days(seen),
        "since": since,
        "until": asked.until,
        "periods": _PERIODS,
        "chosen": chosen,
        "whole": seen.episodes < EPISODES,
        "most": EPISODES,
    }
    return site.renderer.page("namespace.html", values)
