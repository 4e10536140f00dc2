"""What retention deletes."""

import msgspec

from casebook_analyzer.memory.maintenance.retention import RetentionClass
from casebook_analyzer.report.blocks import Page, Paragraph, Section, Table
from casebook_analyzer.text import counted

_SAID = {
    RetentionClass.CONFIRMED: "confirmed or corrected",
    RetentionClass.REJECTED: "rejected",
    RetentionClass.SILENT: "nobody said anything",
}


class Purge(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``casebook memory purge``."""

    dry_run: bool
    kept_days: dict[RetentionClass, int]
    """0 is for ever."""
    deleted: dict[RetentionClass, int]
    """How many incidents of each class; of a dry run, how many would be."""


def purge_page(purge: Purge) -> Page:
    """One row for each retention class, and how many incidents were deleted, or would be."""
    column = "WOULD BE DELETED" if purge.dry_run else "DELETED"
    rows = [
        (_SAID[kind], f"{purge.kept_days[kind]} days" if purge.kept_days[kind] else "for ever", f"{number:,}")
        for kind, number in purge.deleted.items()
    ]
    number = sum(purge.deleted.values())
    verb = "would be" if purge.dry_run else ("was" if number == 1 else "were")
    said = f"{counted(number, 'incident')} {verb} deleted." if number else "No incident's time is over."
    return Page("", [Section("", [Table(("INCIDENTS", "KEPT FOR", column), rows)]), Section("", [Paragraph(said)])])
