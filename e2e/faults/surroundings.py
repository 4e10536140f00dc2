"""What the faults need around them: an operator that does not wait for minutes, and addresses."""

from __future__ import annotations

import ipaddress
import json

from e2e.demo.world import World
from e2e.faults import healthy
from e2e.faults.fault import MARK, Fault, load_faults

SETTINGS = {
    # A test cannot wait for minutes until a Pending pod is no longer life.
    "CASEBOOK_SIGNALS__FAILED_SCHEDULING_SECONDS": "6",
    "CASEBOOK_SIGNALS__POD_START_STUCK_SECONDS": "12",
    "CASEBOOK_SIGNALS__PROBE_FAILED_SECONDS": "15",
    "CASEBOOK_SIGNALS__FAILED_CREATE_SECONDS": "6",
    "CASEBOOK_SIGNALS__TERMINATION_STUCK_SECONDS": "8",
    "CASEBOOK_SIGNALS__DEVICE_SHORTAGE_SECONDS": "2",
    "CASEBOOK_SIGNALS__ROLLOUT_STUCK_SECONDS": "30",
}


def prepare(world: World) -> None:
    """Remove what an earlier run has left, and make the namespace of healthy life."""
    clear(world)
    mark = {"name": healthy.NAMESPACE, "labels": {MARK: "true"}}
    world.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": mark})


def clear(world: World) -> None:
    """Delete everything that faults have made, finalizers that nobody takes off among it."""
    world.kubectl("delete", "validatingwebhookconfigurations", "-l", MARK, "--wait=true")
    pods = json.loads(world.kubectl("get", "pods", "-A", "-o", "json"))["items"]
    for pod in pods:
        if "deletionTimestamp" in pod["metadata"] and pod["metadata"].get("finalizers"):
            where = ("-n", pod["metadata"]["namespace"], "pod", pod["metadata"]["name"])
            world.kubectl("patch", *where, "--type=merge", '--patch={"metadata":{"finalizers":null}}')
    world.kubectl("delete", "namespaces", "-l", MARK, "--wait=true", "--timeout=120s")


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
