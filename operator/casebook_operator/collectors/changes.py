"""What was changed before the failure began: the failing revision of the workload against the one before it."""

from dataclasses import dataclass
from datetime import datetime

from casebook_analyzer.evidence import compare_templates
from casebook_analyzer.models import FactKind, GapReason, Trigger, WorkloadTemplate
from casebook_analyzer.text import bound, counted
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at, name_of
from casebook_operator.kube.pods import statuses_by_kind
from casebook_operator.reading.changes.provenance import helm_release, source_revision, writer_of
from casebook_operator.reading.changes.revisions import REVISION_KINDS, Revision, revisions_of, template_in
from casebook_operator.reading.changes.template import project_template, revision_of_pod, template_of_pod
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.object_facts import WINDOW
from casebook_operator.reading.objects import entity_of, span

_MAX_SAID = 200
"""Characters of what a workload says of its origin."""

MAX_DIFFERENCES = 30
"""Differences between two revisions that become facts of their own."""


@dataclass(frozen=True, slots=True)
class _Rollout:
    workload: Object
    revision: Revision
    before: Revision | None
    happened_at: datetime | None
    is_rollback: bool


async def collect(context: CollectorContext, findings: Findings) -> None:
    workload = next((owner for owner in context.owners if owner["kind"] in REVISION_KINDS), None)
    revisions = await revisions_of(context.kube, workload, findings) if workload else []
    if workload is None or not revisions:
        _single_object(context, findings)
        return
    rollout = _rollout(context, workload, revisions)
    if rollout is None:
        findings.template = template_of_pod(context.pods[0], context.digest)
        return
    findings.template = _project(context, rollout.revision)
    if rollout.happened_at is not None and context.signal.occurred_at - rollout.happened_at <= WINDOW:
        _rollout_facts(context, findings, rollout)


def applies(context: CollectorContext) -> bool:
    return bool(context.pods or context.owners)


COLLECTOR = Collector(
    name="changes",
    rank=50,
    needs=lists("ReplicaSet", "ControllerRevision"),
    when="owners",
    tells="the template of the failing revision against the one before",
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=32 * 1024,
)


def _rollout(context: CollectorContext, workload: Object, revisions: list[Revision]) -> _Rollout | None:
    """How the revision of the failing pod came about, or of the newest one when the pod is gone.

    None when that revision is not kept any more: nothing may be said about another.
    """
    name = revision_of_pod(context.pods[0]) if context.pods else revisions[-1].name
    revision = next((one for one in revisions if one.name == name), None)
    if revision is None:
        return None
    older = [one for one in revisions if one.number < revision.number]
    # Going back to an old template takes its old object again, with a new number and the old creation time.
    is_rollback = any(one.created and revision.created and one.created > revision.created for one in older)
    happened_at = _first_pod(context, revision) if is_rollback else revision.created
    return _Rollout(workload, revision, older[-1] if older else None, happened_at, is_rollback)


def _first_pod(context: CollectorContext, revision: Revision) -> datetime | None:
    times = [created_at(pod) for pod in context.pods if revision_of_pod(pod) == revision.name]
    return min((time for time in times if time is not None), default=None)


def _rollout_facts(context: CollectorContext, findings: Findings, rollout: _Rollout) -> None:
    kind, name, revision = rollout.workload["kind"], name_of(rollout.workload), rollout.revision
    differences: tuple[str, ...] = ()
    if rollout.before is not None:
        changes = compare_templates(_project(context, rollout.before), _project(context, revision))
        differences = tuple(change.text for change in changes)
    origin = _origin(rollout)
    findings.fact(
        FactKind.CHANGE,
        f"{REVISION_KINDS[kind].lower()} {revision.name} metadata.creationTimestamp",
        f"{kind} {name} {_what_happened(rollout, differences)}, {_how_long_before(context, rollout.happened_at)}"
        f"{_by_whom(origin)}",
        {
            "change": _word(rollout),
            "object": f"{kind} {name}",
            "revision": revision.number,
            "differences": len(differences),
            "secondsBefore": _seconds_before(context, rollout.happened_at),
        }
        | origin,
        entity=entity_of(kind, rollout.workload, "owner", context.subject),
        time=rollout.happened_at,
    )
    if rollout.before is not None:
        _differences(context, findings, rollout, differences)
    elif revision.number > 1:
        detail = f"Revision {revision.number} is the oldest that is kept (revisionHistoryLimit)."
        findings.gap(f"the revision of {kind.lower()} {name} before the failing one", GapReason.NOT_FOUND, detail)


def _differences(
    context: CollectorContext, findings: Findings, rollout: _Rollout, differences: tuple[str, ...]
) -> None:
    kind, name = rollout.workload["kind"], name_of(rollout.workload)
    before = rollout.before.name if rollout.before else ""
    for difference in differences[:MAX_DIFFERENCES]:
        findings.fact(
            FactKind.CHANGE,
            f"{REVISION_KINDS[kind].lower()} {rollout.revision.name} compared with {before}",
            difference,
            {"change": "template", "object": f"{kind} {name}", "revision": rollout.revision.number},
            entity=entity_of(kind, rollout.workload, "owner", context.subject),
            time=rollout.happened_at,
        )
    if len(differences) > MAX_DIFFERENCES:
        detail = f"{MAX_DIFFERENCES} of {len(differences)} differences are kept."
        findings.gap(f"changes of {kind.lower()} {name}", GapReason.TRUNCATED, detail)


def _what_happened(rollout: _Rollout, differences: tuple[str, ...]) -> str:
    revision = f"revision {rollout.revision.number} ({rollout.revision.name})"
    if rollout.before is None:
        if rollout.revision.number > 1:
            return f"was rolled out to {revision}"
        return "was deployed for the first time"
    changed = f"{counted(len(differences), 'difference')} to the revision before"
    if rollout.is_rollback:
        return f"was rolled back to the template of {revision} with {changed}"
    if not differences:
        return f"was rolled out to {revision} with the same template, as `kubectl rollout restart` does"
    return f"was rolled out to {revision} with {changed}"


def _origin(rollout: _Rollout) -> dict[str, object]:
    """Who made the revision and why, as far as the workload says it. Strangers write that: each is bounded."""
    said = {
        "manager": writer_of(rollout.workload, rollout.happened_at),
        "helm": helm_release(rollout.workload),
        "changeCause": rollout.revision.cause,
        "source": source_revision(rollout.revision.template),
    }
    return {name: bound(value, _MAX_SAID) for name, value in said.items() if value}


def _by_whom(origin: dict[str, object]) -> str:
    """``, by helm (release shop, chart shop-1.4.2; change cause: upgrade; built from 3f2a1b0)``."""
    words = {"helm": "", "changeCause": "change cause: ", "source": "built from "}
    why = "; ".join(f"{words[name]}{origin[name]}" for name in words if name in origin)
    by = f"by {origin['manager']}" if "manager" in origin else ""
    told = f"{by} ({why})" if by and why else by or why
    return f", {told}" if told else ""


def _word(rollout: _Rollout) -> str:
    if rollout.before is None and rollout.revision.number <= 1:
        return "created"
    return "rollback" if rollout.is_rollback else "rollout"


def _single_object(context: CollectorContext, findings: Findings) -> None:
    """A Job, a bare ReplicaSet or a bare pod has one template: that of its creation."""
    owner = context.owners[0] if context.owners else None
    if owner is not None and template_in(owner).get("spec"):
        revision = revision_of_pod(context.pods[0]) if context.pods else "generation/1"
        findings.template = project_template(template_in(owner), revision=revision, digest=context.digest)
    elif context.pods:
        findings.template = template_of_pod(context.pods[0], context.digest)
    made_by_schedule = any(one["kind"] == "CronJob" for one in context.owners)
    if made_by_schedule or (owner is not None and owner["kind"] in REVISION_KINDS):
        return
    kind, created = (owner["kind"], owner) if owner else ("Pod", context.pods[0])
    happened_at = created_at(created)
    if happened_at is not None and context.signal.occurred_at - happened_at <= WINDOW:
        findings.fact(
            FactKind.CHANGE,
            f"{kind.lower()} {name_of(created)} metadata.creationTimestamp",
            f"{kind} {name_of(created)} was created, {_how_long_before(context, happened_at)}",
            {
                "change": "created",
                "object": f"{kind} {name_of(created)}",
                "secondsBefore": _seconds_before(context, happened_at),
            },
            entity=entity_of(kind, created, "owner", context.subject),
            time=happened_at,
        )


def _project(context: CollectorContext, revision: Revision) -> WorkloadTemplate:
    return project_template(revision.template, revision=revision.name, digest=context.digest)


def _seconds_before(context: CollectorContext, happened_at: datetime | None) -> int:
    return max(0, int((context.signal.occurred_at - happened_at).total_seconds())) if happened_at else 0


def _how_long_before(context: CollectorContext, happened_at: datetime | None) -> str:
    if context.signal.trigger is Trigger.MANUAL:
        return f"{span(_seconds_before(context, happened_at))} before {context.onset}"
    restarts = [status.get("restartCount") or 0 for pod in context.pods for _, status in statuses_by_kind(pod)]
    which = "first" if max(restarts, default=0) <= 1 else "latest"
    return f"{span(_seconds_before(context, happened_at))} before the {which} failure"
