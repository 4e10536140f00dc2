"""Reports that speak of something."""

from http import HTTPStatus

import msgspec

from casebook_analyzer.memory import SearchResult
from casebook_analyzer.memory.incidents.filters import INSIDE, IncidentFilter
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import Records

QUERY_LIMIT = 500
"""Characters of a query."""


async def search(records: Records, text: str, wanted: IncidentFilter, limit: int) -> SearchResult:
    """The best places first. Only reports that the filter leaves are searched: its namespaces are the reader's.

    How much was searched is not told to who may not search everything.

    Raises:
        PageProblem: (400) The filter has what no index answers, so that every report would have to be unpacked.
    """
    if wanted.terms & INSIDE:
        raise PageProblem(
            HTTPStatus.BAD_REQUEST, "This cannot be searched", "A search by text is not narrowed by an object or a tag."
        )
    answer = await records.memory.search(text, wanted=wanted, limit=limit)
    return answer if wanted.namespaces is None else msgspec.structs.replace(answer, reason="", searched=0)
