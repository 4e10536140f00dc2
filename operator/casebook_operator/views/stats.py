"""How much memory holds."""

import msgspec

from casebook_analyzer.memory import MemoryStats
from casebook_analyzer.memory.maintenance.contents import MemoryContents
from casebook_analyzer.report.blocks import Fields, Page, Paragraph, Section
from casebook_analyzer.text import counted
from casebook_analyzer.timeline.times import moment
from casebook_operator.views.quantities import size


class ShownStats(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``casebook memory stats``."""

    cluster: str
    stats: MemoryStats
    extent: MemoryContents


def stats_page(shown: ShownStats) -> Page:
    """Counts of incidents, families and vectors, and sizes in MiB."""
    stats, extent = shown.stats, shown.extent
    if not stats.incidents:
        return Page("", [Section("", [Paragraph(f"Memory of {shown.cluster} is empty: nothing has failed yet.")])])
    model = f"{stats.model}, revision {stats.revision}" if stats.model else "none: words alone are searched"
    stale = f", {stats.stale} of them with vectors of another model" if stats.stale else ""
    rows = [
        ("Incidents", f"{stats.incidents:,} ({stats.open:,} not resolved)"),
        ("Families", f"{extent.families:,}"),
        ("Judged again", counted(extent.judgements, "earlier conclusion") if extent.judgements else ""),
        ("Feedback", counted(extent.feedback, "word") + f" of people on {counted(extent.spoken_of, 'incident')}"),
        ("Oldest, newest", f"{moment(extent.oldest)}, {moment(extent.newest)}"),
        ("Model", model),
        ("With vectors", f"{stats.embedded:,}"),
        ("Waiting", f"{stats.pending:,}{stale}"),
        ("Failed", f"{stats.failed:,}, try again with: casebook memory reindex" if stats.failed else ""),
        ("Cached texts", f"{stats.cached_texts:,}"),
        ("Incidents take", f"{size(extent.incident_bytes)} with their reports and evidence"),
        ("Database", f"{size(stats.database_bytes)} with indexes and other clusters" if stats.database_bytes else ""),
    ]
    return Page(f"Memory of {shown.cluster}", [Section("", [Fields(rows)])])
