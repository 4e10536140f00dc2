"""Events as watches bring them, of which evidence asks for those about one object."""

import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from casebook_operator.kube.values import Object

ROOM_BYTES = 8 * 2**20
"""Of Events as JSON, some 600 bytes each: 14,000. A thousand Deployments that fail at once have five thousand."""

KEPT_SECONDS = 3600.0
"""The API server forgets an Event after this time (kube-apiserver, ``--event-ttl``)."""


class About(NamedTuple):
    """The object that Events are about. ``namespace`` is that of the Events: ``default`` for a node's."""

    namespace: str
    kind: str
    name: str


class KnownEvents:
    """The newest version of each Event, by what it is about. Whoever watches Events keeps them up to date.

    Where there are more than :data:`ROOM_BYTES` of them, those of which nothing was heard for longest are dropped, and
    for an hour nobody can say that all are here. Those of which nothing was heard for :data:`KEPT_SECONDS` are dropped,
    too: the API server has forgotten them, but tells nobody whose watch was broken just then.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._events: defaultdict[About, dict[str, bytes]] = defaultdict(dict)
        self._heard: OrderedDict[tuple[str, str], _Heard] = OrderedDict()
        """By namespace and name, that of which nothing was heard for longest first."""
        self._bytes = 0
        self._dropped_at = -KEPT_SECONDS

    def put(self, about: About, name: str, content: bytes) -> None:
        """Keep an Event, as JSON."""
        self.forget(about.namespace, name)
        self._events[about][name] = content
        self._heard[about.namespace, name] = _Heard(about, self._clock())
        self._bytes += len(content)
        self._forget_old()
        while self._bytes > ROOM_BYTES:
            self.forget(*next(iter(self._heard)))
            self._dropped_at = self._clock()

    def forget(self, namespace: str, name: str) -> None:
        """Drop an Event that was deleted. It may be unknown."""
        if (heard := self._heard.pop((namespace, name), None)) is None:
            return
        events = self._events[heard.about]
        self._bytes -= len(events.pop(name))
        if not events:
            del self._events[heard.about]

    def about(self, about: About) -> list[Object] | None:
        """The Events about an object, by name; None when some of them may not be here."""
        if self._clock() - self._dropped_at < KEPT_SECONDS:
            return None
        self._forget_old()
        events = self._events.get(about, {})
        return [msgspec.json.decode(events[name], type=Object) for name in sorted(events)]

    def _forget_old(self) -> None:
        oldest = self._clock() - KEPT_SECONDS
        while self._heard and next(iter(self._heard.values())).at < oldest:
            self.forget(*next(iter(self._heard)))


class _Heard(NamedTuple):
    """What an Event is about, and when something was heard of it."""

    about: About
    at: float
