"""The facts of a case, in the order in which a person asks for them. Every one has an anchor: its id."""

from collections.abc import Iterator

import msgspec

from casebook_analyzer.models import Fact, FactKind, Incident
from casebook_analyzer.report.sections import IN_BLOCKS, TITLES
from casebook_analyzer.report.times import clock


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One fact."""

    fact: Fact
    time: str
    cited: bool


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of one kind; lines of logs, kernels and commands also of one source."""

    title: str
    source: str
    """Where all of them were read; empty when each names its own."""
    facts: tuple[Shown, ...]

    @property
    def cited(self) -> int:
        """How many of them the conclusion rests on."""
        return sum(shown.cited for shown in self.facts)


def groups(incident: Incident) -> list[Group]:
    """All facts, each once."""
    return [group for kind, title in TITLES.items() for group in _of_kind(incident, kind, title)]


def _of_kind(incident: Incident, kind: FactKind, title: str) -> Iterator[Group]:
    shown = [_shown(fact, incident) for fact in incident.bundle.facts if fact.kind is kind]
    if not shown:
        return
    if kind not in IN_BLOCKS:
        yield Group(title=title, source="", facts=tuple(shown))
        return
    for source in dict.fromkeys(one.fact.source for one in shown):
        yield Group(title=title, source=source, facts=tuple(one for one in shown if one.fact.source == source))


def _shown(fact: Fact, incident: Incident) -> Shown:
    conclusion = incident.conclusion
    cited = fact.id in conclusion.cited or any(fact.id in ruled.facts for ruled in conclusion.ruled_out)
    return Shown(fact=fact, time=clock(fact.time, incident.bundle.signal.occurred_at), cited=cited)
