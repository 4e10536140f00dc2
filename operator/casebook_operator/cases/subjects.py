"""From the pod that shows a symptom to the workload that owns it."""

from collections import OrderedDict

from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import controller_of

MAX_OWNERS = 4
"""Pod -> ReplicaSet -> Deployment -> something of somebody's own. A longer chain is a loop or a prank."""

CACHE_SIZE = 10_000
"""Owners remembered, about 200 bytes each: more than a cluster has ReplicaSets with pods that fail."""


class SubjectResolver:
    """Finds the highest controlling owner of a kind that Casebook knows. Owners never change, so answers are kept."""

    def __init__(self, kube: ObjectReader) -> None:
        self._kube = kube
        self._owners: OrderedDict[str, Object | None] = OrderedDict()

    async def resolve(self, signal: Signal, obj: Object) -> SubjectRef:
        """The subject of a signal, from the object that showed it.

        A missing or forbidden owner ends the way up: the subject is then the last one that could be read.
        """
        if signal.origin.kind == "Node":
            uid = await self._node_uid(signal.origin.name) if "involvedObject" in obj else signal.origin_uid
            return SubjectRef(kind="Node", name=signal.origin.name, uid=uid, node_name=signal.origin.name)
        top = {"kind": "Pod", "name": signal.origin.name, "uid": signal.origin_uid}
        reference = controller_of(obj)
        for _ in range(MAX_OWNERS):
            if reference is None or not paths.known(reference["kind"]):
                break
            top = reference
            reference = await self._owner(reference, signal.origin.namespace)
        return SubjectRef(
            kind=top["kind"],
            namespace=signal.origin.namespace,
            name=top["name"],
            uid=top["uid"],
            container=signal.container,
            node_name=signal.node_name,
        )

    async def _node_uid(self, name: str) -> str:
        """Agents give a node's name where its UID belongs. Empty when the node is gone or forbidden."""
        try:
            return str((await self._kube.get(paths.item("Node", "", name)))["metadata"]["uid"])
        except ApiStatusError:
            return ""

    async def _owner(self, reference: Object, namespace: str) -> Object | None:
        uid = reference["uid"]
        if uid not in self._owners:
            try:
                owner = await self._kube.get(paths.item(reference["kind"], namespace, reference["name"]))
            except ApiStatusError:
                return None  # gone or forbidden: perhaps only now, so it is not remembered
            self._owners[uid] = controller_of(owner)
            if len(self._owners) > CACHE_SIZE:
                self._owners.popitem(last=False)
        return self._owners[uid]
