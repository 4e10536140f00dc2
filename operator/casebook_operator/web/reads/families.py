"""Incidents that share a signature, and what fixed them how often."""

from collections.abc import Collection
from http import HTTPStatus

import msgspec

from casebook_analyzer.learning import View
from casebook_analyzer.memory.browse.listing import Listing
from casebook_analyzer.memory.browse.lookup import knows_family, signature_of
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.models import FamilyRecord, Mention, Signature
from casebook_operator.views.families import FamilyPage, ShownFamily
from casebook_operator.web.access.reader import Reader, listable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.cursor import cursor_text, read_cursor
from casebook_operator.web.reads.scope import refuse_unlisted
from casebook_operator.web.records import Records

INCIDENTS = 100
"""Of one family, the latest."""


class SeenFamily(msgspec.Struct, frozen=True, kw_only=True):
    """A family as a reader sees it."""

    key: str
    homes: tuple[str, ...]
    """The namespaces for whose readers it is counted what fixed it."""
    record: FamilyRecord | None
    """None where people rejected all its incidents."""
    signature: Signature | None
    listing: Listing
    """Its incidents, the latest first; there is one at least."""


async def read_family(
    records: Records, reader: Reader, key: str, namespaces: Collection[str] = (), limit: int = INCIDENTS
) -> SeenFamily:
    """A family by its id, for who reads the namespaces that are named, or that of its latest incident.

    Raises:
        PageProblem: (403) The reader may not list one of the namespaces, (404) or may see no such incident.
    """
    asked = await refuse_unlisted(reader, namespaces)
    allowed = await listable(reader, await records.memory.namespaces())
    if not await knows_family(records.memory.session, key, View(namespaces=allowed)):
        raise _unknown(key)
    listed = await records.memory.browse(IncidentFilter(family=key, namespaces=allowed), limit=limit)
    if not listed.rows:  # purged meanwhile
        raise _unknown(key)
    homes = tuple(asked) or (listed.rows[0].namespace,)
    view = await records.view(reader, *homes)
    record = await records.memory.family(key, view)
    return SeenFamily(
        key=key,
        homes=homes,
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


async def read_families(records: Records, wanted: IncidentFilter, cursor: str, limit: int) -> FamilyPage:
    """The families with a wanted incident that were seen last, after the cursor.

    The filter's namespaces are the reader's: what fixed a family is counted in these alone, whatever is shared.

    Raises:
        PageProblem: (400) No page ends with that cursor.
    """
    recurrence = records.settings.memory.view().recurrence
    view = View(namespaces=wanted.namespaces, homes=wanted.namespaces, recurrence=recurrence)
    wanted = msgspec.structs.replace(wanted, namespaces=None)  # the view says of which
    found = await records.memory.families(view, wanted=wanted, before=read_cursor(cursor), limit=limit)
    return FamilyPage(items=found.records, next=cursor_text(found.ends))


def _unknown(key: str) -> PageProblem:
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "There is no such family",
        f"No incident that you may see has the signature {key}. It may have been purged with the last of them.",
        Advice("The families that were seen last:", "casebook family", tool="list_families"),
    )
