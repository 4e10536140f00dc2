"""The sections that tell the conclusion: how it came about, what to do, and what else was considered."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version

from casebook_analyzer.models import Gap, GapReason
from casebook_analyzer.report.blocks import Actions, Block, Chain, Code, Items, Moments, Paragraph, Strong
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.report.likelihood import reading_in_words
from casebook_analyzer.report.spans import cited, joined, line
from casebook_analyzer.timeline import case_moments
from casebook_analyzer.timeline.times import day


def what_happened(case: ReportedCase) -> Sequence[Block]:
    """The timeline of the case, with its end where that is known."""
    ended = case.reading.resolution if case.reading else None
    moments = case_moments(case.bundle, case.conclusion, case.opened_at, ended)
    if not moments:
        return (
            Paragraph(
                "Nothing that was found carries a time; the facts below are in the order in which they were read."
            ),
        )
    days = {day(moment.time) for moment in moments}
    return (Paragraph(f"Times are UTC{f', on {days.pop()}' if len(days) == 1 else ''}."), Moments(moments))


def chain(case: ReportedCase) -> Sequence[Block]:
    """The causal chain, from the change to the symptom."""
    steps = case.conclusion.chain
    return (Chain(steps) if steps else Paragraph("Nothing that was found leads to a cause."),)


def what_to_do(case: ReportedCase) -> Sequence[Block]:
    """The actions that the rules suggest."""
    actions = case.conclusion.actions
    return (Actions(actions) if actions else Paragraph("No rule suggests an action."),)


def ruled_out(case: ReportedCase) -> Sequence[Block]:
    """Categories that facts speak against."""
    lines = [(Strong(one.category), ": ", one.reason, *cited(one.facts)) for one in case.conclusion.ruled_out]
    return (Items(lines) if lines else Paragraph("No fact speaks against another category."),)


def other_readings(case: ReportedCase) -> Sequence[Block]:
    """Categories that fit less well."""
    lines = [
        (Strong(one.category), f", {reading_in_words(one.confidence)}: ", one.reason)
        for one in case.conclusion.alternatives
    ]
    return (Items(lines) if lines else Paragraph("No other reading fits the evidence."),)


def looked_for(case: ReportedCase) -> Sequence[Block]:
    """What would decide and could not be had, and what a second look searched for."""
    cut = [_truncated(gap) for gap in case.bundle.gaps if gap.reason is GapReason.TRUNCATED]
    missing = (*case.conclusion.missing, *cut)
    found = Items(missing) if missing else Paragraph("Everything that was looked for was found.")
    if not case.conclusion.looked_for:
        return (found,)
    return (found, Paragraph("A second look searched for:"), Items(case.conclusion.looked_for))


def also_involved(case: ReportedCase) -> Sequence[Block]:
    """Objects that the failure touches; its subject and its cause stand at the head of the report."""
    others = [entity for entity in case.conclusion.entities if entity.role not in {"subject", "cause"}]
    lines = [line(Code(str(entity)), f" ({entity.role})" if entity.role else "") for entity in others]
    return (Items(lines),) if lines else ()


def environment(case: ReportedCase) -> Sequence[Block]:
    """The environment that the workload ran in, as tags ``key=value``."""
    tags = joined(case.conclusion.environment_tags)
    return (Paragraph(tags),) if tags else ()


def versions(case: ReportedCase) -> Sequence[Block]:
    """Which Casebook rendered the report, and which taxonomy and rules led to the conclusion."""
    conclusion = case.conclusion
    text = line(
        "Casebook ",
        Code(case.casebook or _own_version()),
        ", taxonomy ",
        Code(conclusion.taxonomy_version),
        "; rules: ",
        *(joined(conclusion.rules) or ("none",)),
        "; signature ",
        Code(conclusion.signature.key),
        f"; score before calibration {conclusion.raw_confidence}.",
    )
    return (Paragraph(text),)


@cache
def _own_version() -> str:
    """Read from a file of the installation, once: for each report that took a tenth of its time."""
    return version("kube-casebook")


def _truncated(gap: Gap) -> str:
    return f"{gap.what}: only in part{f' ({gap.detail})' if gap.detail else ''}"
