"""What the faults need around them: an operator that does not wait for minutes, and addresses."""

from __future__ import annotations

import ipaddress
import json

from e2e import cluster
from e2e.demo.world import World
from e2e.faults import healthy
from e2e.faults.fault import MARK, Fault, load_faults

_SECONDS = {
    "image": 4,
    "container_start": 4,
    "job_retry": 10,
    "not_ready": 45,
    "pod_start": 45,
    "scheduling": 10,
    "failed_create": 5,
    "termination": 45,
    "rollout": 90,
    "service": 6,
    "volume": 45,
    "device": 2,
    "node_event": 10,
}
"""A test cannot wait for minutes until a Pending pod is no longer life. Their order stays as it is. Healthy pods may
take longer than alone: they start beside all faults."""

SETTINGS = {
    # What is told of a fault rests on no model.
    "CASEBOOK_MEMORY__EMBEDDER": "none",
    # Longer than the back-off: a container that runs between two crashes has not recovered.
    "CASEBOOK_CASES__STABLE_SECONDS": "60",
    **{f"CASEBOOK_SIGNALS__{name.upper()}_SECONDS": str(seconds) for name, seconds in _SECONDS.items()},
}


def prepare(world: World) -> None:
    """Remove what an earlier run has left, and make the namespace of healthy life."""
    clear(world)
    mark = {"name": healthy.NAMESPACE, "labels": {MARK: "true"}}
    world.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": mark})


def clear(world: World) -> None:
    """Wait until everything that faults have made is gone, finalizers that nobody takes off among it."""
    _delete(world, "--wait=true", "--timeout=300s")


def leave(world: World) -> None:
    """Clear the node, and let namespaces end while somebody else goes on."""
    _delete(world, "--wait=false")
    clear_node(world)


def _delete(world: World, *how: str) -> None:
    world.kubectl("delete", "validatingwebhookconfigurations", "-l", MARK)
    _take_off_finalizers(world)
    world.kubectl("delete", "namespaces", "-l", MARK, *how)


def clear_node(world: World) -> None:
    """Make the node healthy again, without Events and without cases.

    The cases go first: until the operator has seen that one is gone, it counts what is new for it.
    """
    world.kubectl("delete", "investigations", "--all", "-n", "casebook")
    cluster.restart("node-problem-detector")
    world.kubectl("delete", "events", "--all", "-n", "default")


def _take_off_finalizers(world: World) -> None:
    pods = json.loads(world.kubectl("get", "pods", "-A", "-o", "json"))["items"]
    for pod in pods:
        if "deletionTimestamp" in pod["metadata"] and pod["metadata"].get("finalizers"):
            place = ("-n", pod["metadata"]["namespace"], "pod", pod["metadata"]["name"])
            world.kubectl("patch", *place, "--type=merge", '--patch={"metadata":{"finalizers":null}}')


def faults_for(world: World) -> list[Fault]:
    """All faults, with the addresses of this cluster."""
    host = _host(world)
    return load_faults(
        {
            "NODE": world.node,
            "API_HOST": host,
            "DEAD_HOST": _unused_address(host),
            "ROOT_DIRECTORY": "/var/tmp/casebook-e2e-root-only",  # noqa: S108 (made by the kubelet, for root alone)
        }
    )


def _host(world: World) -> str:
    config = json.loads(world.kubectl("config", "view", "--minify", "-o", "json"))
    server = str(config["clusters"][0]["cluster"]["server"])
    return server.removeprefix("https://").rpartition(":")[0]


def _unused_address(host: str) -> str:
    """An address of the bridge's Service range that nobody has: nothing leaves the machine."""
    return str(ipaddress.ip_address(host) + 199)
