"""What the faults need around them: an operator that does not wait for minutes, and addresses."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from e2e import cluster
from e2e.demo.world import World, build
from e2e.demo.world import clear as clear_away
from e2e.faults import healthy
from e2e.faults.fault import MARK, Fault, load_faults

_HOME = "casebook"
"""The namespace of the operator, and of the cases of nodes."""
_SECONDS = {
    "image": 4,
    "container_start": 4,
    "job_retry": 10,
    "not_ready": 45,
    "pod_start": 75,
    "scheduling": 10,
    "failed_create": 60,
    "termination": 45,
    "rollout": 90,
    "autoscaler": 45,
    "misfit": 90,
    "slow_start": 135,
    "service": 40,
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
    "CASEBOOK_CASES__STABLE_SECONDS": "30",
    **{f"CASEBOOK_SIGNALS__{name.upper()}_SECONDS": str(seconds) for name, seconds in _SECONDS.items()},
}


@contextmanager
def lent(purpose: str, *, services: bool = False) -> Iterator[tuple[World, Path]]:
    """A world in which faults are injected, and a folder. All of it goes, and a cluster that did not run before."""
    ran_before = cluster.current() is not None
    with TemporaryDirectory(prefix=f"casebook-{purpose}-") as directory:
        here = build(Path(directory) / "world", SETTINGS, services=services)
        try:
            yield here, Path(directory)
        finally:
            leave(here)
            here.stop()
            clear_away(Path(directory) / "world")
            if not ran_before:
                cluster.down()


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
    world.kubectl("delete", "persistentvolumes", "-l", MARK, *how)


def heal_node(world: World) -> None:
    """Make the node healthy again: its conditions are good, and nobody tells of it any more."""
    cluster.restart("node-problem-detector")
    world.kubectl("delete", "events", "--all", "-n", "default")


def clear_node(world: World) -> None:
    """Make the node healthy again, and wait until no case of it is left.

    The cases go last. What counted for a case that is deleted is looked at again: a device that was folded into it, an
    Event, a bad condition. What is still there then has a case of its own.
    """
    heal_node(world)
    world.wait("the cases of the node to be gone", lambda: _no_case_is_left(world) or None)


def _no_case_is_left(world: World) -> bool:
    """Whether neither the cluster has one nor the operator, which would count what is new for it."""
    world.kubectl("delete", "investigations", "--all", "-n", _HOME)
    _, metrics = world.operator.get("/metrics")
    left = [line for line in metrics.splitlines() if line.startswith("casebook_investigation_open{")]
    return not world.investigations(_HOME) and not any(f'namespace="{_HOME}"' in line for line in left)


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
