"""What happened to a workload, and to the nodes that its pods failed on, on one axis."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.timeline import namespaces_in
from casebook_operator.web.address import subject_path
from casebook_operator.web.reads.timelines import EPISODES, namespace_of, read_subject
from casebook_operator.web.site import Site, reader_of
from casebook_operator.web.timeline import days


async def subject(site: Site, request: Request) -> Response:
    """``/subjects/{subject}``: its timeline beside that of its nodes, and its episodes.

    Raises:
        PageProblem: (403) The reader may not read the namespace, (404) or nothing has happened to the subject.
    """
    reader, name = reader_of(request), request.path_params["subject"]
    if name.startswith("Node/") or namespaces_in(name):
        return RedirectResponse(subject_path(name))
    home = namespace_of(name, site)
    seen = await read_subject(site, reader, name)
    listed = await site.memory.browse(IncidentFilter(subject=name, namespaces=frozenset({home})), limit=EPISODES)
    values = {
        "reader": reader.name,
        "name": name,
        "home": home,
        "timeline": seen,
        "days": days(seen),
        "listing": listed,
    }
    return site.renderer.page("subject.html", values)
