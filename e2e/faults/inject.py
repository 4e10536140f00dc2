"""Injects faults into a running world."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable

from e2e.demo.world import World
from e2e.faults.fault import Fault
from e2e.faults.kills import Kills
from e2e.faults.surroundings import clear_node
from e2e.faults.telling import CASE_SECONDS, Outcome, tell

NODE_CASE_SECONDS = 120.0
_RUNNING = "--timeout=300s"


def inject(world: World, faults: Iterable[Fault]) -> float:
    """Inject faults, all at once. Returns until when their Investigations may come (monotonic seconds)."""
    faults = list(faults)
    workloads = [fault for fault in faults if not fault.of_node]
    if workloads:
        places = {fault.namespace for fault in workloads}
        world.apply(*(fault.place() for fault in workloads))
        world.wait("the accounts of pods", lambda: _have_accounts(world, places) or None)
        world.apply(*(body for fault in workloads for body in fault.manifests()))
    for fault in faults:
        if fault.delete:
            _delete(world, fault)
        for line in fault.kernel:
            world.kernel_log(line)
    return time.monotonic() + CASE_SECONDS


def inject_alone(world: World, fault: Fault, kills: Kills | None = None) -> Outcome:
    """Inject a fault of the node, after everything that an earlier one has left is gone, and tell what came of it."""
    clear_node(world)
    for line in fault.kernel:
        world.kernel_log(line)
    found: list[Outcome] = []
    tell(world, [fault], found.append, until=time.monotonic() + NODE_CASE_SECONDS, kills=kills)
    return found[0]


def _have_accounts(world: World, namespaces: set[str]) -> bool:
    """A controller makes them some time after a namespace, and until then the API server refuses pods."""
    said = world.kubectl("get", "serviceaccounts", "-A", "--field-selector=metadata.name=default", "-o", "json")
    return namespaces <= {account["metadata"]["namespace"] for account in json.loads(said)["items"]}


def _delete(world: World, fault: Fault) -> None:
    """Delete a running pod that has a finalizer which nobody takes off."""
    name = fault.workload.name if fault.workload else ""
    namespace = ("-n", fault.namespace)
    world.kubectl("wait", *namespace, f"pod/{name}", "--for=condition=Ready", _RUNNING)
    patch = json.dumps({"metadata": {"finalizers": ["casebook.example/never-removed"]}})
    world.kubectl("patch", *namespace, "pod", name, "--type=merge", f"--patch={patch}")
    world.kubectl("delete", *namespace, "pod", name, "--wait=false")
