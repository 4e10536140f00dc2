"""What of a report changes after it is written: what ended the failure, and which past incidents resemble it."""

from collections.abc import Sequence
from datetime import datetime

from casebook_analyzer.models import CasePast, Incident, Resolution, SimilarIncident, Verdict
from casebook_analyzer.report.escape import code, inline
from casebook_analyzer.report.known import render_known
from casebook_analyzer.report.times import moment, span


def render_similar(similar: Sequence[SimilarIncident], *, reason: str, now: datetime) -> str:
    """What happened before and what fixed it, or why there is nothing to compare with."""
    lines = ["## Similar past incidents", ""]
    if not similar:
        why = inline(reason) or "no past incident resembles this one closely enough"
        return "\n".join([*lines, f"Nothing similar: {why.rstrip('.')}.", ""])
    lines += ["| Incident | Root cause | Score | Opened | What fixed it |", "|---|---|---|---|---|"]
    lines += [_row(item, now) for item in similar]
    lines += ["", "Why they match:", ""]
    lines += [_compared(item) for item in similar if item.why]
    return "\n".join([*lines, ""])


def _compared(item: SimilarIncident) -> str:
    why, differs = ("; ".join(map(inline, words)) for words in (item.why, item.differs))
    return f"- {code(f'{item.namespace}/{item.name}')}: {why}" + (f". What differs: {differs}" if differs else "")


def render_resolution(resolution: Resolution) -> str:
    """How the subject recovered."""
    head = f"Recovered at {moment(resolution.resolved_at)}, after {span(resolution.seconds_to_resolve)}"
    lines = ["## Resolution", "", f"{head} ({inline(resolution.kind)}): {inline(resolution.summary)}"]
    if resolution.changes:
        lines += ["", *(f"- {inline(change.text)}" for change in resolution.changes)]
    return "\n".join([*lines, ""])


def full_report(incident: Incident, *, now: datetime, reason: str = "", past: CasePast | None = None) -> str:
    """The report as it is read: with what fixed it, and with the incidents that resemble it.

    ``past`` is what memory knows now. It opens the report, and is never stored in it: what people correct later shows
    in every report, also in those that were written before.
    """
    head, mark, rest = incident.report.partition("\n## Evidence\n")
    parts = [_opened(head, render_known(past, now=now) if past else "").rstrip()]
    if incident.resolution is not None:
        parts.append(render_resolution(incident.resolution).rstrip())
    similar = past.similar if past else incident.similar
    parts.append(render_similar(similar, reason=reason, now=now).rstrip())
    text = "\n\n".join(parts)
    return f"{text}\n{mark}{rest}" if mark else f"{text}\n"


def _opened(head: str, known: str) -> str:
    """With the section on what is known before all others: behind the verdict and the table of the subject."""
    verdict, mark, rest = head.partition("\n## ")
    return f"{verdict.rstrip()}\n\n{known.rstrip()}\n{mark}{rest}" if known else head


def _row(item: SimilarIncident, now: datetime) -> str:
    age = span(int((now - item.opened_at).total_seconds()))
    score = f"{item.score_permille / 10:.0f} % ({inline(item.band.lower())})"
    fix = inline(item.resolution) or ("disputed" if item.verdict is Verdict.REJECTED else "not resolved yet")
    if item.resolution and item.seconds_to_resolve is not None:
        fix += f" (after {span(item.seconds_to_resolve)})"
    where = f"{code(f'{item.namespace}/{item.name}')} {inline(item.subject)}"
    return f"| {where} | {inline(item.category)}: {inline(item.title)} | {score} | {age} ago | {fix} |"
