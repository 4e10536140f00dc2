"""A large cluster within seconds: what kubelets and controllers would have written by requests is put into etcd.

Ten thousand pods by requests take minutes of a processor, and what is tested is who reads them.
"""

import base64
import json
import urllib.request
from collections.abc import Iterator
from itertools import islice
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from bench.scale_objects import node, pod, replica_set, running

Object = dict[str, Any]

PODS_A_NODE, PODS_A_WORKLOAD = 10, 20
NAMESPACE = "crowd"
_OPERATIONS = 100
"""Of one transaction: etcd takes 128 (``--max-txn-ops``)."""
_CREATED = "2026-03-01T12:00:00Z"


def fill(etcd: str, nodes: int) -> None:
    """Nodes, ten running pods for each, and their ReplicaSets. The API server learns of them by its own watch."""
    objects = _objects(nodes)
    while some := list(islice(objects, _OPERATIONS)):
        puts = [{"requestPut": {"key": _coded(key), "value": _coded(json.dumps(body))}} for key, body in some]
        request = urllib.request.Request(
            f"{etcd}/v3/kv/txn",
            data=json.dumps({"success": puts}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
            assert json.load(answer)["succeeded"]


def _objects(nodes: int) -> Iterator[tuple[str, Object]]:
    """Each with its key."""
    for number in range(nodes):
        yield _stored("minions", "v1", "Node", node(number), namespace="")
    for number in range(nodes * PODS_A_NODE // PODS_A_WORKLOAD):
        yield _stored("replicasets", "apps/v1", "ReplicaSet", replica_set(number))
    for number in range(nodes * PODS_A_NODE):
        body = pod(number, number // PODS_A_WORKLOAD, number % nodes) | running(number)
        yield _stored("pods", "v1", "Pod", body)


def _stored(folder: str, version: str, kind: str, body: Object, namespace: str = NAMESPACE) -> tuple[str, Object]:
    name = body["metadata"]["name"]
    metadata = {"uid": str(uuid5(NAMESPACE_OID, f"{kind}/{name}")), "creationTimestamp": _CREATED}
    if namespace:
        metadata["namespace"] = namespace
    whole = {"apiVersion": version, "kind": kind, **body, "metadata": body["metadata"] | metadata}
    return "/".join(part for part in ("/registry", folder, namespace, name) if part), whole


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
