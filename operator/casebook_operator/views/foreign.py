"""What an import of another system's incidents would do, or did."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.foreign import ForeignRecord, RowProblem
from casebook_analyzer.models import Category, Incident
from casebook_analyzer.report.blocks import Page, Paragraph, Section, Table
from casebook_analyzer.text import counted
from casebook_analyzer.timeline.times import moment

_SHOWN = 50
"""Lines of a table. ``-o json`` has all of them."""


class ShownRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What would become of one line."""

    line: int
    id: str
    namespace: str
    subject: str
    category: Category
    title: str
    fix: str
    started: datetime


class ForeignImport(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``casebook memory import`` for a file of another system."""

    source: str
    cluster: str
    dry_run: bool
    usable: int
    """Lines that are incidents."""
    problems: Sequence[RowProblem]
    refused: bool
    """Whether nothing was written, because lines are bad and nobody said that they may be skipped."""
    written: int
    replaced: int
    known: int
    records: Sequence[ShownRecord] = ()
    """Of a dry run."""


def shown_record(record: ForeignRecord, incident: Incident) -> ShownRecord:
    """What would become of a line, as it would be kept: redacted."""
    imported = incident.bundle.imported
    return ShownRecord(
        line=record.line,
        id=imported.id if imported else "",
        namespace=incident.namespace,
        subject=str(incident.bundle.subject),
        category=incident.conclusion.category,
        title=incident.title,
        fix=imported.fix if imported else "",
        started=incident.opened_at,
    )


def refusal(answer: ForeignImport) -> str:
    """Why nothing was written, and what to do."""
    return (
        f"{counted(len(answer.problems), 'problem')} in the file, so that nothing "
        f"{'would be' if answer.dry_run else 'was'} imported: mend the lines or the mapping, or give --skip-bad to "
        "import the others."
    )


def foreign_page(answer: ForeignImport) -> Page:
    """What would be imported, a table; what is wrong, line by line; and how many were."""
    blocks: list[Table | Paragraph] = []
    if answer.records:
        columns = ("LINE", "STARTED", "NAMESPACE", "SUBJECT", "CATEGORY", "TITLE", "WHAT FIXED IT")
        blocks.append(Table(columns, [_row(one) for one in answer.records[:_SHOWN]]))
        blocks += _more(len(answer.records))
    if answer.problems:
        rows = [(f"{one.line}", one.what) for one in answer.problems[:_SHOWN]]
        blocks += [Table(("LINE", "PROBLEM"), rows), *_more(len(answer.problems))]
    if not answer.refused:
        blocks.append(Paragraph(_said(answer)))
    return Page("", [Section("", [block]) for block in blocks])


def _row(one: ShownRecord) -> tuple[str, ...]:
    return f"{one.line}", moment(one.started), one.namespace, one.subject, one.category, one.title, one.fix


def _more(number: int) -> list[Paragraph]:
    return [Paragraph(f"... and {number - _SHOWN:,} more: -o json shows all.")] if number > _SHOWN else []


def _said(answer: ForeignImport) -> str:
    if answer.dry_run:
        return f"{counted(answer.usable, 'incident')} of {answer.source} would be imported into {answer.cluster}."
    parts = [f"{counted(answer.written, 'incident')} of {answer.source} imported into {answer.cluster}"]
    parts += [f"{answer.replaced:,} changed there and replaced"] if answer.replaced else []
    parts += [f"{answer.known:,} known already"] if answer.known else []
    parts += [f"{counted(len({one.line for one in answer.problems}), 'line')} skipped"] if answer.problems else []
    return ", ".join(parts) + "."
