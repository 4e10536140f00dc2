"""What people wrote, as commands print it."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.memory.knowledge.results import KnowledgeHit, KnowledgeResult, StoredDocument
from casebook_analyzer.report import usage_in_words
from casebook_analyzer.report.blocks import Fields, Page, Paragraph, Section, Table
from casebook_analyzer.text import bound, counted

_EXCERPT = 120
_NONE = (
    "Nothing was written down yet. A folder is read by: casebook knowledge sync DIRECTORY. With the chart, the process "
    "knowledge reads what knowledge.configMaps and its neighbours name; its log says what it found."
)
_SHOWN = 20
"""Paths that are named one by one."""


def documents_page(documents: Sequence[StoredDocument], *, filtered: bool) -> Page:
    """One row for each document; ``filtered`` says that not all were asked for."""
    if not documents:
        return Page("", [Section("", [Paragraph("No document fits." if filtered else _NONE)])])
    rows = [
        (
            one.source,
            one.path,
            one.title,
            ", ".join(one.names),
            ", ".join(one.namespaces) or "all",
            usage_in_words(one.usage, same="a fix"),
        )
        for one in documents
    ]
    columns = ("SOURCE", "PATH", "TITLE", "NAMES", "FOR READERS OF", "OF USE")
    grid = Table(columns, rows, whole=frozenset({"SOURCE", "PATH"}))
    return Page("", [Section("", [grid]), Section("", [Paragraph(f"{counted(len(documents), 'document')}.")])])


def knowledge_page(query: str, found: KnowledgeResult) -> Page:
    """One row for each document, with its best passage."""
    if not found.hits:
        return Page("", [Section("", [Paragraph(f"Nothing that people wrote matches {query!r}: {found.reason}.")])])
    rows = [
        (f"{hit.score_permille / 10:.0f} %", place_of(hit), hit.title, bound(hit.excerpt, _EXCERPT))
        for hit in found.hits
    ]
    grid = Table(("SCORE", "PLACE", "TITLE", "BEST PASSAGE"), rows, whole=frozenset({"SCORE", "PLACE"}))
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
