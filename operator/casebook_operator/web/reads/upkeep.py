"""What whoever looks after memory and rules reads: how much there is, and incidents whole, to judge them again."""

from datetime import datetime
from http import HTTPStatus

import msgspec

from casebook_analyzer.memory.incidents.history import read_history_page
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.maintenance.contents import read_contents
from casebook_analyzer.models import Incident
from casebook_operator.views.stats import ShownStats
from casebook_operator.web.access.reader import EVERYWHERE, Reader
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.cursor import cursor_text, read_cursor
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.reads.scope import evidence_scope
from casebook_operator.web.records import Records


class HistoryPage(msgspec.Struct, frozen=True, kw_only=True):
    """Incidents with conclusion and evidence, the latest first."""

    items: tuple[Incident, ...]
    next: str = ""
    """The cursor of the next page; empty on the last one."""


class WantedHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Which of them."""

    namespace: str = ""
    name: str = ""
    since: datetime | None = None


async def read_memory_stats(records: Records, reader: Reader) -> ShownStats:
    """How much memory holds of its own cluster.

    Raises:
        PageProblem: (403) He may not list the incidents of all namespaces, of which the numbers tell.
    """
    if not await reader.may("list", EVERYWHERE):
        raise PageProblem(
            HTTPStatus.FORBIDDEN,
            "How much memory holds is told to who may list all of it",
            "The numbers are of all namespaces.",
            Advice("This must answer yes:", "kubectl auth can-i list investigations.casebook.dev --all-namespaces"),
            Advice(
                "And this, unless evidence.log_text is InvestigationReaders:",
                "kubectl auth can-i get pods/log --all-namespaces",
            ),
        )
    stats = msgspec.structs.replace(await records.memory.stats(), database_bytes=0)
    extent = await read_contents(records.memory.session)
    return ShownStats(cluster=records.settings.cluster.name, stats=stats, extent=extent)


async def read_history(records: Records, reader: Reader, wanted: WantedHistory, cursor: str, limit: int) -> HistoryPage:
    """The page after the cursor; with a name that one incident.

    Raises:
        PageProblem: (403) The reader may not list and read them, (404) there is none of that name, (400) or it has no
            namespace, or no page ends with that cursor.
    """
    if wanted.name and not wanted.namespace:
        why = "An incident is named with its namespace."
        raise PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be asked", why)
    after = read_cursor(cursor)
    if wanted.name:
        return HistoryPage(items=(_whole(await find(records, reader, wanted.namespace, wanted.name)),))
    scope = await evidence_scope(records, reader, wanted.namespace)
    found = await read_history_page(
        records.memory.session, since=wanted.since, namespaces=scope, after=after, limit=limit
    )
    ends = PageCursor(found[-1].opened_at, found[-1].id) if len(found) == limit else None
    return HistoryPage(items=tuple(map(_whole, found)), next=cursor_text(ends))


def _whole(found: Incident) -> Incident:
    """With what is judged; what no page shows, or shows within the rights of its reader alone, stays empty."""
    bundle = msgspec.structs.replace(found.bundle, template=None, objects=())
    return msgspec.structs.replace(found, bundle=bundle, report="", similar=(), caused_by="")
