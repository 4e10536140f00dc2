"""What happened on a node: its own faults, and the workloads whose pods failed there."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.browse import Wanted
from casebook_analyzer.memory.timeline import Timeline, read_timeline
from casebook_operator.web.access.reader import listable
from casebook_operator.web.axis import days
from casebook_operator.web.pages.subject import visible
from casebook_operator.web.problems import Advice, Problem
from casebook_operator.web.site import Site, reader_of

_INCIDENTS = 100
_FAULTS = 40
"""Each is read whole, for its changes."""


async def node(site: Site, request: Request) -> Response:
    """Each part as far as the reader may list it."""
    reader, name = reader_of(request), request.path_params["name"]
    home, subject = site.settings.cluster.namespace, f"Node/{name}"
    allowed = await listable(reader, await site.memory.namespaces())
    timeline = Timeline(subject=subject)
    if allowed is None or home in allowed:
        timeline = await visible(site, reader, await read_timeline(site.memory.session, subject, limit=_FAULTS), home)
    failed = await site.memory.browse(Wanted(node=name, namespaces=allowed), limit=_INCIDENTS)
    others = [row for row in failed.rows if row.subject != subject]
    if not timeline.moments and not others:
        raise _nothing(name)
    values = {
        "reader": reader.name,
        "name": name,
        "timeline": timeline,
        "days": days(timeline),
        "rows": others,
        "more": failed.older,
    }
    return site.renderer.page("node.html", values)


def _nothing(name: str) -> Problem:
    return Problem(
        HTTPStatus.NOT_FOUND,
        "Nothing has happened on this node",
        f"Memory has no fault of the node {name}, and no failure of a pod on it, that you may see.",
        Advice("The nodes of the cluster:", "kubectl get nodes"),
    )
