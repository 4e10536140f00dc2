"""What people wrote: the documents by source, and the passages that fit a text."""

from starlette.requests import Request
from starlette.responses import Response

from casebook_operator.web.access.reader import listable
from casebook_operator.web.asked import LONGEST, bad_filter, linker
from casebook_operator.web.reads.knowledge import QUESTION_LIMIT, list_knowledge, search_knowledge
from casebook_operator.web.site import Site, reader_of

PATH = "/knowledge"
DOCUMENTS = 50
"""Of a page, and of what a search finds."""
_MOST_DIGITS = 6


async def knowledge(site: Site, request: Request) -> Response:
    """``/knowledge``: the documents that are for this reader, or with ``q`` the passage of each that fits a text best.

    Raises:
        PageProblem: (400) There is no such page of the list, (403) or the reader may not list the namespace.
    """
    reader, query = reader_of(request), request.query_params
    given = {name: query.get(name, "").strip()[:LONGEST] for name in ("namespace", "source")}
    q, number = query.get("q", "").strip()[:QUESTION_LIMIT], _number(query.get("page", ""))
    every = await list_knowledge(site, reader, given["namespace"])
    fitting = [one for one in every if given["source"] in ("", one.source)]
    first = (number - 1) * DOCUMENTS
    found = await search_knowledge(site, reader, q, given["namespace"], DOCUMENTS) if q else None
    namespaces = await site.memory.namespaces()
    allowed = await listable(reader, namespaces)
    values = {
        "reader": reader.name,
        "q": q,
        "given": given,
        "found": found,
        "documents": fitting[first : first + DOCUMENTS],
        "count": len(fitting),
        "sources": sorted({one.source for one in every}),
        "namespaces": [name for name in namespaces if allowed is None or name in allowed],
        "page": number,
        "older": first + DOCUMENTS < len(fitting),
        "most": QUESTION_LIMIT,
        "filtered": bool(q or any(given.values())),
        "link": linker({**given, "q": q}),
    }
    return site.renderer.page("knowledge.html", values)


def _number(text: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text)):
        raise bad_filter("The address of this page of the list is cut or misspelt.")
    return int(text)
