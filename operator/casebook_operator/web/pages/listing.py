"""The list of incidents, with filters, a search by text, and pages by key."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory import SearchHit
from casebook_analyzer.memory.browse.listing import ListedIncident, Listing
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, OutageRole
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_operator.web.access.reader import listable
from casebook_operator.web.asked import CHOSEN, Asked, bad_filter, linker, read_filters
from casebook_operator.web.reads.cursor import cursor_of, cursor_text
from casebook_operator.web.reads.scope import narrowed
from casebook_operator.web.reads.search import QUERY_LIMIT, search
from casebook_operator.web.site import Site, reader_of

PAGE = 50


class ListPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of the list is shown."""

    q: str = ""
    """A text that is searched for, instead of the list."""
    before: PageCursor | None = None
    after: PageCursor | None = None

    def begins(self, asked: Asked) -> bool:
        """Whether it is the first page of a list that heads which go on belong to."""
        of_heads = asked.state is not IncidentState.RESOLVED and asked.role is not OutageRole.FOLLOWER
        return of_heads and not (asked.of or asked.entity or asked.tag or self.q or self.before or self.after)


async def listing(site: Site, request: Request) -> Response:
    """``/``: the incidents that this reader may list, the latest first, or what a search found.

    Raises:
        PageProblem: (400) There is no such filter, (403) or the reader may not list the namespaces.
    """
    reader, asked, place = reader_of(request), read_filters(request.query_params), _place(request.query_params)
    namespaces = await site.memory.namespaces()
    allowed = await listable(reader, namespaces)
    wanted = asked.wanted(await narrowed(reader, asked.namespaces, allowed))
    counts = None
    if place.q:
        found = await _searched(site, wanted, place.q)
    else:
        page = await site.memory.browse(wanted, before=place.before, after=place.after, limit=PAGE)
        counts = await site.memory.counts(wanted)
        found = {"listing": page, "hits": {}, "reason": ""}
    heads = tuple(await site.memory.open_heads(wanted)) if place.begins(asked) else ()
    rows = (*heads, *(row for row in found["listing"].rows if row not in heads))
    given = {**asked.given, **({"q": place.q} if place.q else {})}
    values = {
        **found,
        "rows": rows,
        "outages": await site.memory.outages(rows, allowed),
        "asked": asked,
        "q": place.q,
        "filtered": bool(given),
        "counts": counts,
        "namespaces": [name for name in namespaces if allowed is None or name in allowed],
        **CHOSEN,
        "reader": reader.name,
        "link": linker(given),
        "links": _pages(found["listing"], place, given),
        "empty_memory": counts is not None and not counts.all and not given,
    }
    return site.renderer.page("list.html", values)


def _place(query: Mapping[str, str]) -> ListPlace:
    q = query.get("q", "").strip()[:QUERY_LIMIT]
    return ListPlace(q=q, before=_cursor(query.get("before", "")), after=_cursor(query.get("after", "")))


def _cursor(text: str) -> PageCursor | None:
    if not text:
        return None
    try:
        return cursor_of(text)
    except ValueError:
        raise bad_filter("The address of this page of the list is cut or misspelt.") from None


async def _searched(site: Site, wanted: IncidentFilter, text: str) -> dict[str, Any]:
    """The best places first. Only reports that the reader may list, and that the filters leave, are searched."""
    answer = await search(site, text, wanted, PAGE)
    hits: dict[str, SearchHit] = {hit.id: hit for hit in answer.hits}
    page = await site.memory.browse(msgspec.structs.replace(wanted, ids=frozenset(hits)), limit=PAGE)
    place = {incident: number for number, incident in enumerate(hits)}
    rows: list[ListedIncident] = sorted(page.rows, key=lambda row: place[row.id])
    return {
        "listing": Listing(rows=tuple(rows), newer=False, older=False),
        "hits": hits,
        "reason": answer.reason,
    }


def _pages(page: Listing, place: ListPlace, given: Mapping[str, str]) -> dict[str, str]:
    """Links to the pages beside this one, which is empty where its incidents were purged meanwhile."""
    first = page.rows[0].cursor if page.rows else place.before
    last = page.rows[-1].cursor if page.rows else place.after
    if place.after is None:
        last = page.ends
    links, link = {}, linker(given)
    if page.newer and first:
        links["newer"] = link(after=cursor_text(first))
    if page.older and last:
        links["older"] = link(before=cursor_text(last))
    return links
