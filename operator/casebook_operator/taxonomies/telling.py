"""Which lines of an incident may tell its family from others, those that are likeliest to first. Pure."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.classify.own_words import complains, last_error
from casebook_analyzer.classify.weight import is_quiet
from casebook_analyzer.models import Category, EvidenceBundle, Fact, FactKind, Incident
from casebook_analyzer.text import LINE_BREAK, compiled, telling_row, without_names
from casebook_operator.taxonomies.phrase import pattern_of

MOST = 12
"""Lines that are tried: what does not tell a family by then has no line that does."""
_SPEAK = (FactKind.LOG, FactKind.EVENT, FactKind.KERNEL)
_RESTARTS = "BackOff"
"""The reason of an Event that says only that kubelet waits before it tries again."""
_ENDS = re.compile(
    r"\b(?:exit(?:ing|ed|s)?|quitting|abort(?:ing|ed)?|terminat(?:ing|ed)|shutting down|giving up|stopp(?:ing|ed))\b",
    re.IGNORECASE,
)


class DecidingLine(msgspec.Struct, frozen=True):
    """Words of one kind of fact."""

    kind: FactKind
    pattern: str
    loudness: int
    """2 tells of an error, 1 of trouble, 0 of neither."""
    read: bool = False
    """Whether a rule in force has read it, and it was not enough."""
    ends: bool = False
    """Whether it says that the program ends by what was said before."""

    def is_in(self, bundle: EvidenceBundle) -> bool:
        """Whether somebody says it there."""
        asked = compiled(self.pattern)
        return any(fact.kind is self.kind and asked.search(fact.text) for fact in bundle.facts)


def telling_lines(family: Sequence[Incident], others: Sequence[Incident]) -> list[DecidingLine]:
    """Lines that every incident of a family has; the latest incident is the first.

    First come those that no other incident has of which something is known, then those that tell of an error, that no
    rule has read, that name more than an end, then what a program says last and what a machine says first.
    """
    found = {(line.kind, line.pattern): line for line in reversed([*_lines(family[0])])}
    shared = [line for line in reversed(found.values()) if all(line.is_in(one.bundle) for one in family)]
    tried = sorted(shared, key=_rank)[:MOST]
    known = [one.bundle for one in others if one.conclusion.category is not Category.UNKNOWN]
    return sorted(tried, key=lambda line: (sum(map(line.is_in, known)), *_rank(line)))


def _rank(line: DecidingLine) -> tuple[int, bool, bool]:
    return -line.loudness, line.read, line.ends


def _lines(incident: Incident) -> Iterator[DecidingLine]:
    masked = without_names(incident.bundle)
    read = set(incident.conclusion.cited) if incident.conclusion.rules else set()
    for fact, row in _rows(eligible_facts(incident.bundle)):
        if pattern := pattern_of(row, masked):
            yield DecidingLine(fact.kind, pattern, _loudness(fact, row), fact.id in read, bool(_ENDS.search(row)))


def _rows(facts: Sequence[Fact]) -> Iterator[tuple[Fact, str]]:
    """Of logs the latest first: what a program says last is what it ends by, and counts also if it tells of no trouble.

    Of Events and kernels the first is what the others follow from.
    """
    logs = [fact for fact in reversed(facts) if fact.kind is FactKind.LOG]
    for fact in logs:
        yield from ((fact, row) for row in _telling(fact) if _loudness(fact, row) or fact is logs[0])
    for fact in facts:
        warns = fact.kind is FactKind.EVENT and fact.attributes.get("type", "Warning") == "Warning"
        if fact.kind is FactKind.KERNEL or (warns and fact.attributes.get("reason") != _RESTARTS):
            yield fact, fact.text


def _loudness(fact: Fact, row: str) -> int:
    if is_quiet(fact):
        return 0
    if fact.kind is not FactKind.LOG:
        return 2 if fact.kind is FactKind.EVENT or "pattern" in fact.attributes else int(complains(row))
    said = msgspec.structs.replace(fact, text=row)
    return 2 if last_error([said]) is not None else int(complains(row))


def _telling(fact: Fact) -> Iterator[str]:
    """The row that names the fault; where that announces what stands below it, each of both."""
    told = telling_row(fact.text)
    parts = [row for row in fact.text.split(LINE_BREAK) if row.strip() and row.strip() in told]
    yield from parts or [told]
