"""Of what use a past incident, a fix or a document was, in words."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.models import SimilarIncident, Usage
from casebook_analyzer.report.blocks import Block, Paragraph
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.text import counted


def of_use(case: ReportedCase) -> Sequence[Block]:
    """What became of the later cases that this one was attached to; nothing where it was attached to none."""
    usage = case.reading.past.usage if case.reading and case.reading.past else None
    if usage is None or not usage.attached:
        return ()
    return (Paragraph(f"{usage_in_words(usage, same='the same fix').capitalize()}."),)


def usage_in_words(usage: Usage, *, same: str) -> str:
    """``attached to 4 cases: 3 ended by the same fix, 1 was called wrong; opened 12 times``. Empty for nothing."""
    return "; ".join(_counts(usage, same))


def known_use(one: SimilarIncident) -> str:
    """The same of a similar incident that was attached to others, too; else empty."""
    return usage_in_words(one.usage, same="the same fix") if one.usage and one.usage.attached > 1 else ""


def _counts(usage: Usage, same: str) -> Iterator[str]:
    if usage.attached:
        became = [f"{usage.followed} ended by {same}"] if usage.followed else []
        if usage.wrong:
            became.append(f"{usage.wrong} {'was' if usage.wrong == 1 else 'were'} called wrong")
        yield f"attached to {counted(usage.attached, 'case')}{': ' if became else ''}{', '.join(became)}"
    if usage.opened:
        yield "opened once" if usage.opened == 1 else f"opened {usage.opened} times"
