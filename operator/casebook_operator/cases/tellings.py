"""How often something is told of a node by all Events that tell it.

A recorder makes one Event of what is told in the same words and counts it. Where a word differs each time, such as the
page of a memory error, it makes nine Events and combines the rest into a tenth (client-go
tools/record/events_cache.go, ``EventAggregator``): each of them alone was told once.
"""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import NamedTuple

from casebook_analyzer.evidence.devices import only_device_in
from casebook_analyzer.text import mask
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.signals.events import COMBINED, EventContent, counted_content

WITHIN = timedelta(hours=1)
"""How long the API server keeps an Event (kube-apiserver ``--event-ttl``): what is older is no longer told."""

THINGS, OF_ONE = 5_000, 32
"""Things that are remembered, and Events of one thing: a recorder makes ten in ten minutes. About 300 bytes each."""

_NUMBERED, _PARTS = "#", 2
"""What marks numbers that are names: of a memory module, a socket, a channel (Linux drivers/edac)."""


class _Telling(NamedTuple):
    times: int
    first: datetime
    last: datetime


class Tellings:
    """The Events of every thing that was told. In memory only: a list of all Events fills it again."""

    def __init__(self) -> None:
        self._things: OrderedDict[tuple[str, ...], OrderedDict[str, _Telling]] = OrderedDict()

    def added_up(self, event: Object) -> Object:
        """The Event with the number and the first time of all Events that tell the same of its object.

        One that opens a case however often it is told, or never does, stays as it is, and so does what is told of
        others than nodes: the scheduler tells a pod anew with each node that comes, and is not refused more often.
        """
        told = counted_content(event)
        if told is None or told.kind != "Node":
            return event
        of_thing = self._events_of(_thing(told))
        of_thing[f"{namespace_of(event)}/{name_of(event)}"] = _Telling(told.count, told.first, told.last)
        if len(of_thing) > OF_ONE:
            of_thing.popitem(last=False)
        near = [one for one in of_thing.values() if abs(told.last - one.last) <= WITHIN]
        if len(near) == 1:
            return event
        first = min(one.first for one in near)
        return {**event, "count": sum(one.times for one in near), "firstTimestamp": to_rfc3339(first)}

    def _events_of(self, thing: tuple[str, ...]) -> OrderedDict[str, _Telling]:
        of_thing = self._things.setdefault(thing, OrderedDict())
        self._things.move_to_end(thing)
        if len(self._things) > THINGS:
            self._things.popitem(last=False)
        return of_thing

    def __len__(self) -> int:
        return len(self._things)


def _thing(told: EventContent) -> tuple[str, ...]:
    """What an Event tells, without what differs from one telling to the next."""
    words = told.message.removeprefix(COMBINED).lstrip(": ")
    parts = [word for word in words.split() if _NUMBERED in word][:_PARTS]
    return told.uid, told.reason, only_device_in(words), *parts, mask(words)
