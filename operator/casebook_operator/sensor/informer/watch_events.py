"""What a watch says, line by line (apimachinery pkg/apis/meta/v1/watch.go)."""

from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube import Object
from casebook_operator.kube.objects import metadata_of
from casebook_operator.kube.pages import decoded
from casebook_operator.kube.values import text
from casebook_operator.sensor.informer.projections import Projection


class WatchBrokenError(ClusterUnavailableError):
    """The stream ended with an error. ``expired``: it cannot go on from where it was, so that the list is read anew."""

    def __init__(self, message: str, *, expired: bool) -> None:
        super().__init__(message)
        self.expired = expired


class WatchEvent(msgspec.Struct, frozen=True):
    """One line: ``ADDED``, ``MODIFIED``, ``DELETED``, ``BOOKMARK``."""

    kind: str = msgspec.field(name="type")
    obj: msgspec.Raw = msgspec.field(name="object")


class _Status(msgspec.Struct, frozen=True):
    code: int | None = None
    reason: str | None = None
    message: str | None = None


_CANNOT_GO_ON = frozenset({HTTPStatus.GONE, HTTPStatus.GATEWAY_TIMEOUT})
"""410: the version is too old. 504: it is larger than any that the server knows, after it was restored
(apiserver pkg/storage/cacher, "Too large resource version")."""


def event_in(line: bytes) -> WatchEvent:
    """The event that a line tells of.

    Raises:
        WatchBrokenError: It is an error of the server, or none of its lines.
    """
    try:
        event = msgspec.json.decode(line, type=WatchEvent)
    except msgspec.DecodeError as error:
        raise WatchBrokenError(f"a line is no event ({error})", expired=False) from error
    if event.kind == "ERROR":
        status = decoded(event.obj, _Status)
        told = status.message or status.reason or "the server gives no reason"
        raise WatchBrokenError(f"{status.code}: {told}", expired=status.code in _CANNOT_GO_ON)
    return event


def read_as(content: msgspec.Raw, kind: type[Projection] | type[Object]) -> Projection | Object:
    """An object as its projection; whole, where that does not fit: no object of strangers may break a watch."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError:
        return decoded(content, dict[str, Any])


class ObjectPlace(msgspec.Struct, rename="camel", frozen=True, gc=False):
    """In which namespace an object is, and which version of it this is."""

    namespace: str | None = None
    resource_version: str | None = None


class _Placed(msgspec.Struct, frozen=True, gc=False):
    metadata: ObjectPlace


def place_of(content: msgspec.Raw) -> ObjectPlace:
    """Read out of an object before anything else is."""
    return decoded(content, _Placed).metadata


class Identity(NamedTuple):
    """Which object this is, and which version of it."""

    namespace: str
    name: str
    version: str
    uid: str


def identity_of(found: Projection | Object) -> Identity:
    """Of a projection or of a whole object; empty texts for what it does not have."""
    if isinstance(found, dict):
        metadata = metadata_of(found)
        names = ("namespace", "name", "resourceVersion", "uid")
        return Identity(*(text(metadata, name) for name in names))
    known = found.metadata
    return Identity(known.namespace or "", known.name, known.resource_version or "", known.uid or "")


def is_after(version: str, other: str) -> bool:
    """Whether a resource version of the same stream is not older than another (KEP-5504: they are whole numbers)."""
    return version.isdecimal() and other.isdecimal() and int(version) >= int(other)
