"""From the pod that shows a symptom to the workload that owns it."""

from collections import OrderedDict

from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.names import SUBDOMAIN
from casebook_operator.kube.objects import MAX_OWNERS, controller_of
from casebook_operator.kube.values import text

CACHE_SIZE = 10_000
"""Owners remembered, about 200 bytes each: more than a cluster has ReplicaSets with pods that fail."""


_Place = tuple[str, str, str, str]
"""Namespace, kind, name and UID. Of a UID alone anybody may say that something of his has it, in an Event."""

_CLIMBS = paths.WORKLOADS | {"Pod"}
"""Kinds whose signals are about their highest owner. All others are their own subject, whoever made them."""


class SubjectResolver:
    """Finds the highest controlling owner that is a workload. Owners never change, so answers are kept."""

    def __init__(self, kube: ObjectReader) -> None:
        self._kube = kube
        self._owners: OrderedDict[_Place, Object | None] = OrderedDict()

    async def resolve(self, signal: Signal, obj: Object) -> SubjectRef:
        """The subject of a signal: the workload above the object that showed it, or that an Event is about.

        At an owner that is gone or may not be read the search ends, with the last owner that is known by name.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        origin = signal.origin
        told = "involvedObject" in obj or "regarding" in obj
        uid = await self._uid(signal) if told else signal.origin_uid
        top: Object = {"kind": origin.kind, "name": origin.name, "uid": uid}
        if origin.kind in _CLIMBS:
            space = origin.namespace
            reference = await self._owner(top, space) if told else self._controller(top, space, obj)
            top = await self._highest(top, reference, space)
        return SubjectRef(
            kind=top["kind"],
            namespace="" if top["kind"] in paths.CLUSTER_SCOPED else origin.namespace,
            name=top["name"],
            uid=top.get("uid") or "",
            container=signal.container,
            node_name=signal.node_name,
            device=signal.device,
        )

    async def _highest(self, top: Object, reference: Object | None, namespace: str) -> Object:
        for _ in range(MAX_OWNERS):
            if reference is None or not _followed(reference):
                break
            top = reference
            reference = await self._owner(reference, namespace)
        return top

    async def _uid(self, signal: Signal) -> str:
        """Agents give a node's name where its UID belongs. Empty when the object is gone or forbidden."""
        origin = signal.origin
        if signal.origin_uid != origin.name or not paths.known(origin.kind):
            return signal.origin_uid
        try:
            found = await self._kube.get(paths.item(origin.kind, origin.namespace, origin.name))
        except (ApiStatusError, NotHeldError):
            return ""
        return text(found["metadata"], "uid")

    async def _owner(self, reference: Object, namespace: str) -> Object | None:
        """What controls an object, by a reference to it."""
        place = _place(reference, namespace)
        if place in self._owners:
            return self._owners[place]
        try:
            owner = await self._kube.get(paths.item(reference["kind"], namespace, reference["name"]))
        except (ApiStatusError, NotHeldError):
            return None  # gone or forbidden: perhaps only now, so it is not remembered
        return self._controller(reference, namespace, owner)

    def _controller(self, reference: Object, namespace: str, obj: Object) -> Object | None:
        """Remembered for the Events that are told of the same object."""
        found = controller_of(obj)
        if reference.get("uid"):
            self._owners[_place(reference, namespace)] = found
            if len(self._owners) > CACHE_SIZE:
                self._owners.popitem(last=False)
        return found


def _place(reference: Object, namespace: str) -> _Place:
    return namespace, reference["kind"], reference["name"], reference.get("uid") or ""


def _followed(reference: Object) -> bool:
    named = SUBDOMAIN.fullmatch(text(reference, "name")) is not None
    return named and paths.is_workload(reference["kind"], reference.get("apiVersion") or "")
