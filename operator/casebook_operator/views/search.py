"""What a search finds: places in reports, or incidents that are like one of them."""

from collections.abc import Iterator
from datetime import datetime

from casebook_analyzer.memory import SearchResult, SimilarResult
from casebook_analyzer.models import SimilarIncident
from casebook_analyzer.report import usage_in_words
from casebook_analyzer.report.blocks import Fields, Page, Paragraph, Section, Table
from casebook_analyzer.text import bound
from casebook_operator.views.incident import similar_table

_EXCERPT = 120
"""Characters of a cell. The JSON has all of it."""


def search_page(query: str, found: SearchResult) -> Page:
    """One row for each incident, with the best place of its report."""
    if not found.hits:
        return Page("", [Section("", [Paragraph(f"Nothing in memory matches {query!r}: {found.reason}.")])])
    rows = [
        (
            f"{hit.score_permille / 10:.0f} %",
            f"{hit.namespace}/{hit.name}",
            hit.category,
            f"{hit.heading.rpartition(' > ')[2]}, line {hit.start_line}: {bound(hit.excerpt, _EXCERPT)}".lstrip(", "),
        )
        for hit in found.hits
    ]
    columns = ("SCORE", "INVESTIGATION", "CATEGORY", "BEST PLACE OF ITS REPORT")
    grid = Table(columns, rows, whole=frozenset({"INVESTIGATION", "SCORE", "CATEGORY"}))
    return Page("", [Section("", [grid]), Section("", [Paragraph(f"{found.reason}.")])])


def similar_page(found: SimilarResult, now: datetime) -> Page:
    """One row for each incident, one per family, and below why each matched and what differs."""
    if not found.incidents:
        return Page("", [Section("", [Paragraph(f"{found.reason}.")])])
    reasons = [Section(one.place, [Fields(list(_reasons(one)))]) for one in found.incidents]
    return Page(
        "", [Section("", [similar_table(found.incidents, now)]), *reasons, Section("", [Paragraph(f"{found.reason}.")])]
    )


def _reasons(one: SimilarIncident) -> Iterator[tuple[str, str]]:
    yield "Alike", "; ".join(one.why)
    yield "Differs", "; ".join(one.differs)
    yield "People say", one.verdict or ""
    yield "Of use", usage_in_words(one.usage, same="the same fix") if one.usage else ""
