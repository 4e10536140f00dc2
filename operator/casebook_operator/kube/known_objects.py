"""Objects as watches bring them, for evidence: see :mod:`casebook_operator.kube.known_first`."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from casebook_operator.kube.known_events import KnownEvents
from casebook_operator.kube.objects import labels_of
from casebook_operator.kube.selection import by_labels
from casebook_operator.kube.values import Object

_LEVEL = 1
"""Of compression: JSON of 8 KiB, most of it field managers, becomes 2 KiB in 0.1 ms, and is read again in 0.05 ms."""

_EVERYWHERE = ""

LARGEST_BYTES = 64 * 1024
"""Of an object's JSON. Deployments have some 8 KiB; anybody with a namespace can write 1.5 MiB."""

NAMESPACE_BYTES, ROOM_BYTES = 8 * 2**20, 64 * 2**20
"""Packed, of the objects of one namespace, and of all: 4,000 of a namespace, and 32,000."""

NORMAL_EVENTS = "Normal Event"
"""Stands for the kind of Events of type Normal, which have a watch of their own."""


class KnownObjects:
    """The newest version of each object of some kinds. Whoever watches these keeps them up to date.

    What is too large, or would not fit any more, is left out: then the API server is asked for what is in its place.
    """

    def __init__(self, owns: Callable[[str], bool] = lambda _: True) -> None:
        """``owns`` tells of which namespaces anything is kept."""
        self._owns = owns
        self._collections: defaultdict[tuple[str, str], dict[str, _Kept]] = defaultdict(dict)
        """By kind and namespace, and in these by name."""
        self._complete: set[tuple[str, str]] = set()
        self._left_out: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._bytes: Counter[str] = Counter()
        """By namespace."""
        self._total = 0
        self.events = KnownEvents()

    def put(self, kind: str, namespace: str, name: str, content: bytes | Object) -> None:
        """Keep an object: as the JSON that the server has sent, or decoded where it is needed again and again."""
        self.forget(kind, namespace, name)
        kept = _kept(content)
        if kept is None or not self._has_room(namespace, kept.size):
            self._left_out[kind, namespace].add(name)
            return
        self._collections[kind, namespace][name] = kept
        self._bytes[namespace] += kept.size
        self._total += kept.size

    def forget(self, kind: str, namespace: str, name: str) -> None:
        """Drop an object that was deleted. It may be unknown."""
        place = kind, namespace
        if (kept := _taken(self._collections, place, name)) is not None:
            self._bytes[namespace] -= kept.size
            if not self._bytes[namespace]:
                del self._bytes[namespace]
            self._total -= kept.size
        elif place in self._left_out:
            self._left_out[place].discard(name)
            if not self._left_out[place]:
                del self._left_out[place]

    def _has_room(self, namespace: str, size: int) -> bool:
        return self._bytes[namespace] + size <= NAMESPACE_BYTES and self._total + size <= ROOM_BYTES

    def say(self, kind: str, place: str, *, complete: bool) -> None:
        """Say whether all objects of a kind are here: of one namespace, or (``place`` empty) of all."""
        (self._complete.add if complete else self._complete.discard)((kind, place))

    def is_complete(self, kind: str, namespace: str) -> bool:
        """Whether all objects of a kind in this namespace are here; in none, or in any, where it is empty."""
        if (kind, namespace) in self._left_out or (namespace and not self._owns(namespace)):
            return False
        return (kind, _EVERYWHERE) in self._complete or (kind, namespace) in self._complete

    def get(self, kind: str, namespace: str, name: str) -> Object | None:
        """The object as a read of it alone would give it. Nobody may change it."""
        kept = self._collections.get((kind, namespace), {}).get(name)
        return None if kept is None else {"kind": kind, **kept.unpacked()}

    def all(self, kind: str, namespace: str, labels: str = "") -> list[Object]:
        """The objects of a kind in a namespace that a label selector selects, by name. Nobody may change them."""
        collection = self._collections.get((kind, namespace), {})
        selected = by_labels(labels)
        return [kept.unpacked() for _, kept in sorted(collection.items()) if selected(kept.labels)]


class _Kept(NamedTuple):
    """An object as JSON that was packed, or decoded; its labels are at hand, so that a list unpacks what it selects."""

    content: bytes | Object
    labels: dict[str, str]
    size: int

    def unpacked(self) -> Object:
        if isinstance(self.content, bytes):
            return msgspec.json.decode(zlib.decompress(self.content), type=Object)
        return self.content


def _kept(content: bytes | Object) -> _Kept | None:
    """None for what is too large. What others have decoded was bounded by them, and takes no room here."""
    if not isinstance(content, bytes):
        return _Kept(content, labels_of(content), 0)
    if len(content) > LARGEST_BYTES:
        return None
    packed, labels = zlib.compress(content, _LEVEL), _labels_in(content)
    return _Kept(packed, labels, len(packed) + sum(len(key) + len(value) for key, value in labels.items()))


def _taken(collections: dict[tuple[str, str], dict[str, _Kept]], place: tuple[str, str], name: str) -> _Kept | None:
    collection = collections.get(place, {})
    kept = collection.pop(name, None)
    if kept is not None and not collection:
        del collections[place]
    return kept


class _Metadata(msgspec.Struct):
    labels: dict[str, str] | None = None


class _Labelled(msgspec.Struct):
    metadata: _Metadata


def _labels_in(content: bytes) -> dict[str, str]:
    try:
        return msgspec.json.decode(content, type=_Labelled).metadata.labels or {}
    except msgspec.ValidationError:
        return labels_of(msgspec.json.decode(content, type=Object))
