"""What happened to a workload or a node."""

from http import HTTPStatus

import msgspec

from casebook_analyzer.memory.browse.lookup import subjects_like
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.timeline import Timeline
from casebook_operator.web.access.reader import Reader, may_name
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import Records, require

EPISODES = 40
"""Episodes of a page. Each is read whole, for its changes."""
MOST_EPISODES = 200
"""Of an answer: they are read in about 70 ms."""
NAMESPACE = "Namespace/"
"""What the timeline of everything in a namespace is about begins so."""
_NAMESPACED = 3
"""Parts of ``Deployment/shop/checkout``."""


async def read_subject(
    records: Records,
    reader: Reader,
    subject: str,
    *,
    wanted: IncidentFilter = EVERY_INCIDENT,
    limit: int = EPISODES,
) -> Timeline:
    """The timeline of what is wanted of a subject or of a whole namespace, beside that of its nodes.

    Raises:
        PageProblem: (403) The reader may not read the namespace, (404) or nothing has happened to the subject. That of
            a namespace is empty then.
    """
    home = namespace_of(subject, records)
    await require(reader, home)
    timeline = await read_timeline(records.memory.session, subject, wanted=wanted, limit=limit)
    if not timeline.episodes and not subject.startswith(NAMESPACE):
        raise await _unknown(records, reader, subject, wanted)
    return await visible(records, reader, timeline, home)


def namespace_of(subject: str, records: Records) -> str:
    """The namespace of a subject's Investigations: its own, or the operator's where it has none."""
    if subject.startswith(NAMESPACE):
        return subject.removeprefix(NAMESPACE)
    parts = subject.split("/", _NAMESPACED - 1)  # what came from another system may be called by its address
    return parts[1] if len(parts) == _NAMESPACED else records.settings.cluster.namespace


async def visible(records: Records, reader: Reader, timeline: Timeline, home: str) -> Timeline:
    """The timeline without the moments of namespaces that this reader may not see named."""
    visibility = records.settings.memory.visibility
    places = {moment.incident.partition("/")[0] for moment in timeline.moments}
    named = {place for place in places if await may_name(reader, place, home=home, visibility=visibility)}
    moments = tuple(one for one in timeline.moments if one.incident.partition("/")[0] in named)
    nodes = tuple(node for node in timeline.nodes if any(moment.on == node for moment in moments))
    return msgspec.structs.replace(timeline, moments=moments, nodes=nodes)


async def _unknown(records: Records, reader: Reader, subject: str, wanted: IncidentFilter) -> PageProblem:
    """Names that are alike are those of namespaces that the reader may read."""
    named = [one for one in await subjects_like(records.memory.session, subject) if one != subject]
    alike = [one for one in named if await reader.may("get", namespace_of(one, records))]
    fits = " that fits" if wanted.terms else ""
    known = f"Alike: {', '.join(alike)}." if alike else "A subject is written KIND/NAMESPACE/NAME or Node/NAME."
    why = f"Memory has no incident of {subject}{fits}. {known}"
    return PageProblem(HTTPStatus.NOT_FOUND, "Nothing has happened to it", why)
