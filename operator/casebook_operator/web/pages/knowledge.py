"""What people wrote: the documents by source, and the passages that fit a text."""

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_operator.web.access.reader import listable
from casebook_operator.web.asked import LONGEST, linker
from casebook_operator.web.reads.knowledge import QUESTION_LIMIT, list_knowledge, search_knowledge
from casebook_operator.web.site import Site, reader_of

PATH = "/knowledge"
DOCUMENTS = 50
"""Of a page, and of what a search finds."""


async def knowledge(site: Site, request: Request) -> Response:
    """``/knowledge``: the documents that are for this reader, or with ``q`` the passage of each that fits a text best.

    Raises:
        PageProblem: (400) No page of the list begins there, (403) or the reader may not list the namespace.
    """
    reader, query = reader_of(request), request.query_params
    given = {name: query.get(name, "").strip()[:LONGEST] for name in ("namespace", "source")}
    q, after = query.get("q", "").strip()[:QUESTION_LIMIT], query.get("after", "")
    page = await list_knowledge(
        site,
        reader,
        DocumentFilter(source=given["source"]),
        namespace=given["namespace"],
        cursor="" if q else after,
        limit=1 if q else DOCUMENTS,
    )
    found = await search_knowledge(site, reader, q, **given, limit=DOCUMENTS) if q else None
    namespaces = await site.memory.namespaces()
    allowed = await listable(reader, namespaces)
    values = {
        "reader": reader.name,
        "q": q,
        "given": given,
        "found": found,
        "documents": page.items,
        "count": page.count,
        "sources": page.sources,
        "namespaces": [name for name in namespaces if allowed is None or name in allowed],
        "after": after,
        "next": page.next,
        "most": QUESTION_LIMIT,
        "filtered": bool(q or any(given.values())),
        "link": linker({**given, "q": q}),
    }
    return site.renderer.page("knowledge.html", values)
