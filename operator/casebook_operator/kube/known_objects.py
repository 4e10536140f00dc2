"""Objects as watches bring them, for evidence: see :mod:`casebook_operator.kube.known_first`."""

import zlib
from collections import defaultdict
from typing import NamedTuple

import msgspec

from casebook_operator.kube.known_events import KnownEvents
from casebook_operator.kube.objects import labels_of
from casebook_operator.kube.selection import by_labels
from casebook_operator.kube.values import Object

_LEVEL = 1
"""Of compression: JSON of 8 KiB, most of it field managers, becomes 2 KiB in 0.1 ms, and is read again in 0.05 ms."""

_EVERYWHERE = ""

NORMAL_EVENTS = "Normal Event"
"""Stands for the kind of Events of type Normal, which have a watch of their own."""


class KnownObjects:
    """The newest version of each object of some kinds. Whoever watches these keeps them up to date."""

    def __init__(self) -> None:
        self._collections: defaultdict[tuple[str, str], dict[str, _Kept]] = defaultdict(dict)
        """By kind and namespace, and in these by name."""
        self._complete: set[tuple[str, str]] = set()
        self.events = KnownEvents()

    def put(self, kind: str, namespace: str, name: str, content: bytes | Object) -> None:
        """Keep an object: as the JSON that the server has sent, or decoded where it is needed again and again."""
        if isinstance(content, bytes):
            kept = _Kept(zlib.compress(content, _LEVEL), _labels_in(content))
        else:
            kept = _Kept(content, labels_of(content))
        self._collections[kind, namespace][name] = kept

    def forget(self, kind: str, namespace: str, name: str) -> None:
        collection = self._collections.get((kind, namespace), {})
        collection.pop(name, None)
        if not collection:
            self._collections.pop((kind, namespace), None)

    def say(self, kind: str, place: str, *, complete: bool) -> None:
        """Say whether all objects of a kind are here: of one namespace, or (``place`` empty) of all."""
        (self._complete.add if complete else self._complete.discard)((kind, place))

    def is_complete(self, kind: str, namespace: str) -> bool:
        """Whether all objects of a kind in this namespace are here; in none, or in any, where it is empty."""
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

    def unpacked(self) -> Object:
        if isinstance(self.content, bytes):
            return msgspec.json.decode(zlib.decompress(self.content), type=Object)
        return self.content


class _Metadata(msgspec.Struct):
    labels: dict[str, str] | None = None


class _Labelled(msgspec.Struct):
    metadata: _Metadata


def _labels_in(content: bytes) -> dict[str, str]:
    try:
        return msgspec.json.decode(content, type=_Labelled).metadata.labels or {}
    except msgspec.ValidationError:
        return labels_of(msgspec.json.decode(content, type=Object))
