"""The head of a report: the verdict, and what the case is about."""

from collections.abc import Sequence

from casebook_analyzer.report.blocks import Block, Code, Items, Paragraph, Strong, Table, Text
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.report.likelihood import verdict_in_words
from casebook_analyzer.report.spans import joined, line, origin
from casebook_analyzer.timeline.times import moment


def title(case: ReportedCase) -> Text:
    """``Deployment/shop/checkout: A required environment variable is not set``."""
    return (case.bundle.subject.title, ": ", case.conclusion.title)


def opening(case: ReportedCase) -> Sequence[Block]:
    """What it is, how sure that is, what speaks against it, and the facts of the case."""
    conclusion = case.conclusion
    verdict = Paragraph((Strong(f"{verdict_in_words(conclusion)}."), " ", conclusion.summary))
    against = (Paragraph((Strong("What does not fit:"),)), Items(conclusion.contradictions))
    rows = [row for row in _rows(case) if row[1]]
    return (verdict, *(against if conclusion.contradictions else ()), Table(("", ""), rows))


def _rows(case: ReportedCase) -> Sequence[tuple[str, Text]]:
    conclusion, signal, subject = case.conclusion, case.bundle.signal, case.bundle.subject
    container, node = signal.container or subject.container, signal.node_name or subject.node_name
    reason = signal.reason if signal.reason != signal.trigger else ""
    return (
        ("To fix", joined([str(entity) for entity in conclusion.entities if entity.role == "cause"])),
        ("Subject", line(Code(str(subject)), *((", container ", Code(container)) if container else ()))),
        ("Trigger", line(signal.trigger, f" ({reason})" if reason else "")),
        ("Node", joined([node] if node else [])),
        ("Device", joined([subject.device] if subject.device else [])),
        ("Opened", moment(case.opened_at)),
        ("Imported from", origin(case.bundle.imported)),
        ("Investigation", line(Code(f"{case.namespace}/{case.name}"), f", episode {case.episode}")),
        ("Runbook", joined([conclusion.runbook] if conclusion.runbook else [])),
    )
