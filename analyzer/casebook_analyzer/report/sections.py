"""The facts of a report, in the order in which a person asks for them."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.report.escape import code, fenced, inline
from casebook_analyzer.report.times import clock
from casebook_analyzer.text import LINE_BREAK

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
"""In the order in which a person asks."""
IN_BLOCKS = frozenset({FactKind.LOG, FactKind.KERNEL, FactKind.COMMAND})
"""Lines, which stand together by where they were read."""
_OTHER_LINES, _OTHER_ITEMS = 40, 12
"""Of one log, and of one section, beside what the conclusion cites: the page is read, the evidence itself is stored."""


class Section(msgspec.Struct, frozen=True):
    """Facts of one kind, ready to print."""

    title: str
    body: str


def evidence(bundle: EvidenceBundle, conclusion: Conclusion) -> list[Section]:
    """Facts by kind. Lines of logs, kernels and commands stand in blocks, one per source; the rest in lists."""
    cited = frozenset((*conclusion.cited, *(id_ for ruled in conclusion.ruled_out for id_ in ruled.facts)))
    onset = bundle.signal.occurred_at
    sections = []
    for kind, title in TITLES.items():
        facts = [fact for fact in bundle.facts if fact.kind is kind]
        if facts:
            body = _blocks(facts, cited, onset) if kind in IN_BLOCKS else _list(facts, cited, onset)
            sections.append(Section(title, body))
    return sections


def _list(facts: Sequence[Fact], cited: frozenset[str], onset: datetime) -> str:
    shown = _most_telling(facts, cited, _OTHER_ITEMS)
    lines = [f"- {fact.id} {_told(fact, cited, onset)}" for fact in shown]
    if len(shown) < len(facts):
        lines.append(f"- {len(facts) - len(shown)} more are stored and not shown.")
    return "\n".join(lines)


def _told(fact: Fact, cited: frozenset[str], onset: datetime) -> str:
    text = inline(fact.text.replace(LINE_BREAK, " "))
    text = f"**{text}**" if fact.id in cited else text
    seen = f" (seen {fact.count} times)" if fact.count > 1 else ""
    when = f"{clock(fact.time, onset)} " if fact.time else ""
    return f"{when}{text}{seen}  \n  {code(fact.source)}"


def _blocks(facts: Sequence[Fact], cited: frozenset[str], onset: datetime) -> str:
    blocks = []
    for source in dict.fromkeys(fact.source for fact in facts):
        whole = [fact for fact in facts if fact.source == source]
        shown = _most_telling(whole, cited, _OTHER_LINES)
        width = max(len(clock(fact.time, onset)) for fact in shown)
        hidden = len(whole) - len(shown)
        note = f" ({hidden} quieter lines are stored and not shown)" if hidden else ""
        blocks.append(f"{inline(source)}{note}:\n\n{fenced([_row(f, cited, onset, width) for f in shown])}")
    return "\n\n".join(blocks)


def _most_telling(facts: Sequence[Fact], cited: frozenset[str], number: int) -> list[Fact]:
    """Cited ones and the last of the others, in their order."""
    others = {fact.id for fact in [fact for fact in facts if fact.id not in cited][-number:]}
    return [fact for fact in facts if fact.id in cited or fact.id in others]


def _row(fact: Fact, cited: frozenset[str], onset: datetime, width: int) -> str:
    """``> F12  05:06:07 text``; the further lines of a stack trace stand below the first."""
    mark = ">" if fact.id in cited else " "
    head = f"{mark} {fact.id:<4} " + (f"{clock(fact.time, onset):<{width}} " if width else "")
    count = f" (x{fact.count})" if fact.count > 1 else ""
    return head + fact.text.replace(LINE_BREAK, "\n" + " " * len(head)) + count
