"""Events as records that can be sorted and folded."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from casebook_analyzer.models import UNKNOWN_TIME
from casebook_operator.investigation.store import REPORTING_CONTROLLER
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, number, text
from casebook_operator.signals.events import COMBINED

_CONTAINER_PATH = re.compile(r"^spec\.(?:initContainers|containers|ephemeralContainers)\{(?P<name>[^}]+)\}$")
"""``involvedObject.fieldPath`` of kubelet's events (pkg/kubelet/container/ref.go)."""

_TELLING = frozenset({"Killing", "Preempted", "NodeNotReady", "NodeNotSchedulable", "TaintManagerEviction"})
"""Reasons that say why a container or pod went away although their type is Normal."""

MESSAGE_LIMIT = 8_192
"""Characters of a message that are read. The API server takes any length of an Event of core/v1, and 1,024 of one of
events.k8s.io (pkg/apis/core/validation/events.go, ``NoteLengthLimit``)."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """What an Event says, in whichever of its two styles it was written."""

    reason: str
    type: str
    message: str
    container: str
    component: str
    count: int
    first: datetime
    last: datetime
    overtaken_by: str = ""
    """What was done since, so that this explains nothing that comes after (``overtaken.py``); empty where it stands."""

    @property
    def time(self) -> datetime | None:
        """When it was last seen; None where the Event does not tell."""
        return None if self.last == UNKNOWN_TIME else self.last

    @property
    def is_warning(self) -> bool:
        return self.type == "Warning"

    @property
    def said_at(self) -> datetime:
        """When the message was true: Events that were combined keep the message of the last one."""
        return self.last if self.message.startswith(COMBINED) else self.first

    @property
    def is_telling(self) -> bool:
        return self.reason in _TELLING


def fold(events: Iterable[Object]) -> list[EventRecord]:
    """One record for equal Events, in order of time. Events that Casebook wrote are left out."""
    folded: dict[tuple[str, str, str, str], EventRecord] = {}
    for record in (_record(event) for event in events if not is_own(event)):
        key = (record.reason, record.type, record.message, record.container)
        other = folded.get(key)
        folded[key] = record if other is None else _joined(other, record)
    return sorted(folded.values(), key=lambda record: (record.first, record.reason, record.message))


def is_own(event: Object) -> bool:
    """Whether Casebook wrote an Event: a conclusion that is read as evidence would confirm itself."""
    return REPORTING_CONTROLLER in (event.get("reportingComponent"), event.get("reportingController"))


def _joined(one: EventRecord, other: EventRecord) -> EventRecord:
    return replace(
        one,
        count=one.count + other.count,
        first=min(one.first, other.first),
        last=max(one.last, other.last),
    )


def _record(event: Object) -> EventRecord:
    """core/v1 writes count and two timestamps; events.k8s.io leaves them null and writes eventTime and series."""
    series = mapping(event, "series")
    occurred = parse_time(event.get("eventTime"))
    first = parse_time(event.get("firstTimestamp")) or occurred or created_at(event)
    last = parse_time(series.get("lastObservedTime")) or parse_time(event.get("lastTimestamp")) or occurred or first
    about = mapping(event, "involvedObject") or mapping(event, "regarding")
    path = _CONTAINER_PATH.match(text(about, "fieldPath"))
    return EventRecord(
        reason=text(event, "reason"),
        type=text(event, "type"),
        message=(text(event, "message") or text(event, "note"))[:MESSAGE_LIMIT],
        container=path["name"] if path else "",
        component=text(event, "reportingComponent") or text(event, "source", "component"),
        count=number(series, "count") or number(event, "count") or 1,
        first=first or last or UNKNOWN_TIME,
        last=last or first or UNKNOWN_TIME,
    )
