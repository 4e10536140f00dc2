"""One incident: what was concluded, how it ended, what people said of it, and what it resembles."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.models import (
    CasePast,
    Exhibit,
    Feedback,
    FeedbackSource,
    Incident,
    Judgement,
    Mention,
    Resolution,
    SimilarIncident,
)
from casebook_analyzer.report import family_in_words, how_it_ended, is_known, usage_in_words
from casebook_analyzer.report.blocks import Block, Fields, Items, Page, Paragraph, Section, Table
from casebook_analyzer.report.likelihood import verdict_in_words
from casebook_analyzer.text import LINE_BREAK
from casebook_analyzer.timeline.times import clock, moment, span


class ShownIncident(msgspec.Struct, frozen=True, kw_only=True):
    """What ``casebook show`` knows of one incident."""

    incident: Incident
    past: CasePast
    """Its family, its neighbours, earlier conclusions and what people say, as memory knows it now."""


class Attached(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a file that somebody attached."""

    exhibit: Exhibit
    """What is kept of it, redacted."""
    known: bool
    """The incident had it already."""


def incident_page(shown: ShownIncident, *, now: datetime) -> Page:
    """The answer of ``casebook show``: everything but the evidence, of which it has what the conclusion cites."""
    found = shown.incident
    sections = [
        Section("", [Fields(_head(found, now))]),
        Section("How it came about", [Items(list(_chain(found)), numbered=True)]),
        Section("Evidence it rests on", [Items(list(_cited(found)))]),
        Section("Resolution", [_resolution(found.resolution)]),
        Section("Of use to later cases", list(_of_use(shown.past))),
        Section("What people say", [_feedback(shown.past.feedback)] if shown.past.feedback else []),
        Section("Proposed by agents, not yet confirmed", [_proposed(found, shown.past)]),
        Section("What people attached", list(_attached(shown.past))),
        Section("Concluded before", [_earlier(shown.past.earlier)] if shown.past.earlier else []),
        Section("Seen before", list(_seen_before(shown.past, now))),
        Section("Similar past incidents", list(_similar(shown.past.similar, now))),
        Section("", [Paragraph(f"The whole report: casebook report -n {found.namespace} {found.name}")]),
    ]
    filled = [section for section in sections if any(not _empty(block) for block in section.blocks)]
    return Page(f"{found.bundle.subject.title}: {found.conclusion.title}", filled)


def _empty(block: Block) -> bool:
    return (isinstance(block, Items) and not block.lines) or (isinstance(block, Fields) and not block.filled)


def _head(found: Incident, now: datetime) -> list[tuple[str, str]]:
    conclusion, signal = found.conclusion, found.bundle.signal
    ended, imported = found.resolution, found.bundle.imported
    state = f"resolved after {span(ended.seconds_to_resolve)}" if ended else "not resolved"
    trigger = signal.trigger if signal.reason in ("", signal.trigger) else f"{signal.trigger} ({signal.reason})"
    return [
        ("Verdict", verdict_in_words(conclusion)),
        ("Summary", conclusion.summary),
        (
            "State",
            f"{state}; opened {moment(found.opened_at)}, {span(int((now - found.opened_at).total_seconds()))} ago",
        ),
        ("Trigger", trigger + (f", exit code {signal.exit_code}" if signal.exit_code is not None else "")),
        ("Container", signal.container or found.bundle.subject.container),
        ("Node", signal.node_name or found.bundle.subject.node_name),
        ("Device", found.bundle.subject.device),
        ("Family", conclusion.signature.key),
        ("Contradicted by", ", ".join(conclusion.contradictions)),
        ("Missing", "; ".join(conclusion.missing)),
        ("Imported from", f"{imported.origin} {imported.link}".strip() if imported else ""),
        ("Investigation", f"{found.namespace}/{found.name} (episode {found.episode})"),
        ("Id", found.id),
        ("Taxonomy", conclusion.taxonomy_version),
    ]


def _chain(found: Incident) -> Iterator[str]:
    for step in found.conclusion.chain:
        yield f"{step.role}: {step.text}" + (f" ({', '.join(step.facts)})" if step.facts else "")


def _cited(found: Incident) -> Iterator[str]:
    facts = {fact.id: fact for fact in found.bundle.facts}
    onset = found.bundle.signal.occurred_at
    for fact in (facts[id_] for id_ in found.conclusion.cited if id_ in facts):
        when = f"{clock(fact.time, onset)} " if fact.time else ""
        seen = f" (seen {fact.count} times)" if fact.count > 1 else ""
        yield f"{fact.id} {when}{fact.text.replace(LINE_BREAK, ' ')}{seen} [{fact.source}]"


def _resolution(ended: Resolution | None) -> Block:
    if ended is None:
        return Items(())
    return Fields([
        ("Kind", ended.kind),
        ("What changed", ended.summary),
        ("Also", "; ".join(change.text for change in ended.changes if change.text != ended.summary)),
        ("To do again", ended.fix),
        ("Recovered", f"{moment(ended.resolved_at)}, after {span(ended.seconds_to_resolve)}"),
    ])  # fmt: skip


def _of_use(past: CasePast) -> Iterator[Block]:
    if past.usage:
        yield Paragraph(f"{usage_in_words(past.usage, same='the same fix').capitalize()}.")


def _earlier(judgements: Sequence[Judgement]) -> Table:
    return Table(
        ("NO", "UNTIL", "VERDICT", "TITLE", "TAXONOMY"),
        [
            (
                str(one.number),
                moment(one.replaced_at),
                f"{one.conclusion.category} ({one.conclusion.confidence})",
                one.conclusion.title,
                one.conclusion.taxonomy_version,
            )
            for one in judgements
        ],
    )


def _feedback(words: Sequence[Feedback]) -> Table:
    return Table(
        ("WHEN", "WHO", "VERDICT", "CATEGORY", "CAUSE", "FIX", "NOTE"),
        [
            (
                moment(one.given_at),
                one.speaker,
                one.verdict,
                one.category or "",
                one.cause,
                f"{one.fix} (proposed)" if one.fix and one.source is FeedbackSource.AGENT else one.fix,
                one.note,
            )
            for one in words
        ],
    )


def _proposed(found: Incident, past: CasePast) -> Items:
    confirm = f"casebook confirm -n {found.namespace} {found.name} --proposal"
    proposed = past.proposed
    return Items([f"{one.fix} ({one.author or 'somebody'}). This fixed it: {confirm} {one.number}" for one in proposed])


def _attached(past: CasePast) -> Iterator[Block]:
    rows = [(one.attached_at, one.author, one.name, f"{one.size:,}", one.short) for one in past.exhibits]
    rows += [(one.erased_at, one.author, "(erased)", "", one.short) for one in past.erased]
    if rows:
        told = [(moment(when), author or "somebody", *rest) for when, author, *rest in rows]
        yield Table(("WHEN", "WHO", "NAME", "BYTES", "DIGEST"), told)


def _seen_before(past: CasePast, now: datetime) -> Iterator[Block]:
    if past.family is not None and is_known(past.family):
        yield Paragraph(f"{family_in_words(past.family)}. casebook family {past.family.id} shows all of it.")
    named = (("Before it", past.previous), ("After it", past.following))
    yield Fields([(when, _mention(one, now)) for when, one in named if one is not None])


def _mention(one: Mention, now: datetime) -> str:
    ago = span(int((now - one.opened_at).total_seconds()))
    return f"{one.namespace}/{one.name}, {ago} ago: {one.category}, {one.title}; {one.resolution or 'not resolved'}"


def _similar(similar: Sequence[SimilarIncident], now: datetime) -> Iterator[Block]:
    if not similar:
        yield Paragraph("Nothing similar was found when it was concluded.")
        return
    yield similar_table(similar, now)
    yield Items([f"{one.name or one.place}: {'; '.join(one.why)}" for one in similar if one.why])


def similar_table(similar: Sequence[SimilarIncident], now: datetime) -> Table:
    """One row for each similar incident, with its age at ``now``."""
    return Table(
        ("SCORE", "BAND", "INVESTIGATION", "ROOT CAUSE", "AGE", "WHAT FIXED IT"),
        [
            (
                f"{one.score_permille / 10:.0f} %",
                one.band,
                one.place,
                f"{one.category}: {one.title}",
                span(int((now - one.opened_at).total_seconds())),
                how_it_ended(one),
            )
            for one in similar
        ],
        whole=frozenset({"INVESTIGATION"}),
    )
