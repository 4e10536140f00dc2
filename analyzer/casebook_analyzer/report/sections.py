"""The facts of a report, in the order in which a person asks for them."""

import msgspec

from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.report.escape import code, fenced, inline
from casebook_analyzer.report.times import clock
from casebook_analyzer.text import LINE_BREAK

_TITLES = {
    FactKind.STATE: "State",
    FactKind.CHANGE: "What changed before",
    FactKind.EVENT: "Events",
    FactKind.NODE: "Node",
    FactKind.KERNEL: "Kernel",
    FactKind.LOG: "Logs",
}
_IN_BLOCKS = frozenset({FactKind.LOG, FactKind.KERNEL})
_OTHER_LOG_LINES = 40
"""Of one log, beside the lines that the conclusion cites: the page is read, the evidence itself is stored."""


class Section(msgspec.Struct, frozen=True):
    """Facts of one kind, ready to print."""

    title: str
    body: str


def evidence(bundle: EvidenceBundle, conclusion: Conclusion) -> list[Section]:
    """Facts by kind. Lines of logs and kernels stand in blocks, one per source; the rest in lists."""
    cited = frozenset(conclusion.cited)
    sections = []
    for kind, title in _TITLES.items():
        facts = [fact for fact in bundle.facts if fact.kind is kind]
        if facts:
            body = _blocks(facts, cited) if kind in _IN_BLOCKS else _list(facts, cited)
            sections.append(Section(title, body))
    return sections


def _list(facts: list[Fact], cited: frozenset[str]) -> str:
    return "\n".join(f"- {f.id} {_told(f, cited)}" for f in facts)


def _told(fact: Fact, cited: frozenset[str]) -> str:
    text = inline(fact.text.replace(LINE_BREAK, " "))
    text = f"**{text}**" if fact.id in cited else text
    seen = f" (seen {fact.count} times)" if fact.count > 1 else ""
    when = f"{clock(fact.time)} " if fact.time else ""
    return f"{when}{text}{seen}  \n  {code(fact.source)}"


def _blocks(facts: list[Fact], cited: frozenset[str]) -> str:
    blocks = []
    for source in dict.fromkeys(fact.source for fact in facts):
        whole = [fact for fact in facts if fact.source == source]
        shown = _most_telling(whole, cited)
        timed = any(fact.time is not None for fact in shown)
        hidden = len(whole) - len(shown)
        note = f" ({hidden} quieter lines are stored and not shown)" if hidden else ""
        blocks.append(f"{inline(source)}{note}:\n\n{fenced([_row(f, cited, timed=timed) for f in shown])}")
    return "\n\n".join(blocks)


def _most_telling(facts: list[Fact], cited: frozenset[str]) -> list[Fact]:
    """Cited lines and the last others, in their order."""
    others = [fact for fact in facts if fact.id not in cited][-_OTHER_LOG_LINES:]
    return [fact for fact in facts if fact.id in cited or fact in others]


def _row(fact: Fact, cited: frozenset[str], *, timed: bool) -> str:
    """``> F12  05:06:07 text``; the further lines of a stack trace stand below the first."""
    mark = ">" if fact.id in cited else " "
    head = f"{mark} {fact.id:<4} " + (f"{clock(fact.time):<8} " if timed else "")
    count = f" (x{fact.count})" if fact.count > 1 else ""
    return head + fact.text.replace(LINE_BREAK, "\n" + " " * len(head)) + count
