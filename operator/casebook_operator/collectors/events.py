"""Events of the pods, of their owners and of the node. Normal ones too: ``Killing`` is Normal, and tells of a probe."""

import asyncio
from dataclasses import dataclass

import msgspec

from casebook_analyzer.models import Entity, Trigger
from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, uid_of
from casebook_operator.reading.collector import Collector, always
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.facts import SCHEDULING_REASONS, read_events, tell_events, tell_scheduling
from casebook_operator.reading.events.overtaken import with_overtaken
from casebook_operator.reading.events.records import EventRecord
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.objects import entity_of, pod_entity
from casebook_operator.reading.workloads import made

_MADE = compiled(r"^Created pod: (\S+)")
"""How a controller tells of a pod that it has made (pkg/controller/controller_utils.go)."""

_MISSING_SECRET = compiled(r'\bsecrets? \\?"([a-z0-9.-]+)\\?" not found')
"""How kubelet tells of a Secret that is not there (apimachinery pkg/api/errors, ``NewNotFound``)."""

_MAKERS_OF_SECRETS = ("ExternalSecret", "SealedSecret", "VaultStaticSecret", "Certificate")
"""Kinds whose controllers make a Secret, by default of their own name (External Secrets Operator, Sealed Secrets, Vault
Secrets Operator, cert-manager by custom). Their Events say why there is none."""

_MADE_ON_THE_WAY = compiled(
    r"^Created (?:new )?(CertificateRequest|Order|Challenge) resource \"?(?:[a-z0-9-]+/)?([a-z0-9.-]+)"
)
"""How each controller of cert-manager tells whom it asks next (pkg/controller/certificates/requestmanager,
certificaterequests/acme, acmeorders): the last one in the chain says why there is no certificate."""

_LONGEST_WAY = 4
"""From a Certificate to its Challenge."""
_OF_A_MAKER = 3
"""Folded events that are kept of each."""

_TOOK_ITS_PLACE = "Preempted"
"""Told of the pod that had to go (pkg/scheduler/framework/preemption), and is deleted: its successor waits."""


@dataclass(frozen=True, slots=True)
class _Source:
    entity: Entity
    uid: str
    keep: int
    """Folded events that are kept, about 40 over all sources of a case."""
    pod: Object | None = None
    """The pod whose own Events these are."""
    complete: bool = False
    """Whether it has made all pods that it wants."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    sources = _sources(context)
    read = (read_events(context, findings, source.entity, uid=source.uid) for source in sources)
    made_pods: list[EventRecord] = []
    said = [*context.texts]
    for source, found in zip(sources, await asyncio.gather(*read), strict=True):
        made_pods += [record for record in found if _MADE.match(record.message)]
        said += [record.message for record in found]
        records = with_overtaken(
            found,
            context.signal.occurred_at,
            pod=source.pod,
            made=context.pods,
            uid=source.uid,
            complete=source.complete,
        )
        tell_events(context, findings, source.entity, records, source.keep)
        for reason in sorted(SCHEDULING_REASONS):
            standing = [record for record in records if record.reason == reason and not record.overtaken_by]
            _scheduling(findings, source.entity, standing)
    missing = next((secret[1] for told in said if (secret := _MISSING_SECRET.search(told))), "")
    for kind in _MAKERS_OF_SECRETS if missing else ():
        await _maker(context, findings, kind, missing)
    if context.signal.trigger is Trigger.FAILED_SCHEDULING:
        await _predecessor(context, findings, made_pods)


COLLECTOR = Collector(
    name="events",
    rank=30,
    needs=lists("Event"),
    when="always",
    tells="Events of pods, owners, node and subject; FailedScheduling reason by reason",
    collect=collect,
    applies=always,
    seconds=6.0,
    max_bytes=64 * 1024,
)


async def _maker(context: CollectorContext, findings: Findings, kind: str, name: str) -> None:
    """What who should have made a Secret says, and those that it asks for it, one after the other."""
    for _ in range(_LONGEST_WAY):
        entity = Entity(kind=kind, namespace=context.subject.namespace, name=name, role="related")
        records = await read_events(context, findings, entity)
        tell_events(context, findings, entity, records, _OF_A_MAKER)
        told = sorted(records, key=lambda record: record.last, reverse=True)
        asked = next((found for record in told if (found := _MADE_ON_THE_WAY.match(record.message))), None)
        if asked is None:
            return
        kind, name = asked.groups()


async def _predecessor(context: CollectorContext, findings: Findings, made_pods: list[EventRecord]) -> None:
    """Whether the pod before the one that waits had to make room: its own Events are all that is left of it."""
    waiting = {context.signal.origin.name, *(name_of(pod) for pod in context.pods)}
    told = sorted(made_pods, key=lambda record: record.last, reverse=True)
    names = [found[1] for record in told if (found := _MADE.match(record.message)) and found[1] not in waiting]
    for name in names[:1]:
        entity = Entity(kind="Pod", namespace=context.subject.namespace, name=name, role="related")
        records = await read_events(context, findings, entity)
        tell_events(context, findings, entity, [one for one in records if one.reason == _TOOK_ITS_PLACE], 1)


def _scheduling(findings: Findings, entity: Entity, records: list[EventRecord]) -> None:
    """What the scheduler said last: the reasons of before may have gone."""
    last = max(records, key=lambda record: record.last, default=None)
    if last is not None:
        source = f"event of {entity}, its reasons"
        tell_scheduling(findings, entity, last.message, reason=last.reason, source=source, count=last.count)


def _sources(context: CollectorContext) -> list[_Source]:
    subject = context.subject
    sources = [
        _Source(pod_entity(pod, subject), uid_of(pod), 6 if number else 16, pod)
        for number, pod in enumerate(context.pods)
    ]
    for one in context.owners:
        done = made(one["kind"], one) or False
        sources.append(_Source(entity_of(one["kind"], one, "owner", subject), uid_of(one), 6, complete=done))
    if context.target is not None:
        sources.append(_Source(entity_of(subject.kind, context.target, "related", subject), uid_of(context.target), 16))
    if context.node is not None:
        keep = 40 if context.is_node_case else 8
        sources.append(_Source(entity_of("Node", context.node, "node", subject), "", keep))
    if all(_place(source.entity) != _place(context.signal.origin) for source in sources):
        # Events outlive the object that they are about.
        origin = msgspec.structs.replace(context.signal.origin, role="affected")
        if origin.kind != "Node":
            sources.append(_Source(origin, context.signal.origin_uid, 16))
    return sources


def _place(entity: Entity) -> tuple[str, str, str]:
    return entity.kind, entity.namespace, entity.name
