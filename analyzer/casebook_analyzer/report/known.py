"""What memory knows of a failure that it has seen before: the opening of the report of a known family."""

from collections.abc import Iterator
from datetime import datetime

from casebook_analyzer.models import CasePast, Differences, FamilyRecord, Feedback, FixRecord, FixSource, Mention
from casebook_analyzer.report.escape import code, inline
from casebook_analyzer.report.times import day, moment, span

_FIXES = 5


def render_known(past: CasePast, *, now: datetime) -> str:
    """The section; empty when the failure is new, its subject never failed, and nobody has said anything."""
    blocks = [*_family(past), *_neighbours(past, now), *(_said(word) for word in past.feedback)]
    return "\n\n".join(["## Seen before", *blocks]) + "\n" if blocks else ""


def family_in_words(family: FamilyRecord) -> str:
    """``Seen 7 times since 2026-03-01; fixed 6 of 7 times by: raise the memory limit``. Plain text."""
    times = "once" if family.count == 1 else f"{family.count} times"
    seen = f"Seen {times} since {day(family.first_seen)}"
    best = family.best
    return f"{seen}; fixed {best.succeeded} of {best.tried} times by: {best.fix}" if best else seen


def _family(past: CasePast) -> Iterator[str]:
    family = past.family
    if family is None or family.count + family.disputed < 2:  # noqa: PLR2004 (itself)
        return
    yield f"**{inline(family_in_words(family))}**{_trusted(family.best) if family.best else '.'}"
    yield " ".join(_numbers(family))
    if family.fixes:
        rows = [_row(fix) for fix in family.fixes[:_FIXES]]
        yield "\n".join(["| Fix | Worked | Rate | At least | Known from |", "|---|---|---|---|---|", *rows])
    if past.differences is not None:
        yield _differences(past.differences)


def _trusted(fix: FixRecord) -> str:
    return f" ({fix.success_percent} %; at least {fix.bound_percent} %, with 95 % confidence)."


def _row(fix: FixRecord) -> str:
    source = "recoveries that Casebook saw" if fix.source is FixSource.OBSERVED else "people"
    if not fix.tried:
        return f"| {inline(fix.fix)} | not tried yet | | | {source} |"
    worked = f"{fix.succeeded} of {fix.tried} times"
    return f"| {inline(fix.fix)} | {worked} | {fix.success_percent} % | {fix.bound_percent} % | {source} |"


def _numbers(family: FamilyRecord) -> Iterator[str]:
    yield f"{family.open} open, the latest opened at {moment(family.last_seen)}."
    if family.recovered_by_itself:
        yield f"{family.recovered_by_itself} recovered without a change that Casebook saw."
    if family.median_seconds_to_resolve is not None:
        yield f"Half of those that are over took no longer than {span(family.median_seconds_to_resolve)}."
    if family.elsewhere:
        yield f"{family.elsewhere} in other namespaces, of which no more is shown here."
    if family.disputed:
        yield f"{family.disputed} rejected by people, which count for nothing above."


def _differences(found: Differences) -> str:
    other = found.compared_with
    head = f"Different from {_place(other)}, the last one that is over:"
    lines = [f"- new: {inline(text)}" for text in found.new] + [f"- missing: {inline(text)}" for text in found.missing]
    return "\n".join([head, "", *lines])


def _neighbours(past: CasePast, now: datetime) -> Iterator[str]:
    """Of the same subject. A line each."""
    named = (("before", past.previous), ("after", past.following))
    lines = [f"- {word} on this subject: {_neighbour(mention, now)}" for word, mention in named if mention is not None]
    if lines:
        yield "\n".join(lines)


def _neighbour(mention: Mention, now: datetime) -> str:
    ago = span(int((now - mention.opened_at).total_seconds()))
    what = f"{inline(mention.category)}, {inline(mention.title)}; {inline(mention.resolution) or 'not resolved yet'}"
    return f"{_place(mention)}, opened {ago} ago: {what}"


def _place(mention: Mention) -> str:
    return code(f"{mention.namespace}/{mention.name}")


def _said(word: Feedback) -> str:
    """One paragraph."""
    texts = {
        "category": word.category or "",
        "cause": word.cause,
        "fix": word.fix,
        "note": word.note,
    }
    told = "; ".join(f"{name}: {inline(text)}" for name, text in texts.items() if text)
    head = f"**{word.verdict.capitalize()}** by {inline(word.author) or 'somebody'} at {moment(word.given_at)}"
    return f"{head}{f': {told}' if told else ''}"
