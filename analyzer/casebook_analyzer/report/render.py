"""Renders a case as markdown. The same case gives the same bytes."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache

import jinja2

from casebook_analyzer.models import Conclusion, EvidenceBundle, Gap, GapReason, Incident, Resolution, SimilarIncident
from casebook_analyzer.report.escape import code, inline
from casebook_analyzer.report.sections import evidence
from casebook_analyzer.report.times import moment, span

_HIGH, _MEDIUM = 70, 40
_HOW_TO_READ = "Lines with > and facts in bold are what the conclusion rests on. Times are UTC."


def render_report(
    bundle: EvidenceBundle,
    conclusion: Conclusion,
    *,
    name: str,
    namespace: str,
    episode: int,
    opened_at: datetime,
) -> str:
    """The report, without similar incidents and resolution, which change after it is written."""
    text = _template().render(
        **_verdict(bundle, conclusion),
        investigation=code(f"{namespace}/{name}"),
        episode=episode,
        opened=moment(opened_at),
        summary=inline(conclusion.summary),
        contradictions=[inline(line) for line in conclusion.contradictions],
        chain=[{"role": s.role, "text": inline(s.text), "cite": ", ".join(s.facts)} for s in conclusion.chain],
        actions=[inline(action.do) for action in conclusion.actions],
        alternatives=[
            {"category": inline(a.category), "confidence": a.confidence, "reason": inline(a.reason)}
            for a in conclusion.alternatives
        ],
        missing=_missing(bundle, conclusion),
        evidence=evidence(bundle, conclusion),
        how_to_read=_HOW_TO_READ,
        entities=[f"{code(str(e))}{f' ({inline(e.role)})' if e.role else ''}" for e in conclusion.entities[1:]],
        taxonomy_version=code(conclusion.taxonomy_version),
        rules=", ".join(code(rule) for rule in conclusion.rules) or "none",
        signature=code(conclusion.signature.key),
        tags=", ".join(code(tag) for tag in conclusion.environment_tags),
    )
    return text.rstrip() + "\n"


def _verdict(bundle: EvidenceBundle, conclusion: Conclusion) -> dict[str, str | int]:
    """The table at the head of the page."""
    signal = bundle.signal
    return {
        "subject": inline(str(bundle.subject)),
        "title": inline(conclusion.title),
        "category": inline(conclusion.category),
        "confidence": conclusion.confidence,
        "band": _band(conclusion.confidence),
        "subject_code": code(str(bundle.subject)),
        "container": code(signal.container or bundle.subject.container),
        "trigger": inline(signal.trigger),
        "reason": inline(signal.reason if signal.reason != signal.trigger else ""),
        "node": code(signal.node_name or bundle.subject.node_name),
    }


def render_similar(similar: Sequence[SimilarIncident], *, reason: str, now: datetime) -> str:
    """What happened before and what fixed it, or why there is nothing to compare with."""
    lines = ["## Similar past incidents", ""]
    if not similar:
        why = inline(reason) or "no past incident resembles this one closely enough"
        return "\n".join([*lines, f"Nothing similar: {why.rstrip('.')}.", ""])
    lines += ["| Incident | Root cause | Score | Opened | What fixed it |", "|---|---|---|---|---|"]
    lines += [_similar_row(item, now) for item in similar]
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


def _similar_row(item: SimilarIncident, now: datetime) -> str:
    age = span(int((now - item.opened_at).total_seconds()))
    score = f"{item.score_permille / 10:.0f} % ({inline(item.band.lower())})"
    fix = inline(item.resolution) or "not resolved yet"
    if item.resolution and item.seconds_to_resolve is not None:
        fix += f" (after {span(item.seconds_to_resolve)})"
    where = f"{code(f'{item.namespace}/{item.name}')} {inline(item.subject)}"
    return f"| {where} | {inline(item.category)}: {inline(item.title)} | {score} | {age} ago | {fix} |"


def _missing(bundle: EvidenceBundle, conclusion: Conclusion) -> list[str]:
    cut = [_truncated(gap) for gap in bundle.gaps if gap.reason is GapReason.TRUNCATED]
    return [inline(line) for line in (*conclusion.missing, *cut)]


def _truncated(gap: Gap) -> str:
    return f"{gap.what}: only in part{f' ({gap.detail})' if gap.detail else ''}"


def _band(confidence: int) -> str:
    return "high" if confidence >= _HIGH else "medium" if confidence >= _MEDIUM else "low"


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("casebook_analyzer.report"),
        # Escaping for HTML would be wrong here: every value is escaped for markdown before it comes in.
        autoescape=False,  # noqa: S701
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.md.j2")
