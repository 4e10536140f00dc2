"""Facts about the objects around a failure, in the words that rules match."""

from datetime import datetime, timedelta

from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at, managed_fields, name_of, namespace_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.objects import span

WINDOW = timedelta(hours=24)
"""A change that is older than this when the failure happens is history."""

CLOCK_SLACK = timedelta(minutes=1)
"""Clocks of two machines may differ by so much without anybody noticing."""


def ref(kind: str, namespace: str, name: str) -> Entity:
    return Entity(kind=kind, namespace=namespace, name=name)


def tell(
    findings: Findings,
    about: Entity,
    finding: str,
    text: str,
    *,
    source: str = "",
    suspected: bool = True,
    **attributes: object,
) -> None:
    """Add one finding about one object. Broken and missing objects are possible causes, and so affected entities.

    With ``suspected`` false the object may be broken, but nothing that was said about the failure names it.
    """
    broken = finding != "ok"
    place = f"{about.namespace}/{about.name}" if about.namespace else about.name
    role = "cause" if broken and suspected else "related"
    entity = Entity(kind=about.kind, namespace=about.namespace, name=about.name, role=role)
    exists = "false" if finding == "missing" else "true"
    words = {"object": about.kind, "name": about.name, "exists": exists, "finding": finding}
    findings.fact(FactKind.OBJECT, source or f"{about.kind.lower()} {place}", text, words | attributes, entity=entity)
    if broken:
        findings.entity(entity)


def told_writes(context: CollectorContext, findings: Findings, kind: str, obj: Object, change: str) -> None:
    """Add a change fact if the object was created or written in the day before the failure: who and when, not what."""
    last = last_write(obj)
    if last is None:
        return
    time, who, created = last
    before = context.signal.occurred_at - time
    if not -CLOCK_SLACK <= before <= WINDOW:
        return
    name, namespace = name_of(obj), namespace_of(obj)
    did = "created" if created else "written"
    by = f" by {who}" if who else ""
    seconds = max(0, int(before.total_seconds()))
    findings.fact(
        FactKind.CHANGE,
        f"{kind.lower()} {f'{namespace}/' if namespace else ''}{name} metadata",
        f"{kind} {name} was {did}{by}, {span(seconds)} before {context.onset}",
        {"change": change, "object": f"{kind} {name}", "secondsBefore": seconds},
        entity=Entity(kind=kind, namespace=namespace, name=name, role="related"),
        time=time,
    )


def last_write(obj: Object) -> tuple[datetime, str, bool] | None:
    """(time, field manager, whether it was the creation) of the last write; None if unknown.

    Writes of the status do not count: nobody intends them.
    """
    created = created_at(obj)
    writes = [
        (time, text(entry, "manager"))
        for entry in managed_fields(obj)
        if (time := parse_time(entry.get("time"))) is not None and entry.get("subresource") != "status"
    ]
    if not writes:
        return (created, "", True) if created else None
    time, who = max(writes)
    return time, who, created is not None and time - created < timedelta(seconds=2)
