"""The list as a feed (Atom, RFC 4287): who reads feeds is told of what fails, and of its end."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, tostring

from starlette.requests import Request
from starlette.responses import Response

from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.timeline.times import span
from casebook_operator.web.address import report_path
from casebook_operator.web.asked import linker, read_filters
from casebook_operator.web.plain import plain
from casebook_operator.web.reads.scope import scope_of
from casebook_operator.web.site import Site, reader_of

FEED = "/feed.atom"
ENTRIES = 50
_ATOM = "http://www.w3.org/2005/Atom"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write (section 2.2), escaped or not."""


async def feed(site: Site, request: Request) -> Response:
    """``/feed.atom``: the latest incidents that this reader may list, with the filters of the list.

    An entry has what the list shows of an incident. It is updated when its incident is over.

    Raises:
        PageProblem: (400) There is no such filter, (403) or the reader may not list the namespaces.
    """
    asked = read_filters(request.query_params)
    wanted = asked.wanted(await scope_of(site, reader_of(request), asked.namespaces))
    rows = (await site.memory.browse(wanted, limit=ENTRIES)).rows
    base = site.settings.reports.external_url.rstrip("/")
    text = atom(rows, base=base, cluster=site.settings.cluster.name, given=asked.given)
    return Response(text, media_type="application/atom+xml")


def atom(rows: tuple[ListedIncident, ...], *, base: str, cluster: str, given: Mapping[str, str]) -> bytes:
    """The document. ``base`` is where pages are, ``given`` the filters by their names.

    Without ``base`` links are paths, which readers of feeds complete by where they found it (RFC 4287, section 2): the
    name in ``Host`` is whatever somebody sent.
    """
    link = linker(dict(sorted(given.items())))
    root = Element("feed", xmlns=_ATOM)
    where = base or "urn:casebook:" + quote(cluster, errors="replace")
    _add(root, "id", where + link(FEED))
    _add(root, "title", f"Casebook: {cluster}" + "".join(f", {name} {text}" for name, text in sorted(given.items())))
    updated = max((_updated(row) for row in rows), default=datetime.fromtimestamp(0, UTC))
    _add(root, "updated", updated.isoformat())
    SubElement(_add(root, "author"), "name").text = "Casebook"
    SubElement(root, "link", rel="self", href=base + link(FEED))
    SubElement(root, "link", rel="alternate", href=base + link())
    for row in rows:
        _entry(root, row, base)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _entry(root: Element, row: ListedIncident, base: str) -> None:
    over = row.resolution_kind is not None
    entry = SubElement(root, "entry")
    _add(entry, "id", f"urn:casebook:{quote(row.id)}")
    _add(entry, "title", f"{'Resolved' if over else row.severity}: {row.title} ({row.subject})")
    _add(entry, "published", row.opened_at.isoformat())
    _add(entry, "updated", _updated(row).isoformat())
    SubElement(entry, "link", rel="alternate", href=base + report_path(row.namespace, row.name))
    for word in (row.category, row.severity, row.namespace):
        SubElement(entry, "category", term=_written(word))
    ended = f" Over after {span(row.seconds_to_resolve or 0)}: {row.resolution or 'nothing was seen'}." if over else ""
    _add(entry, "summary", f"{row.category.replace('_', ' ')}, confidence {row.confidence}, {row.subject}.{ended}")


def _updated(row: ListedIncident) -> datetime:
    return row.ended_at or row.opened_at


def _add(parent: Element, name: str, text: str = "") -> Element:
    made = SubElement(parent, name)
    made.text = _written(text)
    return made


def _written(text: str) -> str:
    return _NO_XML.sub("\ufffd", str(plain(text)))
