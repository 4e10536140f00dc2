"""What happened on a node: its own faults, and the workloads whose pods failed there."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.timeline import Timeline
from casebook_operator.web.access.reader import listable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.timelines import EPISODES, visible
from casebook_operator.web.site import Site, reader_of
from casebook_operator.web.timeline import days

_INCIDENTS = 100


async def node(site: Site, request: Request) -> Response:
    """``/nodes/{name}``: the faults of the node and the failures on it, as far as the reader may list them.

    Raises:
        PageProblem: (404) There is nothing that the reader may see.
    """
    reader, name = reader_of(request), request.path_params["name"]
    home, subject = site.settings.cluster.namespace, f"Node/{name}"
    allowed = await listable(reader, await site.memory.namespaces())
    timeline = Timeline(subject=subject)
    if allowed is None or home in allowed:
        timeline = await read_timeline(site.memory.session, subject, limit=EPISODES)
        timeline = await visible(site, reader, timeline, [home])
    failed = await site.memory.browse(IncidentFilter(node=name, namespaces=allowed), limit=_INCIDENTS)
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


def _nothing(name: str) -> PageProblem:
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "Nothing has happened on this node",
        f"Memory has no fault of the node {name}, and no failure of a pod on it, that you may see.",
        Advice("The nodes of the cluster:", "kubectl get nodes"),
    )
