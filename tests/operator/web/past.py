"""A memory as a team has it after a month: real evidence and conclusions of golden cases, told at times of its own."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import (
    Band,
    Category,
    Change,
    Conclusion,
    EvidenceBundle,
    Fact,
    Feedback,
    FeedbackSource,
    FittingKnowledge,
    FittingPassage,
    Incident,
    Opinion,
    Resolution,
    ResolutionKind,
    Verdict,
    Withdrawn,
)
from casebook_analyzer.report import with_report
from tests.analyzer.memory.exhibits.attached import exhibit
from tools.golden.cases import analysis_of

CASES = Path(__file__).parents[2] / "cases"
NOW = datetime.now(UTC).replace(microsecond=0)
NODE_NAMESPACE = "casebook"


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the story."""

    case: str
    workload: str
    namespace: str
    ago: timedelta
    fixed: str = ""
    fix: str = ""
    minutes: int = 0
    node: str = ""
    episode: int = 1
    in_vain: str = ""
    """What was tried first, after five minutes, and did not help."""


MISSING_ENV, OOM, XID = "config-error-missing-env-go", "resource-exhaustion-oom", "pcie-error-xid-79"
_ENV = {"fixed": "env PAYMENT_API_URL added to container app", "fix": "set the environment variable PAYMENT_API_URL"}
_LIMIT = {"fixed": "memory limit of container app: 256Mi -> 512Mi", "fix": "raise the memory limit"}

STORY = (
    Told(case=OOM, workload="search", namespace="shop", ago=timedelta(days=29), minutes=34, node="worker-2", **_LIMIT),
    Told(
        case=MISSING_ENV, workload="checkout", namespace="shop", ago=timedelta(days=26, hours=4), minutes=12, **_ENV
    ),
    Told(case="permission-denied-rbac", workload="importer", namespace="media", ago=timedelta(days=21), minutes=95,
         fixed="RoleBinding importer-reads-config was added", fix="let the ServiceAccount read what it needs"),
    Told(case=OOM, workload="search", namespace="shop", ago=timedelta(days=17), minutes=51, node="worker-2",
         episode=2, in_vain="memory limit of container app: 256Mi -> 300Mi", **_LIMIT),
    Told(case=MISSING_ENV, workload="billing", namespace="payments", ago=timedelta(days=12), minutes=8, **_ENV),
    Told(case="driver-issue-xid-119", workload="gpu-node-4", namespace="", ago=timedelta(days=9), minutes=240,
         fixed="GPU driver of node gpu-node-4: 550.90.07 -> 550.127.05", fix="change the GPU driver"),
    Told(case="software-bug-java-after-rollout", workload="orders", namespace="shop", ago=timedelta(days=6),
         minutes=22, node="worker-1", fixed="image of container app: orders:2.4.0 -> orders:2.3.9",
         fix="go back to the image that worked"),
    Told(case="network-partition-dns-unreachable", workload="gateway", namespace="shop", ago=timedelta(days=5),
         minutes=41, node="worker-3", fixed="healthy without a change that Casebook saw"),
    Told(case="scheduling-failure-gpus-in-use", workload="trainer", namespace="research", ago=timedelta(days=3),
         minutes=180, fixed="runs on node gpu-node-7, which was added", fix="add a node"),
    Told(case="unknown-exit-1-without-log", workload="legacy-sync", namespace="media", ago=timedelta(days=2),
         node="worker-1"),
    Told(case=OOM, workload="search", namespace="shop", ago=timedelta(hours=9), node="worker-2", episode=3),
    Told(case=XID, workload="gpu-node-4", namespace="", ago=timedelta(hours=2)),
    Told(case="network-partition-dns-unreachable", workload="gateway", namespace="shop", ago=timedelta(hours=1),
         node="worker-2", episode=2),
    Told(case=MISSING_ENV, workload="invoices", namespace="payments", ago=timedelta(minutes=4), node="worker-1"),
)  # fmt: skip


def incident_of(told: Told, tenant: str) -> Incident:
    """The case, as if it had happened there and then."""
    analysis = analysis_of(CASES / told.case)
    opened = NOW - told.ago
    bundle = moved(analysis.bundle, told, opened)
    conclusion = renamed(analysis.conclusion, analysis.bundle, told)
    namespace = told.namespace or NODE_NAMESPACE
    digest = sha256(f"{told.case}{told.workload}".encode()).hexdigest()[:10]
    name = f"{told.workload}-{digest}-{told.episode}"
    incident = Incident(
        id=f"uid-{name}",
        tenant=tenant,
        namespace=namespace,
        name=name,
        episode=told.episode,
        opened_at=opened,
        bundle=bundle,
        conclusion=conclusion,
        report="",
        resolution=resolution_of(told, opened),
        withdrawn=(attempt_of(told, opened),) if told.in_vain else (),
    )
    return with_report(incident)


def attempt_of(told: Told, opened: datetime) -> Withdrawn:
    done = opened + timedelta(minutes=5)
    return Withdrawn(
        kind=ResolutionKind.TEMPLATE_CHANGED,
        summary=told.in_vain,
        fix=told.fix,
        resolved_at=done,
        relapsed_at=done + timedelta(minutes=4),
        tried=True,
    )


def resolution_of(told: Told, opened: datetime) -> Resolution | None:
    if not told.minutes:
        return None
    by_itself = not told.fix
    return Resolution(
        kind=ResolutionKind.RECOVERED_BY_ITSELF if by_itself else ResolutionKind.TEMPLATE_CHANGED,
        summary=told.fixed,
        changes=() if by_itself else (Change(text=told.fixed, fix=told.fix),),
        fix=told.fix,
        resolved_at=opened + timedelta(minutes=told.minutes),
        seconds_to_resolve=told.minutes * 60,
    )


def moved(bundle: EvidenceBundle, told: Told, opened: datetime) -> EvidenceBundle:
    """The same evidence of another subject at another time."""
    by = opened - timedelta(seconds=3) - bundle.signal.occurred_at
    facts = tuple(_moved(fact, by, bundle, told) for fact in bundle.facts)
    signal = msgspec.structs.replace(
        bundle.signal, occurred_at=bundle.signal.occurred_at + by, node_name=told.node or bundle.signal.node_name
    )
    subject = msgspec.structs.replace(
        bundle.subject, name=told.workload, namespace=told.namespace, uid=f"uid-{told.workload}"
    )
    return msgspec.structs.replace(bundle, subject=subject, signal=signal, facts=facts, collected_at=opened)


def renamed(conclusion: Conclusion, bundle: EvidenceBundle, told: Told) -> Conclusion:
    text = msgspec.json.encode(conclusion).decode()
    for before, after in _names(bundle, told):
        text = text.replace(before, after)
    return msgspec.json.decode(text, type=Conclusion)


def _moved(fact: Fact, by: timedelta, bundle: EvidenceBundle, told: Told) -> Fact:
    time = fact.time + by if fact.time and fact.time.year > 1970 else fact.time
    text, source = fact.text, fact.source
    for before, after in _names(bundle, told):
        text, source = text.replace(before, after), source.replace(before, after)
    attributes = {name: value for name, value in fact.attributes.items() if name != "firstTime"}
    return msgspec.structs.replace(fact, time=time, text=text, source=source, attributes=attributes)


def _names(bundle: EvidenceBundle, told: Told) -> list[tuple[str, str]]:
    subject = bundle.subject
    names = [(f"{subject.kind}/{subject.namespace}/{subject.name}", f"{subject.kind}/{told.namespace}/{told.workload}")]
    return [*names, (subject.name, told.workload)] if len(subject.name) > 3 else names


WRITTEN = FittingKnowledge(
    passages=(
        FittingPassage(
            source="runbooks",
            path="dns.md",
            title="Names are not resolved",
            heading="Names are not resolved > Do",
            start_line=12,
            link="https://git.example.com/dns.md#L12",
            excerpt="Scale CoreDNS to one replica for eight nodes.",
            score_permille=830,
            band=Band.STRONG,
            why=("same words: resolve, names",),
        ),
    ),
    reason="1 of 20 documents fits",
)

SPOKEN = Opinion(
    model="small",
    category=Category.NETWORK_PARTITION,
    cause="The program resolves no names.",
    reasoning="Its log says so.",
    facts=("F1",),
    agreeing=2,
    asked=3,
    key="0123456789",
    evidence="0123456789abcdef",
    given_at=NOW,
)


EXHIBIT = msgspec.structs.replace(
    exhibit("upstream said no\n    at wombat.proxy:12"), name="proxy.log", attached_at=NOW - timedelta(days=2)
)
"""What ana attached to the second and the fourth."""


@cache
def story(tenant: str) -> tuple[Incident, ...]:
    """In the order in which they happened. The fourth was given what people had written, and a model spoke of it."""
    told = [incident_of(one, tenant) for one in STORY]
    told[3] = msgspec.structs.replace(told[3], knowledge=WRITTEN, opinion=SPOKEN)
    return tuple(told)


async def remember(memory: Memory, incidents: Sequence[Incident]) -> list[Incident]:
    """As an operator would: each finds those before it, and one is judged again. Then people speak."""
    told = []
    for one in incidents:
        similar = await memory.similar(one.bundle, one.conclusion, exclude_id=one.id)
        told.append(msgspec.structs.replace(one, similar=similar.incidents))
        await memory.record(told[-1])
    await memory.judge_again(told[3])
    await memory.give_feedback(told[1].id, _word(Verdict.CONFIRMED, "ana", 25, note="the chart lost it"))
    correction = _word(
        Verdict.CORRECTED, "jon", 4, category=Category.CONFIG_ERROR, cause="A NetworkPolicy denied the name server"
    )
    await memory.give_feedback(told[7].id, correction)
    await memory.give_feedback(told[0].id, _word(Verdict.CONFIRMED, "", 28, fix="raise the memory limit"))
    await memory.hang([told[0].id], told[3].id)
    for number in (1, 3):
        await memory.exhibits.attach(told[number].id, EXHIBIT)
    return told


def _word(verdict: Verdict, author: str, days: int, **more: object) -> Feedback:
    given = NOW - timedelta(days=days)
    word = Feedback(verdict=verdict, author=author, source=FeedbackSource.COMMAND, given_at=given)
    return msgspec.structs.replace(word, **more)
