"""Incidents that share a signature, and what fixed them how often."""

from http import HTTPStatus

import msgspec

from casebook_analyzer.learning import View
from casebook_analyzer.memory.browse.listing import Listing
from casebook_analyzer.memory.browse.lookup import signature_of
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.models import FamilyRecord, Mention, Signature
from casebook_operator.views.families import FamilyPage, ShownFamily
from casebook_operator.web.access.reader import EVERYWHERE, Reader, listable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.cursor import cursor_text, read_cursor
from casebook_operator.web.records import Records, forbidden

INCIDENTS = 100
"""Of one family, the latest."""


class SeenFamily(msgspec.Struct, frozen=True, kw_only=True):
    """A family as a reader sees it."""

    key: str
    home: str
    """The namespace for whose readers it is counted what fixed it."""
    record: FamilyRecord | None
    """None where people rejected all its incidents."""
    signature: Signature | None
    listing: Listing
    """Its incidents, the latest first; there is one at least."""


async def read_family(
    records: Records, reader: Reader, key: str, namespace: str = "", limit: int = INCIDENTS
) -> SeenFamily:
    """A family by its id, for the readers of a namespace: the one that is named, or that of its latest incident.

    Raises:
        PageProblem: (404) The reader may see no such incident, (403) or may not list the namespace.
    """
    allowed = await listable(reader, await records.memory.namespaces())
    listed = await records.memory.browse(IncidentFilter(family=key, namespaces=allowed), limit=limit)
    if not listed.rows:
        raise _unknown(key)
    if namespace and not await reader.may("list", namespace):
        raise forbidden(namespace, "list")
    home = namespace or listed.rows[0].namespace
    view = await records.view(reader, home)
    record = await records.memory.family(key, view)
    return SeenFamily(
        key=key,
        home=home,
        record=await records.memory.usage.of_fixes(record, view) if record else None,
        signature=await signature_of(records.memory.session, key),
        listing=listed,
    )


def shown(seen: SeenFamily) -> ShownFamily:
    """The same as commands print it.

    Raises:
        PageProblem: (404) All its incidents that the reader may learn from were rejected.
    """
    if seen.record is None or seen.signature is None:
        raise _unknown(seen.key)
    mentions = [Mention(**row.identity, resolution=row.resolution) for row in seen.listing.rows]
    return ShownFamily(family=seen.record, signature=seen.signature, incidents=mentions)


async def read_families(
    records: Records,
    reader: Reader,
    namespace: str,
    *,
    wanted: IncidentFilter = EVERY_INCIDENT,
    cursor: str,
    limit: int,
) -> FamilyPage:
    """The families with a wanted incident that were seen last, of a namespace, or of all to who may read all.

    Raises:
        PageProblem: (403) The reader may not list the namespace, (400) or named none and may not read all, or no page
            ends with that cursor.
    """
    if namespace:
        if not await reader.may("list", namespace):
            raise forbidden(namespace, "list")
        view = msgspec.structs.replace(records.settings.memory.view(namespace), namespace=namespace)
    elif await reader.may("list", EVERYWHERE) and await reader.may("get", EVERYWHERE):
        view = View(recurrence=records.settings.memory.view("").recurrence)
    else:
        raise PageProblem(
            HTTPStatus.BAD_REQUEST,
            "Name a namespace",
            "What fixed a family is counted for the readers of one namespace, unless they may read all of them.",
        )
    found = await records.memory.families(view, wanted=wanted, before=read_cursor(cursor), limit=limit)
    return FamilyPage(items=found.records, next=cursor_text(found.ends))


def _unknown(key: str) -> PageProblem:
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "There is no such family",
        f"No incident that you may see has the signature {key}. It may have been purged with the last of them.",
        Advice("The families that were seen last:", "casebook family", tool="list_families"),
    )
