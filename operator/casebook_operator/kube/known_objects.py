"""Objects as watches bring them, for evidence: see :mod:`casebook_operator.kube.known_first`."""

import zlib
from collections import defaultdict

import msgspec

from casebook_operator.kube.known_events import KnownEvents
from casebook_operator.kube.values import Object

_LEVEL = 1
"""Of compression: JSON of 8 KiB, most of it field managers, becomes 2 KiB in 0.1 ms, and is read again in 0.05 ms."""

_EVERYWHERE = ""

NORMAL_EVENTS = "Normal Event"
"""Stands for the kind of Events of type Normal, which have a watch of their own."""


class KnownObjects:
    """The newest version of each object of some kinds. Whoever watches these keeps them up to date."""

    def __init__(self) -> None:
        self._collections: defaultdict[tuple[str, str], dict[str, bytes | Object]] = defaultdict(dict)
        """By kind and namespace, and in these by name."""
        self._complete: set[tuple[str, str]] = set()
        self.events = KnownEvents()

    def put(self, kind: str, namespace: str, name: str, content: bytes | Object) -> None:
        """Keep an object: as the JSON that the server has sent, or decoded where it is needed again and again."""
        packed = zlib.compress(content, _LEVEL) if isinstance(content, bytes) else content
        self._collections[kind, namespace][name] = packed

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
        content = self._collections.get((kind, namespace), {}).get(name)
        return None if content is None else {"kind": kind, **_unpacked(content)}

    def all(self, kind: str, namespace: str) -> list[Object]:
        """The objects of a kind in a namespace, by name. Nobody may change them."""
        collection = self._collections.get((kind, namespace), {})
        return [_unpacked(collection[name]) for name in sorted(collection)]


def _unpacked(content: bytes | Object) -> Object:
    if isinstance(content, bytes):
        return msgspec.json.decode(zlib.decompress(content), type=Object)
    return content
