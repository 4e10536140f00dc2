"""Pages of incidents."""

import msgspec

from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_operator.views.listing import IncidentPage
from casebook_operator.web.reads.cursor import cursor_text, read_cursor
from casebook_operator.web.records import Records


async def read_page(records: Records, wanted: IncidentFilter, cursor: str, limit: int) -> IncidentPage:
    """The page after the cursor, of what the filter leaves: its namespaces are the reader's, and so are heads.

    Raises:
        PageProblem: (400) No page ends with that cursor.
    """
    found = await records.memory.browse(wanted, before=read_cursor(cursor), limit=limit)
    heads = (await records.memory.outages(found.rows, wanted.namespaces)).heads
    rows = (row if row.caused_by in heads else msgspec.structs.replace(row, caused_by="") for row in found.rows)
    return IncidentPage(items=tuple(rows), next=cursor_text(found.ends))
