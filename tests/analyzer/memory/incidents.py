"""Small incidents that look like real ones, for tests of what is remembered and found."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.incidents.judgements import read_earlier
from casebook_analyzer.models import (
    Band,
    Category,
    ChainRole,
    ChainStep,
    Change,
    Conclusion,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    FittingKnowledge,
    FittingPassage,
    Incident,
    Judgement,
    Resolution,
    ResolutionKind,
    Signal,
    Signature,
    SimilarIncident,
    SubjectRef,
    Trigger,
)


async def earlier(memory: Memory, incident_id: str) -> Sequence[Judgement]:
    """What memory has of the conclusions of an incident that were replaced."""
    session = memory.session
    return await session.read(lambda connection: read_earlier(connection, session.tenant, incident_id))


OPENED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of failure."""

    trigger: Trigger
    reason: str
    exit_code: int | None
    category: Category
    title: str
    template: str
    facts: tuple[tuple[FactKind, str], ...]
    chain: tuple[tuple[ChainRole, str], ...]
    xid: int | None = None


RECIPES = {
    "missing_env": Recipe(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        reason="CrashLoopBackOff",
        exit_code=1,
        category=Category.CONFIG_ERROR,
        title="A required environment variable is not set",
        template="FATAL required environment variable DATABASE_URL is not set",
        facts=(
            (FactKind.LOG, "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set"),
            (FactKind.CHANGE, "Deployment template changed: env DATABASE_URL removed from container app"),
            (FactKind.EVENT, "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z"),
            (FactKind.STATE, "container app terminated, exit code 1, 12 restarts"),
        ),
        chain=(
            (ChainRole.CHANGE, "The template lost the variable DATABASE_URL"),
            (ChainRole.CAUSE, "The program requires DATABASE_URL at its start"),
            (ChainRole.SYMPTOM, "The container exits with code 1 and is restarted"),
        ),
    ),
    "missing_env_worker": Recipe(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        reason="CrashLoopBackOff",
        exit_code=1,
        category=Category.CONFIG_ERROR,
        title="A required environment variable is not set",
        template="KeyError: 'REDIS_URL' environment variable must be set",
        facts=(
            (FactKind.LOG, "Traceback (most recent call last): os.environ['REDIS_URL']"),
            (FactKind.LOG, "KeyError: 'REDIS_URL' environment variable must be set"),
            (FactKind.EVENT, "Back-off restarting failed container worker in pod worker-7c9f8d6b54-x2x4z"),
        ),
        chain=(
            (ChainRole.CAUSE, "The program requires the variable REDIS_URL at its start"),
            (ChainRole.SYMPTOM, "The container exits with code 1 and is restarted"),
        ),
    ),
    "oom": Recipe(
        trigger=Trigger.OOM_KILLED,
        reason="OOMKilled",
        exit_code=137,
        category=Category.RESOURCE_EXHAUSTION,
        title="A container used more memory than its limit",
        template="Memory cgroup out of memory: Killed process (java)",
        facts=(
            (FactKind.STATE, "container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi"),
            (FactKind.KERNEL, "Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB"),
            (FactKind.LOG, "java.lang.OutOfMemoryError: Java heap space"),
        ),
        chain=(
            (ChainRole.CAUSE, "The working set grew above the memory limit of 512Mi"),
            (ChainRole.EFFECT, "The kernel killed the process java"),
            (ChainRole.SYMPTOM, "The container was OOMKilled"),
        ),
    ),
    "xid79": Recipe(
        trigger=Trigger.NODE_CONDITION,
        reason="GpuFallenOffBus",
        exit_code=None,
        xid=79,
        category=Category.PCIE_ERROR,
        title="A GPU has fallen off the bus",
        template="NVRM: Xid (<pci>): 79, GPU has fallen off the bus.",
        facts=(
            (FactKind.KERNEL, "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus."),
            (FactKind.NODE, "allocatable nvidia.com/gpu is 7, capacity is 8"),
        ),
        chain=(
            (ChainRole.CAUSE, "The PCIe link of a GPU was lost"),
            (ChainRole.SYMPTOM, "The node has one allocatable GPU less"),
        ),
    ),
    "forbidden": Recipe(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        reason="CrashLoopBackOff",
        exit_code=2,
        category=Category.PERMISSION_DENIED,
        title="A ServiceAccount may not read what it needs",
        template='configmaps is forbidden: User cannot list resource "configmaps"',
        facts=(
            (
                FactKind.LOG,
                'configmaps is forbidden: User "system:serviceaccount:shop:default" cannot list resource "configmaps"',
            ),
            (FactKind.EVENT, "Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz"),
        ),
        chain=((ChainRole.CAUSE, "No Role allows the ServiceAccount to list configmaps"),),
    ),
}


def make_incident(
    recipe: str = "missing_env",
    *,
    number: int = 1,
    tenant: str = "cluster-a",
    namespace: str = "shop",
    workload: str = "checkout",
    days: int = 0,
    logs: Sequence[str] = (),
    resolution: Resolution | None = None,
) -> Incident:
    """The ``number``-th case of a recipe: other pods, times and ids, the same failure. ``logs`` are added facts."""
    kind = RECIPES[recipe]
    opened = OPENED + timedelta(days=days)
    facts = tuple(
        Fact(id=f"F{place}", kind=fact_kind, source=f"pod {workload}", text=text, time=opened)
        for place, (fact_kind, text) in enumerate(
            (*kind.facts, *((FactKind.LOG, line) for line in logs)),
            start=1,
        )
    )
    bundle = EvidenceBundle(
        subject=SubjectRef(
            kind="Deployment", name=workload, namespace=namespace, uid=f"uid-{workload}", container="app"
        ),
        signal=Signal(
            trigger=kind.trigger,
            failure_class=kind.reason,
            origin=Entity(kind="Pod", name=f"{workload}-6d4cf56db6-x2x4z", namespace=namespace),
            origin_uid=f"pod-{number}",
            container="app",
            reason=kind.reason,
            exit_code=kind.exit_code,
            occurred_at=opened,
        ),
        collected_at=opened + timedelta(seconds=1),
        facts=facts,
    )
    conclusion = make_conclusion(kind)
    return Incident(
        id=f"{recipe}-{number}",
        tenant=tenant,
        namespace=namespace,
        name=f"{workload}-{recipe.replace('_', '-')}-{number}",
        episode=number,
        opened_at=opened,
        bundle=bundle,
        conclusion=conclusion,
        report=make_report(bundle, conclusion),
        resolution=resolution,
    )


def given(found: Incident, *past: Incident, documents: Sequence[str] = ()) -> Incident:
    """The incident with these past ones attached, and passages of these documents of the source ``runbooks``."""
    similar = tuple(
        SimilarIncident(
            id=one.id,
            namespace=one.namespace,
            name=one.name,
            subject=str(one.bundle.subject),
            category=one.conclusion.category,
            title=one.title,
            opened_at=one.opened_at,
            score_permille=900,
            lexical_permille=900,
            band=Band.STRONG,
            why=("same signature",),
        )
        for one in past
    )
    passages = tuple(
        FittingPassage(
            source="runbooks",
            path=path,
            title=path,
            heading="",
            start_line=1,
            excerpt="",
            score_permille=900,
            band=Band.STRONG,
        )
        for path in documents
    )
    return msgspec.structs.replace(
        found, similar=similar, knowledge=FittingKnowledge(passages=passages, reason="1 fits") if documents else None
    )


def make_conclusion(kind: Recipe) -> Conclusion:
    """What the classifier would say of a recipe."""
    identity = f"{kind.reason}|{kind.exit_code}|{kind.xid}|{kind.template}"
    return Conclusion(
        category=kind.category,
        confidence=85,
        title=kind.title,
        summary=f"{kind.title}.",
        cited=("F1",),
        chain=tuple(ChainStep(role=role, text=text, facts=("F1",)) for role, text in kind.chain),
        signature=Signature(
            key=sha256(identity.encode()).hexdigest()[:16],
            reason=kind.reason,
            exit_code=kind.exit_code,
            xid=kind.xid,
            template=kind.template,
            owner_kind="Deployment",
        ),
        taxonomy_version="test",
    )


def make_report(bundle: EvidenceBundle, conclusion: Conclusion) -> str:
    """A report with the headings of a real one."""
    steps = "\n".join(f"1. {step.text}" for step in conclusion.chain)
    facts = "\n".join(f"- `{fact.id}` {fact.text}" for fact in bundle.facts)
    return (
        f"# {conclusion.title}\n\n{bundle.subject}: {conclusion.summary}\n\n"
        f"## Causal chain\n\n{steps}\n\n## Evidence\n\n### Facts\n\n{facts}\n"
    )


def make_resolution(summary: str = "env DATABASE_URL added to container app", **changes: object) -> Resolution:
    """How a case ended: a rollout after ten minutes."""
    found = Resolution(
        kind=ResolutionKind.TEMPLATE_CHANGED,
        summary=summary,
        changes=(Change(text=summary, fix="set env DATABASE_URL"),),
        fix="set env DATABASE_URL",
        resolved_at=OPENED + timedelta(minutes=10),
        seconds_to_resolve=600,
    )
    return msgspec.structs.replace(found, **changes)
