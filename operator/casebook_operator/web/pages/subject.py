"""What happened to a workload, and to the nodes that its pods failed on, on one axis."""

from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.memory.browse.lookup import subjects_like
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.timeline import Timeline
from casebook_operator.web.access.reader import Reader, may_name
from casebook_operator.web.address import subject_path
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.site import Site, reader_of, require
from casebook_operator.web.timeline import days

_NAMESPACED = 3
"""Parts of ``Deployment/shop/checkout``."""
_EPISODES = 40
"""Each is read whole, for its changes."""


async def subject(site: Site, request: Request) -> Response:
    """``/subjects/{subject}``: its timeline beside that of its nodes, and its episodes.

    Raises:
        PageProblem: (403) The reader may not read the namespace, (404) or nothing has happened to the subject.
    """
    reader, name = reader_of(request), request.path_params["subject"]
    if name.startswith("Node/"):
        return RedirectResponse(subject_path(name))
    home = namespace_of(name, site)
    await require(reader, home)
    timeline = await read_timeline(site.memory.session, name, limit=_EPISODES)
    if not timeline.episodes:
        raise await _unknown(site, reader, name, home)
    seen = await visible(site, reader, timeline, home)
    listed = await site.memory.browse(IncidentFilter(subject=name, namespaces=frozenset({home})), limit=_EPISODES)
    values = {
        "reader": reader.name,
        "name": name,
        "home": home,
        "timeline": seen,
        "days": days(seen),
        "listing": listed,
    }
    return site.renderer.page("subject.html", values)


def namespace_of(name: str, site: Site) -> str:
    """The namespace of a subject's Investigations: its own, or the operator's where it has none."""
    parts = name.split("/")
    return parts[1] if len(parts) == _NAMESPACED else site.settings.cluster.namespace


async def visible(site: Site, reader: Reader, timeline: Timeline, home: str) -> Timeline:
    """The timeline without the moments of namespaces that this reader may not see named."""
    visibility = site.settings.memory.visibility
    places = {moment.incident.partition("/")[0] for moment in timeline.moments}
    named = {place for place in places if await may_name(reader, place, home=home, visibility=visibility)}
    moments = tuple(one for one in timeline.moments if one.incident.partition("/")[0] in named)
    nodes = tuple(node for node in timeline.nodes if any(moment.on == node for moment in moments))
    return msgspec.structs.replace(timeline, moments=moments, nodes=nodes)


async def _unknown(site: Site, reader: Reader, name: str, home: str) -> PageProblem:
    alike = [one for one in await subjects_like(site.memory.session, name) if namespace_of(one, site) == home]
    advice = [Advice(f"Alike: {one}") for one in alike if await reader.may("get", home)]
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "Nothing has happened to it",
        f"Memory has no incident of {name}. A subject is written KIND/NAMESPACE/NAME.",
        *advice,
    )
