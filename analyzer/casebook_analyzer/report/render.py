"""Renders a case as markdown. The same case gives the same bytes."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from importlib.metadata import version

import jinja2

from casebook_analyzer.models import Action, Conclusion, Entity, EvidenceBundle, Gap, GapReason
from casebook_analyzer.report.escape import code, fenced, inline
from casebook_analyzer.report.sections import evidence
from casebook_analyzer.report.timeline import timeline
from casebook_analyzer.report.times import moment
from casebook_analyzer.report.words import reading_in_words, ruled_out_in_words, verdict_in_words

_ITEM = 3
"""Spaces that put a block into a numbered item."""


def render_report(
    bundle: EvidenceBundle,
    conclusion: Conclusion,
    *,
    name: str,
    namespace: str,
    episode: int,
    opened_at: datetime,
    casebook: str = "",
) -> str:
    """The report, without similar incidents and resolution, which change after it is written.

    ``casebook`` is the version that stands on it, that of the installed package when it is left out.
    """
    text = _template().render(
        **_head(bundle, conclusion),
        investigation=code(f"{namespace}/{name}"),
        episode=episode,
        opened=moment(opened_at),
        contradictions=[inline(line) for line in conclusion.contradictions],
        timeline=timeline(bundle, conclusion, opened_at),
        chain=[{"role": s.role, "text": inline(s.text), "cite": ", ".join(s.facts)} for s in conclusion.chain],
        actions=[_action(action) for action in conclusion.actions],
        ruled_out=[ruled_out_in_words(ruled) for ruled in conclusion.ruled_out],
        alternatives=[
            f"**{inline(a.category)}**, {reading_in_words(a.confidence)}: {inline(a.reason)}"
            for a in conclusion.alternatives
        ],
        looked_for=[inline(line) for line in conclusion.looked_for],
        missing=_missing(bundle, conclusion),
        evidence=evidence(bundle, conclusion),
        entities=_listed(e for e in conclusion.entities if e.role not in {"subject", "cause"}),
        tags=", ".join(code(tag) for tag in conclusion.environment_tags),
        casebook=code(casebook or version("kube-casebook")),
        taxonomy=code(conclusion.taxonomy_version),
        rules=", ".join(code(rule) for rule in conclusion.rules) or "none",
        signature=code(conclusion.signature.key),
        raw=conclusion.raw_confidence,
    )
    return text.rstrip() + "\n"


def _head(bundle: EvidenceBundle, conclusion: Conclusion) -> dict[str, str]:
    """The title, the verdict and the table at the head of the page."""
    signal = bundle.signal
    return {
        "subject": inline(str(bundle.subject)),
        "title": inline(conclusion.title),
        "verdict": verdict_in_words(conclusion),
        "summary": inline(conclusion.summary),
        "subject_code": code(str(bundle.subject)),
        "container": code(signal.container or bundle.subject.container),
        "to_fix": ", ".join(code(str(entity)) for entity in conclusion.entities if entity.role == "cause"),
        "trigger": inline(signal.trigger),
        "reason": inline(signal.reason if signal.reason != signal.trigger else ""),
        "node": code(signal.node_name or bundle.subject.node_name),
        "runbook": code(conclusion.runbook),
    }


def _action(action: Action) -> dict[str, str]:
    return {
        "do": inline(action.do),
        "verify": fenced([action.verify], language="sh", indent=_ITEM) if action.verify else "",
        "risk": inline(action.risk),
    }


def _listed(entities: Iterable[Entity]) -> list[str]:
    return [f"{code(str(e))}{f' ({inline(e.role)})' if e.role else ''}" for e in entities]


def _missing(bundle: EvidenceBundle, conclusion: Conclusion) -> list[str]:
    cut = [_truncated(gap) for gap in bundle.gaps if gap.reason is GapReason.TRUNCATED]
    return [inline(line) for line in (*conclusion.missing, *cut)]


def _truncated(gap: Gap) -> str:
    return f"{gap.what}: only in part{f' ({gap.detail})' if gap.detail else ''}"


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
