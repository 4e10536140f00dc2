"""An overview of incidents as tables."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from casebook_analyzer.memory.browse.overview_shapes import Overview, Step
from casebook_analyzer.models import FixRecord, is_known
from casebook_analyzer.report.blocks import Block, Page, Paragraph, Section, Table
from casebook_analyzer.text import counted
from casebook_analyzer.timeline.times import day, moment, span

USUAL = timedelta(days=30)
"""The period of an overview, where none was asked for."""


def overview_page(found: Overview) -> Page:
    """The answer of ``casebook stats``. What has nothing to show is left out."""
    until = moment(found.until)
    began = f"since {moment(found.since)}" if found.since and is_known(found.since) else "since the first one"
    head = (
        f"{counted(found.opened, 'incident')} {began}, until {until}; {found.resolved:,} of them over. "
        f"{found.open_now:,} open now."
    )
    sections = [Section(heading, blocks) for heading, blocks in _sections(found) if blocks]
    return Page("Overview", [Section("", [Paragraph(head)]), *sections])


def _sections(found: Overview) -> Iterator[tuple[str, Sequence[Block]]]:
    yield "Open now", _table(("SEVERITY", "CATEGORY", "OPEN"), [
        (one.severity, one.category, f"{one.count:,}") for one in found.open
    ])  # fmt: skip
    yield "Outages that go on", _table(("HEAD", "SUBJECT", "FOLLOWERS", "NOT OVER", "INVESTIGATION"), [
        (head.title, head.subject, f"{one.followers:,}", f"{one.followers_open:,}", f"{head.namespace}/{head.name}")
        for one in found.heads
        if (head := one.incident)
    ])  # fmt: skip
    yield "Failures by time", _table(("SINCE", "FAILURES", "CATEGORIES"), [
        (step_name(one, found.step_seconds), f"{one.count:,}", categories_of(one)) for one in found.steps if one.count
    ])  # fmt: skip
    yield "Time to resolve", _table(("CATEGORY", "OVER", "HALF WITHIN", "NINE OF TEN WITHIN"), [
        (one.category, f"{one.count:,}", span(one.median_seconds), span(one.ninth_decile_seconds))
        for one in found.times
    ])  # fmt: skip
    yield "What recurs", _table(("FAILURE", "CATEGORY", "TIMES", "OPEN", "SUBJECTS", "LAST", "FAMILY"), [
        (one.latest.title, one.latest.category, f"{one.count:,}", f"{one.open:,}", f"{one.subjects:,}",
         moment(one.latest.opened_at), one.family)
        for one in found.recurring
    ])  # fmt: skip
    yield "Fixes that work", _fixes(found.fixes)
    yield "Fixes that did not", _fixes(found.failed_fixes)
    yield "Nodes", _table(("NODE", "ITS OWN FAILURES", "FAILURES ON IT"), [
        (one.node, f"{one.own:,}", f"{one.count - one.own:,}") for one in found.nodes
    ])  # fmt: skip
    yield "Devices", _table(("NODE", "DEVICE", "FAILURES"), [
        (one.node, one.device, f"{one.count:,}") for one in found.devices
    ])  # fmt: skip


def step_name(one: Step, seconds: int) -> str:
    """``2026-03-04``, with the hour where steps are shorter than a day."""
    return one.begins.strftime("%Y-%m-%d %H:00") if seconds < timedelta(days=1).total_seconds() else day(one.begins)


def categories_of(one: Step) -> str:
    """``config_error 3, unknown 1``: the most frequent first."""
    return ", ".join(
        f"{name} {count}" for name, count in sorted(one.categories.items(), key=lambda of: (-of[1], of[0]))
    )


def _fixes(fixes: Sequence[FixRecord]) -> Sequence[Block]:
    return _table(("FIX", "WORKED", "TRIED", "AT LEAST"), [
        (one.fix, f"{one.succeeded:,}", f"{one.tried:,}", f"{one.bound_percent} %") for one in fixes
    ])  # fmt: skip


def _table(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Sequence[Block]:
    return [Table(tuple(columns), rows)] if rows else []
