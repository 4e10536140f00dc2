"""What of a report changes after it is written: what ended the failure, and which past incidents resemble it."""

from collections.abc import Sequence
from datetime import datetime

from casebook_analyzer.models import Incident, Resolution, SimilarIncident
from casebook_analyzer.report.escape import code, inline
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
    lines += [
        f"- {code(f'{s.namespace}/{s.name}')}: {'; '.join(inline(why) for why in s.why)}" for s in similar if s.why
    ]
    return "\n".join([*lines, ""])


def render_resolution(resolution: Resolution) -> str:
    """How the subject recovered."""
    head = f"Recovered at {moment(resolution.resolved_at)}, after {span(resolution.seconds_to_resolve)}"
    lines = ["## Resolution", "", f"{head} ({inline(resolution.kind)}): {inline(resolution.summary)}"]
    if resolution.changes:
        lines += ["", *(f"- {inline(change)}" for change in resolution.changes)]
    return "\n".join([*lines, ""])


def full_report(incident: Incident, *, now: datetime, reason: str = "") -> str:
    """The report as it is read: with what fixed it, and with the incidents that resemble it."""
    head, mark, rest = incident.report.partition("\n## Evidence\n")
    parts = [head.rstrip()]
    if incident.resolution is not None:
        parts.append(render_resolution(incident.resolution).rstrip())
    parts.append(render_similar(incident.similar, reason=reason, now=now).rstrip())
    text = "\n\n".join(parts)
    return f"{text}\n{mark}{rest}" if mark else f"{text}\n"


def _row(item: SimilarIncident, now: datetime) -> str:
    age = span(int((now - item.opened_at).total_seconds()))
    score = f"{item.score_permille / 10:.0f} % ({inline(item.band.lower())})"
    fix = inline(item.resolution) or "not resolved yet"
    if item.resolution and item.seconds_to_resolve is not None:
        fix += f" (after {span(item.seconds_to_resolve)})"
    where = f"{code(f'{item.namespace}/{item.name}')} {inline(item.subject)}"
    return f"| {where} | {inline(item.category)}: {inline(item.title)} | {score} | {age} ago | {fix} |"
