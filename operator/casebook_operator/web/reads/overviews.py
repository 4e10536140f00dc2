"""All incidents that a reader may list, at a glance."""

from datetime import datetime, timedelta

import msgspec

from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_operator.views.overview import USUAL
from casebook_operator.views.periods import usual_beginning
from casebook_operator.web.records import Records


async def read_overview(records: Records, wanted: IncidentFilter, now: datetime) -> Overview:
    """What the filter leaves: its namespaces are the reader's. Without a beginning it is of the last :data:`USUAL`."""
    since = wanted.since or usual_beginning(wanted.until, USUAL, now)
    recurrence = timedelta(days=records.settings.memory.recurrence_days)
    found = await records.memory.overview(msgspec.structs.replace(wanted, since=since), now, recurrence=recurrence)
    # On whom an incident hangs is told where that one may be seen, which is not asked here.
    recurring = (
        msgspec.structs.replace(one, latest=msgspec.structs.replace(one.latest, caused_by=""))
        for one in found.recurring
    )
    return msgspec.structs.replace(found, recurring=tuple(recurring))
