"""Blocks of records as blocks of text, for renderers that have no form of their own for them."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from casebook_analyzer.models import Fact, FixRecord, FixSource, SimilarIncident, Verdict
from casebook_analyzer.report.blocks import Code, Facts, Fixes, Items, Moments, Paragraph, Similar, Table, Text
from casebook_analyzer.report.spans import origin
from casebook_analyzer.report.usage import known_use
from casebook_analyzer.timeline import Moment
from casebook_analyzer.timeline.times import clock, day, span

_OTHER_LINES, _OTHER_FACTS = 40, 12
"""Shown of one log, and of one kind of facts, beside what is cited: the page is read, the evidence itself is stored."""

_KNOWN_FROM = {
    FixSource.OBSERVED: "recoveries that Casebook saw",
    FixSource.PERSON: "people",
    FixSource.AGENT: "an agent, which no person confirmed",
}


def lowered(block: Fixes | Similar) -> Sequence[Table | Paragraph | Items]:
    """Fixes as a table; similar incidents as a table, and below it why each of them matches."""
    if isinstance(block, Fixes):
        columns = ("Fix", "Worked", "Rate", "At least", "Known from")
        return (Table(columns, [_fix(one) for one in block.fixes]),)
    columns = ("Incident", "Root cause", "Score", "Opened", "What fixed it")
    table = Table(columns, [_similar(one, block.now) for one in block.incidents])
    return (table, Paragraph("Why they match:"), Items([_compared(one) for one in block.incidents if one.why]))


def how_it_ended(one: SimilarIncident) -> str:
    """What fixed a past incident; what ended it without a fix says that.

    Of one that the reader may not see, which has no id, nobody is told whether it is over. Clusters tell each other.
    """
    if not one.id:
        return "something, not shown here" if one.fixed else "not shown here"
    if not one.resolution:
        return "disputed" if one.verdict is Verdict.REJECTED else "not resolved yet"
    return f"no fix: {one.resolution}" if one.fixed is False else one.resolution


def dated(block: Moments) -> Iterator[tuple[str, Moment]]:
    """Every moment with its time in words, which has the day when there are moments of several days."""
    several = len({day(moment.time) for moment in block.moments}) > 1
    for moment in block.moments:
        yield f"{day(moment.time)} {clock(moment.time)}" if several else clock(moment.time), moment


def most_telling(block: Facts) -> tuple[Fact, ...]:
    """The facts that Markdown and the terminal show: the cited ones and the last few of the others, in their order."""
    number = _OTHER_FACTS if block.source is None else _OTHER_LINES
    others = {fact.id for fact in [fact for fact in block.facts if fact.id not in block.cited][-number:]}
    return tuple(fact for fact in block.facts if fact.id in block.cited or fact.id in others)


def _fix(fix: FixRecord) -> tuple[str, ...]:
    source = _KNOWN_FROM[fix.source]
    if not fix.tried:
        return fix.fix, "not tried yet", "", "", source
    worked = f"{fix.succeeded} of {fix.tried} times"
    return fix.fix, worked, f"{fix.success_percent} %", f"{fix.bound_percent} %", source


def _similar(one: SimilarIncident, now: datetime) -> tuple[Text, ...]:
    age = span(int((now - one.opened_at).total_seconds()))
    fix = how_it_ended(one)
    if one.resolution and one.seconds_to_resolve is not None:
        fix += f" (after {span(one.seconds_to_resolve)})"
    where = (Code(one.place), f" {one.subject}" if one.subject else "")
    score = f"{one.score_permille / 10:.0f} % ({one.band.lower()})"
    return where, f"{one.category}: {one.title}", score, f"{age} ago", fix


def _compared(one: SimilarIncident) -> Text:
    differs = f". What differs: {'; '.join(one.differs)}" if one.differs else ""
    where = (" (imported from ", *origin(one.imported), ")") if one.imported else ()
    used = known_use(one)
    of_use = f". Of use: {used}" if used else ""
    return (Code(one.place), *where, f": {'; '.join(one.why)}{differs}{of_use}")
