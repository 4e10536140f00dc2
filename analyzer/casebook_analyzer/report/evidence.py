"""The section of facts, in the order in which a person asks for them."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.report.blocks import Block, Facts, Paragraph, Subheading
from casebook_analyzer.report.case import ReportedCase

TITLES = {
    FactKind.ALERT: "Alerts",
    FactKind.STATE: "State",
    FactKind.CHANGE: "What changed before",
    FactKind.OBJECT: "Objects that it refers to",
    FactKind.EVENT: "Events",
    FactKind.NODE: "Node",
    FactKind.METRIC: "Metrics",
    FactKind.KERNEL: "Kernel",
    FactKind.COMMAND: "Commands",
    FactKind.LOG: "Logs",
}
"""Headings by kind, in the order in which a person asks for them."""
_LINES = frozenset({FactKind.LOG, FactKind.KERNEL, FactKind.COMMAND})
"""Facts of these kinds are lines, which stand together by where they were read."""


def evidence(case: ReportedCase) -> Sequence[Block]:
    """Every fact of the bundle, by kind."""
    if not case.bundle.facts:
        return (Paragraph("No facts were collected."),)
    legend = "Lines with > and facts in bold are what the conclusion rests on. Times are UTC."
    return (Paragraph(legend), *(block for kind in TITLES for block in _of_kind(case, kind)))


def _of_kind(case: ReportedCase, kind: FactKind) -> Iterator[Block]:
    facts = [fact for fact in case.bundle.facts if fact.kind is kind]
    if not facts:
        return
    yield Subheading(TITLES[kind])
    if kind not in _LINES:
        yield _block(case, facts)
        return
    for source in dict.fromkeys(fact.source for fact in facts):
        yield _block(case, [fact for fact in facts if fact.source == source], source)


def _block(case: ReportedCase, facts: Sequence[Fact], source: str | None = None) -> Facts:
    conclusion = case.conclusion
    cited = frozenset((*conclusion.cited, *(fact for ruled in conclusion.ruled_out for fact in ruled.facts)))
    return Facts(source=source, facts=tuple(facts), cited=cited, onset=case.bundle.signal.occurred_at)
