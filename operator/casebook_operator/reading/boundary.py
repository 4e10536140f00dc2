"""What a case of one namespace may read of others: who reads its Investigation may not learn what happens elsewhere.

Names in logs, annotations and specifications are chosen by whoever runs pods there, so what is read follows from them.
"""

import re
from urllib.parse import unquote

from casebook_operator.kube import NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.reading.context import CollectorContext

SYSTEM = "kube-system"
_LEASES = "kube-node-lease"

_PATH = re.compile(
    r"/(?:api|apis/[^/]+)/[^/]+(?:/namespaces/(?P<namespace>[^/]+))?/(?P<plural>[a-z]+)(?:/(?P<name>[^/]+).*)?"
)

_ALLOWED = {
    ("services", ""): "A pod finds out by calling it whether a Service exists and answers.",
    ("endpointslices", ""): "For the same: whether one is ready is told, and not how many or who.",
    ("networkpolicies", ""): "A pod finds out by calling whether it is let in. No policy is named.",
    ("pods", SYSTEM): "The cluster's name servers, which every pod asks.",
    ("configmaps", SYSTEM): "When the name servers were configured anew. Metadata alone is read.",
    ("leases", _LEASES): "Whether the kubelet of the own node is alive.",
    ("applications", ""): "What delivers the own workload. Nothing is told of one that does not list it as its own.",
    ("kustomizations", ""): "The same.",
    ("helmreleases", ""): "The same.",
    ("events", "default"): "Events about the own node, which has no namespace.",
}
"""Plural and namespace (empty: any) of what may be read, and why. What collectors tell of it is less."""

_NAME_SERVER = re.compile(r"(?:[a-z0-9-]{1,40}-)?(?:coredns|kube-dns)-[a-z0-9-]{1,60}")
"""Pods of CoreDNS as kubeadm, k3s, RKE2 and the clouds call them. Which servers they wait for is told, and no name."""

_OF_NODE = "spec.nodeName="
"""The selector of the pods of one node. Of those of other namespaces numbers are told, and the node's own daemons."""


class ForeignReadError(NotHeldError):
    """A case of one namespace asked for what belongs to another."""


class Boundary:
    """Refuses reads of other namespaces that no collector needs, whatever a hostile text leads it to.

    Objects that belong to no namespace may be read: what collectors tell of them is their matter.
    """

    def __init__(self, kube: ObjectReader, namespace: str) -> None:
        self._kube = kube
        self._namespace = namespace

    async def get(self, path: str, **query: str | int) -> Object:
        self._check(path, query)
        return await self._kube.get(path, **query)

    async def get_metadata(self, path: str) -> Object:
        self._check(path, {})
        return await self._kube.get_metadata(path)

    async def get_text(self, path: str, **query: str | int) -> bytes:
        """Logs, which are read of the own namespace and of the cluster's name servers alone."""
        match = _PATH.fullmatch(path)
        namespace, name = (unquote(match[part] or "") for part in ("namespace", "name")) if match else ("", "")
        is_name_server = namespace == SYSTEM and _NAME_SERVER.fullmatch(name)
        if not (namespace == self._namespace or is_name_server):
            raise ForeignReadError(f"A case of namespace {self._namespace} does not read {path}.")
        return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]:
        self._check(path, query)
        return await self._kube.list(path, limit=limit, pages=pages, **query)

    def _check(self, path: str, query: dict[str, str | int]) -> None:
        if not self._permits(path, str(query.get("fieldSelector", ""))):
            raise ForeignReadError(f"A case of namespace {self._namespace} does not read {path}.")

    def _permits(self, path: str, field_selector: str) -> bool:
        match = _PATH.fullmatch(path)
        if match is None:
            return False
        namespace, plural = unquote(match["namespace"] or ""), match["plural"]
        if namespace == self._namespace or (plural, namespace) in _ALLOWED:
            return True
        if namespace:
            return (plural, "") in _ALLOWED
        if plural == "namespaces":
            return unquote(match["name"] or "") == self._namespace
        return plural in _OF_NO_NAMESPACE or (plural == "pods" and field_selector.startswith(_OF_NODE))


_OF_NO_NAMESPACE = frozenset(paths.resource(kind)[1] for kind in paths.CLUSTER_SCOPED)


def foreign(context: CollectorContext, namespace: str) -> bool:
    """Whether what is in this namespace is hidden from the readers of the case. From those of a node's nothing is."""
    return bool(namespace and context.subject.namespace) and namespace != context.subject.namespace
