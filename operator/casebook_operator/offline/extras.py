"""Evidence that only a bundle has: kernel lines, what commands printed, and logs that nobody would have read live."""

import re
from collections.abc import Awaitable, Callable, Iterable

from casebook_analyzer.evidence import Collected, kernel_facts, sample_log, strange_kernel_facts
from casebook_analyzer.models import Entity, Fact, FactKind, Gap, GapReason, SubjectRef
from casebook_analyzer.taxonomy import KernelPattern
from casebook_analyzer.text import bound
from casebook_operator.offline.bundle import LogKey, Which
from casebook_operator.offline.kernel_text import in_order
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.reading.collector import EvidenceSource
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings

MAX_COMMAND_ROWS = 200
"""Lines of one command's output: two screens of ``nvidia-smi -q`` of one GPU, or all pods of a node."""

MAX_ROWS = 1_000
"""Lines of all commands together."""

MAX_EXTRA_LOGS = 20
"""Logs that are read beside those of the failing containers."""

_WORD = re.compile(r"[\w./-]+")


def only_in_bundles(snapshot: Snapshot, node: str) -> tuple[EvidenceSource, ...]:
    """The collectors of what only a bundle has. ``node`` is where kernel lines and outputs of commands come from."""

    async def kernel_log(context: CollectorContext, findings: Findings) -> None:
        entity = _entity("Node", "", node, "node", context.subject)
        own = context.conditions.kernel_patterns
        known = _facts(snapshot.bundle.kernel_log, "kernel log", entity, own)
        text = "" if known else "\n".join(in_order(snapshot.bundle.kernel_log))
        findings.add(*known, *strange_kernel_facts(text, source="kernel log", entity=entity, own=own))
        if findings.facts:
            findings.entity(entity)

    async def commands(context: CollectorContext, findings: Findings) -> None:
        entity = _entity("Node", "", node, "node", context.subject)
        for command, output in snapshot.bundle.commands.items():
            _command(findings, command, output, entity, context.conditions.kernel_patterns)

    return (
        _source("kernel_log", kernel_log, there=bool(snapshot.bundle.kernel_log)),
        _source("commands", commands, there=bool(snapshot.bundle.commands)),
    )


def _source(
    name: str, collect: Callable[[CollectorContext, Findings], Awaitable[None]], *, there: bool
) -> EvidenceSource:
    return EvidenceSource(name=name, collect=collect, applies=lambda _: there, seconds=10.0, max_bytes=64 * 1024)


def _command(findings: Findings, command: str, output: str, node: Entity, own: tuple[KernelPattern, ...]) -> None:
    """Every line that a command printed, and kernel lines among them a second time as what they are."""
    rows = [row for row in output.splitlines() if row.strip()]
    room = max(0, min(MAX_COMMAND_ROWS, MAX_ROWS - len(findings.facts)))
    word = _WORD.search(command)
    source = f"output of {bound(command, 120)}"
    findings.add(*_facts(rows, source, node, own))
    for number, row in enumerate(rows[:room], 1):
        findings.fact(FactKind.COMMAND, source, row.rstrip(), {"command": word[0] if word else command, "row": number})
    if len(rows) > room:
        findings.gap(source, GapReason.TRUNCATED, f"{room} of {len(rows)} lines are kept.")


def other_logs(snapshot: Snapshot, subject: SubjectRef) -> Collected:
    """Facts from logs that the collectors had no reason to read: whoever saved them for one failure had one.

    In the dump of a cluster only those of pods whose name begins with the subject's belong to the case.
    """
    read = {(key.pod, key.container, which) for key, which in snapshot.logs_read}
    collected = Collected()
    left = [
        (key, which, text)
        for key, texts in snapshot.bundle.logs.items()
        for which, text in texts.items()
        if (key.pod, key.container, which) not in read and _concerns(snapshot, key, subject)
    ]
    for key, which, text in left[:MAX_EXTRA_LOGS]:
        collected = collected.merge(_sampled(key, which, text, subject))
    if len(left) > MAX_EXTRA_LOGS:
        detail = f"{MAX_EXTRA_LOGS} of {len(left)} are read."
        gap = Gap(collector="logs", what="logs of other containers", reason=GapReason.TRUNCATED, detail=detail)
        collected = collected.merge(Collected(gaps=(gap,)))
    return collected


def _concerns(snapshot: Snapshot, key: LogKey, subject: SubjectRef) -> bool:
    return snapshot.bundle.about_one_failure or (
        key.namespace == subject.namespace and key.pod.startswith(subject.name) and subject.kind != "Node"
    )


def _sampled(key: LogKey, which: Which, text: bytes, subject: SubjectRef) -> Collected:
    namespace = key.namespace or subject.namespace
    pod = _entity("Pod", namespace, key.pod, "affected", subject)
    source = f"{which} log of container {key.container} of pod {namespace}/{key.pod}"
    return sample_log(text, container=key.container, which=which, pod=pod, source=source)


def _entity(kind: str, namespace: str, name: str, role: str, subject: SubjectRef) -> Entity:
    own = (kind, namespace, name) == (subject.kind, subject.namespace, subject.name)
    return Entity(kind=kind, namespace=namespace, name=name, role="subject" if own else role)


def _facts(lines: Iterable[str], source: str, entity: Entity, own: tuple[KernelPattern, ...]) -> tuple[Fact, ...]:
    # All lines at once, because some messages are spread over several.
    text = "\n".join(in_order(lines))
    return kernel_facts(text, source=source, entity=entity, own=own, limit=len(text))
