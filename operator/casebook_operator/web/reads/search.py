"""Reports that speak of something."""

from http import HTTPStatus

import msgspec

from casebook_analyzer.memory import SearchResult
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.text import counted
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import Records

QUERY_LIMIT = 500
"""Characters of a query."""


def require_text(text: str, most: int = QUERY_LIMIT) -> None:
    """Raises :class:`PageProblem` (400) unless there is something to search for, of ``most`` characters at most."""
    if not text.strip() or len(text) > most:
        raise PageProblem(
            HTTPStatus.BAD_REQUEST, "This cannot be searched", f"A search is for a text of 1 to {most:,} characters."
        )


async def search(records: Records, text: str, wanted: IncidentFilter, limit: int) -> SearchResult:
    """The best places first. Only reports that the filter leaves are searched: its namespaces are the reader's.

    How much was searched is not told to who may not search everything.

    Raises:
        PageProblem: (400) The text is none or too long.
    """
    require_text(text)
    answer = await records.memory.search(text, wanted=wanted, limit=limit)
    return answer if wanted.namespaces is None else msgspec.structs.replace(answer, reason=_told(answer), searched=0)


def _told(answer: SearchResult) -> str:
    found = f"{counted(len(answer.hits), 'report')} found" if answer.hits else "nothing found"
    return f"{found} in the reports that the filters leave"
