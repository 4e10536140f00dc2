"""What happened to a workload or a node."""

from collections.abc import Collection
from http import HTTPStatus

import msgspec

from casebook_analyzer.memory.browse.lookup import subjects_like
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.timeline import Timeline, namespaces_in, of_namespaces
from casebook_operator.web.access.reader import Reader, may_name
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.reads.scope import MOST_NAMESPACES, refuse_unlisted
from casebook_operator.web.records import Records, require

EPISODES = 40
"""Episodes of a page. Each is read whole, for its changes."""
MOST_EPISODES = 200
"""Of an answer: they are read in about 70 ms."""
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
    """The timeline of what is wanted of a subject or of whole namespaces, beside that of its nodes.

    Raises:
        PageProblem: (400) Too many namespaces are named, (403) or the reader may not list all of them, or not read that
            of the subject, (404) or nothing has happened to the subject. That of namespaces is empty then.
    """
    namespaces = namespaces_in(subject)
    if namespaces:
        homes = await _listed(reader, namespaces)
        subject = of_namespaces(homes)
    else:
        homes = [namespace_of(subject, records)]
        await require(reader, homes[0])
    timeline = await read_timeline(records.memory.session, subject, wanted=wanted, limit=limit)
    if not timeline.episodes and not namespaces:
        raise await _unknown(records, reader, subject, wanted)
    return await visible(records, reader, timeline, homes)


async def _listed(reader: Reader, namespaces: Collection[str]) -> list[str]:
    if len(namespaces) > MOST_NAMESPACES:
        why = f"A timeline is of {MOST_NAMESPACES} namespaces at most."
        raise PageProblem(HTTPStatus.BAD_REQUEST, "These are too many namespaces", why)
    return await refuse_unlisted(reader, namespaces)


def namespace_of(subject: str, records: Records) -> str:
    """The namespace of a subject's Investigations: its own, or the operator's where it has none."""
    parts = subject.split("/", _NAMESPACED - 1)  # what came from another system may be called by its address
    return parts[1] if len(parts) == _NAMESPACED else records.settings.cluster.namespace


async def visible(records: Records, reader: Reader, timeline: Timeline, homes: Collection[str]) -> Timeline:
    """The timeline without the moments of namespaces that this reader may not see named."""
    visibility = records.settings.memory.visibility
    places = {moment.incident.partition("/")[0] for moment in timeline.moments}
    named = {place for place in places if await may_name(reader, place, homes=homes, visibility=visibility)}
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
