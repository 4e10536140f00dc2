"""What was tried against a failure that goes on: what of its workload differs between two looks at it. Pure."""

from datetime import datetime

from casebook_analyzer.evidence import compare_templates, joined_fix, listed_changes
from casebook_analyzer.models import EvidenceBundle, FactKind, ResolutionKind, Withdrawn
from casebook_operator.cases.recovery_diff import MAX_SUMMARY, config_changes


def attempt_between(before: EvidenceBundle, now: EvidenceBundle) -> Withdrawn | None:
    """What was changed between two evidences of one failure, and did not end it; None where nothing was.

    The later one is of a pod that fails: where a rollout is under way, that may be one of before, and then nothing of
    its template was changed.
    """
    template = compare_templates(before.template, now.template) if before.template and now.template else ()
    changes = template + config_changes(before.objects, now.objects)
    if not changes:
        return None
    failed = max(now.signal.occurred_at, before.collected_at)
    return Withdrawn(
        kind=ResolutionKind.TEMPLATE_CHANGED if template else ResolutionKind.CONFIG_CHANGED,
        summary=listed_changes([change.text for change in changes], MAX_SUMMARY),
        fix=joined_fix(changes),
        resolved_at=_done_at(before, now, failed),
        relapsed_at=failed,
        tried=True,
    )


def _done_at(before: EvidenceBundle, now: EvidenceBundle, failed: datetime) -> datetime:
    """When it was done, as far as evidence tells: the last change before the failure was seen again."""
    times = [fact.time for fact in now.facts if fact.kind is FactKind.CHANGE and fact.time is not None]
    return max((time for time in times if before.collected_at < time <= failed), default=failed)
