"""Keeps the objects of a stream where evidence finds them."""

import msgspec

from casebook_operator.kube import Object
from casebook_operator.kube.known_events import About
from casebook_operator.kube.known_objects import NORMAL_EVENTS, KnownObjects
from casebook_operator.kube.values import text
from casebook_operator.sensor.informer.inbox import ObjectName, shown
from casebook_operator.sensor.informer.projections import EventProjection, Projection
from casebook_operator.sensor.streams import Stream


class Keeper:
    """Of one stream in one place. It does nothing for streams whose objects nobody reads from memory."""

    def __init__(self, stream: Stream, place: str, known: KnownObjects) -> None:
        self._kept = stream.kept
        self._kind = NORMAL_EVENTS if stream.kind == "Event" and stream.evidence_alone else stream.kind
        self._place = place
        self._known = known

    def put(self, name: ObjectName, found: Projection | Object, content: msgspec.Raw) -> None:
        """Keep a version of an object, which was ``found`` in this JSON."""
        size = len(memoryview(content))
        match self._kept:
            case "packed":
                self._known.put(name.kind, name.namespace, name.name, bytes(content))
            case "projected":
                self._known.put(name.kind, name.namespace, name.name, shown(found, size))
            case "events":
                if (about := _about(name.namespace, found)).kind != "Pod":
                    self._known.events.put(about, name.name, msgspec.json.encode(shown(found, size)))
            case "":
                pass

    def forget(self, name: ObjectName) -> None:
        if self._kept == "events":
            self._known.events.forget(name.namespace, name.name)
        elif self._kept:
            self._known.forget(name.kind, name.namespace, name.name)

    def say(self, *, complete: bool) -> None:
        """Say whether all objects of the stream in this place are kept."""
        if self._kept:
            self._known.say(self._kind, self._place, complete=complete)


def _about(namespace: str, found: Projection | Object) -> About:
    """Asked before anything is made of the Event: those about Pods are by far the most, and are not kept."""
    involved = found.involved_object if isinstance(found, EventProjection) else None
    event = found if isinstance(found, dict) else {"involvedObject": involved}
    return About(namespace, text(event, "involvedObject", "kind"), text(event, "involvedObject", "name"))
