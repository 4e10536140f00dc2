"""What memory knows of a failure that it has seen before: the record of its family."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from casebook_analyzer.models import (
    CasePast,
    Differences,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FixRecord,
    Mention,
)
from casebook_analyzer.report.blocks import Block, Code, Fixes, Items, Paragraph, Strong, Text
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.report.spans import line
from casebook_analyzer.text import counted
from casebook_analyzer.timeline.times import day, moment, span

_FIXES = 5
"""Shown of a family. Its own page has all."""


def seen_before(case: ReportedCase) -> Sequence[Block]:
    """The family and its fixes, earlier failures of the subject, and feedback; empty where there is none of them."""
    if case.reading is None or case.reading.past is None:
        return ()
    past = case.reading.past
    said = (Paragraph(_said(word)) for word in past.feedback)
    return (*_family(past), *_neighbours(past, case.reading.now), *said, *_proposed(past, case))


def family_in_words(family: FamilyRecord) -> str:
    """``Seen 7 times since 2026-03-01; fixed 6 of 7 times by: raise the memory limit``. Plain text."""
    when = "once, on" if family.count == 1 else f"{family.count} times since"
    clusters = f", and by {_others(family)}" if len(family.clusters) > 1 else ""
    seen = f"Seen {when} {day(family.first_seen)}{clusters}"
    best = family.best
    return f"{seen}; fixed {best.succeeded} of {best.tried} times by: {best.fix}" if best else seen


def is_known(family: FamilyRecord | None) -> bool:
    """Whether the family has an incident beside the one that is reported."""
    if family is None:
        return False
    return family.count + family.disputed + family.elsewhere > 1 or len(family.clusters) > 1


def _others(family: FamilyRecord) -> str:
    """The first of a record's clusters is its own."""
    return counted(len(family.clusters) - 1, "other cluster")


def _family(past: CasePast) -> Iterator[Block]:
    family = past.family
    if family is None or not is_known(family):
        return
    yield Paragraph((Strong(family_in_words(family)), _trusted(family.best) if family.best else "."))
    yield Paragraph(" ".join(_numbers(family)))
    if family.fixes:
        yield Fixes(family.fixes[:_FIXES])
    if past.differences is not None:
        yield from _differences(past.differences)


def _trusted(fix: FixRecord) -> str:
    return f" ({fix.success_percent} %; at least {fix.bound_percent} %, with 95 % confidence)."


def _numbers(family: FamilyRecord) -> Iterator[str]:
    yield f"{family.open} open, the latest opened at {moment(family.last_seen)}."
    if family.recovered_by_itself:
        yield f"{family.recovered_by_itself} recovered without a change that Casebook saw."
    if family.median_seconds_to_resolve is not None:
        yield f"Half of those that are over took no longer than {span(family.median_seconds_to_resolve)}."
    if family.elsewhere:
        yield f"{family.elsewhere} in other namespaces, of which no more is shown here."
    if len(family.clusters) > 1:
        yield f"Known to the clusters {', '.join(family.clusters)}."
    if family.disputed:
        yield f"{family.disputed} rejected by people, which count for nothing above."


def _differences(found: Differences) -> Iterator[Block]:
    yield Paragraph(("Different from ", _place(found.compared_with), ", the last one that is over:"))
    yield Items([*(f"new: {text}" for text in found.new), *(f"missing: {text}" for text in found.missing)])


def _neighbours(past: CasePast, now: datetime) -> Iterator[Block]:
    """The incidents before and after this one on the same subject."""
    named = (("before", past.previous), ("after", past.following))
    lines = [(f"{word} on this subject: ", *_neighbour(mention, now)) for word, mention in named if mention is not None]
    if lines:
        yield Items(lines)


def _neighbour(mention: Mention, now: datetime) -> tuple[Code, str]:
    ago = span(int((now - mention.opened_at).total_seconds()))
    what = f"{mention.category}, {mention.title}; {mention.resolution or 'not resolved yet'}"
    return _place(mention), f", opened {ago} ago: {what}"


def _place(mention: Mention) -> Code:
    return Code(f"{mention.namespace}/{mention.name}")


def _proposed(past: CasePast, case: ReportedCase) -> Iterator[Block]:
    for one in past.proposed:
        command = Code(f"casebook confirm -n {case.namespace} {case.name} --proposal {one.number}")
        head = f"{one.standing[:1].upper()}{one.standing[1:]}:"
        yield Paragraph(line(Strong(head), f" {one.fix}. This fixed it: ", command))


def _said(word: Feedback) -> Text:
    fix = "proposed fix" if word.source is FeedbackSource.AGENT else "fix"
    texts = {"category": word.category or "", "cause": word.cause, fix: word.fix, "note": word.note}
    told = "; ".join(f"{name}: {text}" for name, text in texts.items() if text)
    head = f" by {word.speaker} at {moment(word.given_at)}"
    return line(Strong(word.verdict.capitalize()), head, f": {told}" if told else "")
