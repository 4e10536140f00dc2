"""Signals of Warning Events: what their reasons mean is data, and kernel lines in those of nodes are read.

Events are lossy by design (client-go: 25 at once, then one in five minutes per object) and expire after an hour. What a
status tells as well, the Event tells only as a derived signal.
"""

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from casebook_analyzer.evidence.devices import DEVICE_CLASSES, only_device_in
from casebook_analyzer.models import UNKNOWN_TIME, Entity, HoldDuration, Signal, Trigger
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.kube import Object
from casebook_operator.kube.objects import metadata_of, namespace_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, number, text
from casebook_operator.signals.kernel_lines import kernel_findings
from casebook_operator.signals.observed import REASON_LENGTH
from casebook_operator.signals.table import EventRow, SignalRow, signal_table, state

_CONTAINER = re.compile(r"^spec\.(?:initContainers|containers|ephemeralContainers)\{(?P<name>[^}]+)\}$")
"""``fieldPath`` of an Event about one container (client-go: kubelet's ``fieldPath``)."""

_KUBELET = "kubelet"

COMBINED = "(combined from similar events)"
"""client-go tools/record/events_cache.go, ``EventAggregatorByReasonMessageFunc``."""


class EventContent(msgspec.Struct, frozen=True):
    """What an Event says of itself."""

    kind: str
    name: str
    namespace: str
    uid: str
    container: str
    node_name: str
    reason: str
    message: str
    count: int
    first: datetime
    last: datetime


def event_signals(event: Object, taxonomy: Taxonomy) -> tuple[Signal, ...]:
    """One signal for each failure class, and device, that a Warning Event tells of, kernel lines in it included."""
    told = _told(event)
    if told is None or event.get("type") != "Warning":
        return ()
    if told.kind == "Node":
        of_lines = tuple(_of_kernel_lines(told, taxonomy))
        if of_lines:
            return of_lines
    row = signal_table().event_row(told.reason, told.kind, told.message)
    signal = None if row is None else _of_row(told, row)
    return () if signal is None else (signal,)


def counted_content(event: Object) -> EventContent | None:
    """What a Warning Event tells of itself, where its number or its time decides whether it opens a case."""
    told = _told(event) if event.get("type") == "Warning" else None
    row = None if told is None else signal_table().event_row(told.reason, told.kind, told.message)
    if row is None or row.trigger is None:
        return None
    return told if row.least > 1 or row.enough or row.hold is not HoldDuration.NONE else None


def _of_kernel_lines(told: EventContent, taxonomy: Taxonomy) -> Iterator[Signal]:
    for finding in kernel_findings(told.message, taxonomy):
        row = state("kernel-line")
        yield _signal(
            told,
            msgspec.structs.replace(row, failure_class=finding.failure_class, severity=finding.severity),
            message=finding.line,
            device=finding.device,
        )


def _of_row(told: EventContent, row: EventRow) -> Signal | None:
    """At once, when it was told often enough, or when it lasts: then its time is that of the first telling."""
    if row.trigger is None or told.count < row.least:
        return None
    device = only_device_in(told.message) if told.kind == "Node" and row.folds_as in DEVICE_CLASSES else ""
    if row.hold is HoldDuration.NONE or 0 < row.enough <= told.count:
        return _signal(told, row, hold=HoldDuration.NONE, device=device)
    signal = _signal(told, row, device=device)
    return msgspec.structs.replace(signal, occurred_at=told.first, told_until=told.last)


def _signal(
    told: EventContent,
    row: SignalRow,
    *,
    message: str | None = None,
    hold: HoldDuration | None = None,
    device: str = "",
) -> Signal:
    return Signal(
        trigger=row.trigger or Trigger.MANUAL,
        failure_class=row.folds_as,
        origin=Entity(kind=told.kind, namespace=told.namespace, name=told.name),
        origin_uid=told.uid,
        container=told.container,
        node_name=told.node_name,
        device=device,
        reason=told.reason[:REASON_LENGTH],
        message=told.message if message is None else message,
        occurred_at=told.last,
        active=False,
        severity=row.severity,
        hold=row.hold if hold is None else hold,
        derived=row.derived,
    )


def _told(event: Object) -> EventContent | None:
    """None for what names no object. ``events.k8s.io`` calls some fields otherwise than the core API."""
    about = mapping(event, "involvedObject") or mapping(event, "regarding")
    kind, name = text(about, "kind"), text(about, "name")
    if not kind or not name:
        return None
    series = mapping(event, "series")
    made = parse_time(event.get("eventTime")) or parse_time(metadata_of(event).get("creationTimestamp"))
    last = parse_time(event.get("lastTimestamp")) or parse_time(series.get("lastObservedTime")) or made
    first = parse_time(event.get("firstTimestamp")) or made or last
    container = _CONTAINER.match(text(about, "fieldPath"))
    return EventContent(
        kind=kind,
        name=name,
        namespace="" if kind == "Node" else text(about, "namespace") or namespace_of(event),
        uid=text(about, "uid") or name,
        container=container["name"] if container else "",
        node_name=name if kind == "Node" else _reporting_node(event),
        reason=text(event, "reason"),
        message=text(event, "message") or text(event, "note"),
        count=max(1, number(event, "count"), number(series, "count")),
        first=min(first or UNKNOWN_TIME, last or UNKNOWN_TIME),
        last=last or UNKNOWN_TIME,
    )


def _reporting_node(event: Object) -> str:
    """The node of the kubelet that reports: the pod's own."""
    source = mapping(event, "source")
    if source.get("component") == _KUBELET:
        return text(source, "host")
    return text(event, "reportingInstance") if event.get("reportingComponent") == _KUBELET else ""
