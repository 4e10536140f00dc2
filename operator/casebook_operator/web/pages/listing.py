"""The list of incidents, with filters, a search by text, and pages by key."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory import SearchHit
from casebook_analyzer.memory.browse.listing import IncidentCounts, ListedIncident, Listing, PageCursor
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, OutageRole
from casebook_analyzer.models import Category
from casebook_operator.web.access.reader import listable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.cursor import cursor_of, cursor_text
from casebook_operator.web.reads.scope import narrowed
from casebook_operator.web.reads.search import QUERY_LIMIT, search
from casebook_operator.web.site import Site, reader_of

PAGE = 50
_ID_LIMIT = 64
_FILTERS = ("namespace", "category", "state", "role", "of", "q")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The filters, as a person gave them."""

    namespace: str = ""
    category: Category | None = None
    state: IncidentState | None = None
    role: OutageRole | None = None
    of: str = ""
    """The id of a head: what hangs on it is listed."""
    q: str = ""
    before: PageCursor | None = None
    after: PageCursor | None = None

    @property
    def filtered(self) -> bool:
        """Whether anything but the page was asked for."""
        return bool(self.namespace or self.category or self.state or self.role or self.of or self.q)

    @property
    def begins(self) -> bool:
        """Whether it is the first page of a list that heads which go on belong to."""
        of_heads = self.state is not IncidentState.RESOLVED and self.role is not OutageRole.FOLLOWER
        return of_heads and not (self.of or self.q or self.before or self.after)


async def listing(site: Site, request: Request) -> Response:
    """``/``: the incidents that this reader may list, the latest first, or what a search found.

    Raises:
        PageProblem: (400) There is no such filter, (403) or the reader may not list the namespaces.
    """
    reader, asked = reader_of(request), read(request.query_params)
    namespaces = await site.memory.namespaces()
    allowed = await listable(reader, namespaces)
    wanted = IncidentFilter(
        namespaces=await narrowed(reader, asked.namespace, allowed),
        category=asked.category,
        state=asked.state,
        role=asked.role,
        caused_by=asked.of,
    )
    counts = None
    if asked.q:
        found = await _searched(site, wanted, asked.q)
    else:
        page = await site.memory.browse(wanted, before=asked.before, after=asked.after, limit=PAGE)
        counts = await site.memory.counts(wanted)
        found = {"listing": page, "hits": {}, "reason": ""}
    heads = tuple(await site.memory.open_heads(wanted)) if asked.begins else ()
    rows = (*heads, *(row for row in found["listing"].rows if row not in heads))
    given = {name: request.query_params[name] for name in _FILTERS if request.query_params.get(name)}
    shown = [name for name in namespaces if allowed is None or name in allowed]
    values = {
        **found,
        "rows": rows,
        "outages": await site.memory.outages(rows, allowed),
        "asked": asked,
        "counts": counts,
        "namespaces": shown,
        "categories": list(Category),
        "roles": {OutageRole.HEAD: "Without followers", OutageRole.FOLLOWER: "Followers of an outage"},
        "reader": reader.name,
        "link": _linker(given),
        "links": _pages(found["listing"], given),
        "empty_memory": _is_empty(counts, asked),
    }
    return site.renderer.page("list.html", values)


def read(query: Mapping[str, str]) -> Asked:
    """The filters in the query of an address.

    Raises:
        PageProblem: (400) A value is none of the choices.
    """
    return Asked(
        namespace=query.get("namespace", ""),
        category=_choice(Category, query.get("category", ""), "category"),
        state=_choice(IncidentState, query.get("state", ""), "state"),
        role=_choice(OutageRole, query.get("role", ""), "role"),
        of=query.get("of", "")[:_ID_LIMIT],
        q=query.get("q", "").strip()[:QUERY_LIMIT],
        before=_place(query.get("before", "")),
        after=_place(query.get("after", "")),
    )


def _choice(choices: Any, text: str, name: str) -> Any:
    if not text:
        return None
    try:
        return choices(text)
    except ValueError:
        known = ", ".join(choices)
        raise _bad(f"There is no {name} “{text[:80]}”. It is one of: {known}.") from None


def _place(text: str) -> PageCursor | None:
    if not text:
        return None
    try:
        return cursor_of(text)
    except ValueError:
        raise _bad("The address of this page of the list is cut or misspelt.") from None


def _bad(why: str) -> PageProblem:
    return PageProblem(
        HTTPStatus.BAD_REQUEST, "This list cannot be made", why, Advice("Begin anew with the whole list.")
    )


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


def _linker(given: Mapping[str, str]) -> Any:
    def link(**changes: str) -> str:
        query = {name: text for name, text in (dict(given) | changes).items() if text}
        return f"/?{urlencode(query)}" if query else "/"

    return link


def _pages(page: Listing, given: Mapping[str, str]) -> dict[str, str]:
    links = {}
    link = _linker(given)
    if page.newer and page.rows:
        links["newer"] = link(after=cursor_text(page.rows[0].cursor))
    if page.older and page.rows:
        links["older"] = link(before=cursor_text(page.rows[-1].cursor))
    return links


def _is_empty(counts: IncidentCounts | None, asked: Asked) -> bool:
    return counts is not None and not counts.all and not asked.filtered
