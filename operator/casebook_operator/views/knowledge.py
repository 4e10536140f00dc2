"""What people wrote, as commands print it."""

from collections.abc import Iterator, Sequence

import msgspec

from casebook_analyzer.memory.knowledge.results import KnowledgeHit, KnowledgeResult, StoredDocument
from casebook_analyzer.report import usage_in_words
from casebook_analyzer.report.blocks import Fields, Page, Paragraph, Section, Table
from casebook_analyzer.text import bound, counted
from casebook_operator.views.older import following


class DocumentPage(msgspec.Struct, frozen=True, kw_only=True):
    """Documents by source and path."""

    items: tuple[StoredDocument, ...]
    next: str = ""
    """The cursor of the next page; empty on the last one."""
    count: int
    """How many fit in all, of those that are for the reader."""
    sources: tuple[str, ...] = ()
    """The sources that have a document for the reader, whatever was asked for."""


_EXCERPT = 120
_NONE = (
    "Nothing was written down yet. A folder is read by: casebook knowledge sync DIRECTORY. With the chart, the process "
    "knowledge reads what knowledge.configMaps and its neighbours name; its log says what it found."
)
_SHOWN = 20
"""Paths that are named one by one."""


def documents_page(page: DocumentPage, *, filtered: bool) -> Page:
    """One row for each document; ``filtered`` says that not all were asked for."""
    if not page.items:
        return Page("", [Section("", [Paragraph(_none(page, filtered=filtered))])])
    rows = [
        (
            one.source,
            one.path,
            one.title,
            ", ".join(one.names),
            ", ".join(one.namespaces) or "all",
            usage_in_words(one.usage, same="a fix"),
        )
        for one in page.items
    ]
    columns = ("SOURCE", "PATH", "TITLE", "NAMES", "FOR READERS OF", "OF USE")
    grid = Table(columns, rows, whole=frozenset({"SOURCE", "PATH"}))
    shown = f"{len(page.items)} of " if len(page.items) < page.count else ""
    told = Section("", [Paragraph(f"{shown}{counted(page.count, 'document')}.")])
    return Page("", [Section("", [grid]), told, *following(page.next)])


def _none(page: DocumentPage, *, filtered: bool) -> str:
    if not filtered:
        return _NONE
    return (
        f"No document fits. There are documents of: {', '.join(page.sources)}." if page.sources else "No document fits."
    )


def knowledge_page(query: str, found: KnowledgeResult) -> Page:
    """One row for each document, with its best passage."""
    if not found.hits:
        reason = f"Nothing that people wrote matches {query!r}: {found.reason}" if found.searched else found.reason
        return Page("", [Section("", [Paragraph(f"{reason[:1].upper()}{reason[1:]}.")])])
    rows = [
        (f"{hit.score_permille / 10:.0f} %", hit.band or "-", place_of(hit), hit.title, bound(hit.excerpt, _EXCERPT))
        for hit in found.hits
    ]
    columns = ("SCORE", "FITS", "PLACE", "TITLE", "BEST PASSAGE")
    grid = Table(columns, rows, whole=frozenset({"SCORE", "FITS", "PLACE"}))
    links = [(place_of(hit), hit.link) for hit in found.hits if hit.link]
    more = [Section("", [Fields(links)])] if links else []
    return Page("", [Section("", [grid]), *more, Section("", [Paragraph(f"{found.reason}.")])])


def place_of(hit: KnowledgeHit) -> str:
    """Where a passage stands: ``runbooks/oom.md:12``."""
    return f"{hit.source}/{hit.path}:{hit.start_line}"


def told(what: str, paths: Sequence[str]) -> Iterator[str]:
    """A line for each path, of many for the first."""
    for path in paths[:_SHOWN]:
        yield f"{what} {path}"
    if len(paths) > _SHOWN:
        yield f"{what} {len(paths) - _SHOWN} more"
