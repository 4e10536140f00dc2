"""Injects faults into a running world, and compares what Casebook says with what is expected."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from e2e.demo.world import World, state_of
from e2e.faults.fault import Fault
from e2e.faults.surroundings import clear_node

CASE_SECONDS = 400.0
"""Since a batch was injected. A wait ends when the Investigation is there, and a machine that is busy is no fault."""
NODE_CASE_SECONDS = 120.0
_SETTLING_SECONDS = 20.0
"""Recovery is looked at every five seconds, and so is what another case explains."""
_RUNNING = "--timeout=300s"


@dataclass(frozen=True)
class Outcome:
    """What came of a fault."""

    fault: Fault
    case: dict[str, Any] | None
    others: tuple[str, ...] = ()
    """Investigations in the fault's namespace beside the expected one."""
    elsewhere: tuple[str, ...] = ()
    """Where a fault without one may be counted: at cases that others explain, and at those of the node."""

    @property
    def problems(self) -> list[str]:
        """What is not as expected. Empty when all is."""
        if self.case is None:
            there, elsewhere = ", ".join(self.others) or "none", ", ".join(self.elsewhere) or "none"
            return [f"no Investigation of {self.fault.expect.subject}; there are: {there}; elsewhere: {elsewhere}"]
        return [*_differences(self.fault, self.case), *(f"also opened {name}" for name in self.others)]


def inject(world: World, faults: Iterable[Fault]) -> float:
    """Apply faults of workloads, all at once. Returns until when their Investigations may come (monotonic seconds)."""
    faults = [fault for fault in faults if not fault.of_node]
    world.apply(*(fault.place() for fault in faults))
    world.wait("the accounts of pods", lambda: _have_accounts(world, {fault.namespace for fault in faults}) or None)
    world.apply(*(body for fault in faults for body in fault.manifests()))
    for fault in faults:
        if fault.delete:
            _delete(world, fault)
    return time.monotonic() + CASE_SECONDS


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


def outcome(world: World, fault: Fault, deadline: float) -> Outcome:
    """Wait for the Investigation of a fault's subject to be concluded, and for others that it explains to be closed."""
    namespace = "casebook" if fault.of_node else fault.namespace
    until = deadline
    while True:
        cases = world.investigations(namespace)
        own = next((case for case in cases if _is_of(fault, case)), None)
        others = [] if fault.of_node else [case for case in cases if not _explained(case) and case is not own]
        if own is not None and until == deadline:
            until = max(deadline, time.monotonic() + _SETTLING_SECONDS)
        if (own is not None and not others) or time.monotonic() > until:
            elsewhere = [*filter(_explained, cases), *world.investigations("casebook")] if own is None else []
            return Outcome(fault, own, tuple(map(_short, others)), tuple(map(_short, elsewhere)))
        time.sleep(0.5)


def inject_into_node(world: World, fault: Fault) -> Outcome:
    """Inject a fault of the node, after everything that an earlier one has left is gone."""
    clear_node(world)
    for line in fault.kernel:
        world.kernel_log(line)
    return outcome(world, fault, time.monotonic() + NODE_CASE_SECONDS)


def _explained(case: dict[str, Any]) -> bool:
    """Whether it was closed because another case tells the same failure better."""
    return str(case.get("status", {}).get("resolution", {}).get("kind")) == "Explained"


def _is_of(fault: Fault, case: dict[str, Any]) -> bool:
    subject = case["spec"]["subjectRef"]
    same = f"{subject['kind']}/{subject['name']}" == fault.expect.subject
    return same and state_of(case) in ("Open", "Recurring", "Resolved") and not _explained(case)


def _differences(fault: Fault, case: dict[str, Any]) -> list[str]:
    expected, status = fault.expect, case["status"]
    wrong = []
    if status["category"] not in expected.categories:
        wrong.append(f"category {status['category']}, not {' or '.join(expected.categories)}: {status['summary']}")
    if case["spec"]["trigger"] not in expected.triggers:
        wrong.append(f"trigger {case['spec']['trigger']}, not {' or '.join(expected.triggers)}")
    names = [f"{entity['kind']}/{entity['name']}" for entity in status.get("affectedEntities", [])]
    if expected.entity and expected.entity not in names:
        wrong.append(f"{expected.entity} is not among the affected: {', '.join(names)}")
    told = " ".join([status["summary"], *(step["text"] for step in status.get("causalChain", []))])
    if expected.says and expected.says.lower() not in told.lower():
        wrong.append(f"{expected.says!r} is nowhere in: {told}")
    return wrong


def _short(case: dict[str, Any]) -> str:
    subject, status = case["spec"]["subjectRef"], case.get("status", {})
    return f"{subject['kind']}/{subject['name']} {case['spec']['trigger']} ({status.get('category', 'no conclusion')})"
