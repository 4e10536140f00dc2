"""A cluster, a memory and a running operator: what every scenario needs."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from os import getuid
from pathlib import Path
from typing import Any, TypeVar

from e2e import cluster
from e2e.demo.errors import DemoError
from e2e.demo.leftovers import stop_recorded
from e2e.demo.operator_process import OperatorProcess
from e2e.demo.standin import LABEL, NODE, StandInKubelet
from e2e.demo.workloads import NAMESPACES, pin
from e2e.waiting import until_found

T = TypeVar("T")

REPOSITORY = Path(__file__).parents[2]
RBAC = REPOSITORY / "e2e" / "manifests" / "operator-rbac.yaml"
CASE_SECONDS = 180.0
"""Pulling nothing, two crashes and a back-off take a pod about 15 s. A machine that is busy is no fault."""

_LOOK_SECONDS = 0.5
"""Between two looks: each is a kubectl, which takes a tenth of a second of a processor."""

KUBECTL_SECONDS = 330.0
"""Longer than whatever kubectl is told to wait for."""

STABLE_SECONDS = "15"
"""A demo cannot wait ten minutes to see that something stays healthy. But for seconds a busy kubelet says that a
container runs which has ended, and that is no recovery."""


def default_directory() -> Path:
    """Return a short path: Unix sockets below it may have 107 bytes at most."""
    return Path(tempfile.gettempdir()) / f"casebook-demo-{getuid()}"


@dataclass
class World:
    """Hands for the scenarios: apply, read, wait."""

    cluster: cluster.Cluster
    operator: OperatorProcess
    standin: StandInKubelet | None = None
    """Writes statuses where no node of ours runs containers."""

    @property
    def node(self) -> str:
        """The node that the scenarios run on."""
        return self.cluster.node_name if self.cluster.node_name and self.standin is None else NODE

    def kernel_log(self, line: str) -> None:
        """A line into the kernel log of the node."""
        if self.standin is None:
            self.cluster.kernel_log(line)
        else:
            self.standin.kernel_log(line)

    def stop(self) -> None:
        """End the operator and the stand-in; the cluster goes on."""
        self.operator.stop()
        if self.standin is not None:
            self.standin.stop()

    def kubectl(self, *arguments: str, stdin: str | None = None) -> str:
        return self.cluster.run_kubectl(*arguments, stdin=stdin, timeout=KUBECTL_SECONDS)

    def apply(self, *objects: dict[str, Any]) -> None:
        """Apply manifests; without a node of ours, their pods go to the one on paper."""
        if self.standin is not None:
            for manifest in objects:
                pin(manifest, {LABEL: "true"})
        items = {"apiVersion": "v1", "kind": "List", "items": list(objects)}
        self.kubectl("apply", "-f", "-", stdin=json.dumps(items))

    def investigations(self, namespace: str = "") -> list[dict[str, Any]]:
        """All Investigations, or those of a namespace, the oldest first."""
        where = ("-n", namespace) if namespace else ("-A",)
        found = json.loads(self.kubectl("get", "investigations", *where, "-o", "json"))
        items: list[dict[str, Any]] = found["items"]
        return sorted(items, key=lambda item: str(item["metadata"]["creationTimestamp"]))

    def case(self, namespace: str, subject: str, state: str = "Open", episode: int = 1) -> dict[str, Any]:
        """Wait for the Investigation of a subject to reach a state."""

        def found() -> dict[str, Any] | None:
            for item in self.investigations(namespace):
                spec = item["spec"]
                if (spec["subjectRef"]["name"], spec["episode"]) == (subject, episode) and state_of(item) == state:
                    return item
            return None

        return self.wait(f"an Investigation of {namespace}/{subject} in state {state}", found)

    def wait(self, what: str, look: Callable[[], T | None], seconds: float = CASE_SECONDS) -> T:
        """Look again and again until there is something; a :class:`DemoError` tells what was there instead."""
        if (found := until_found(look, seconds, every=_LOOK_SECONDS)) is not None:
            return found
        there = self.kubectl("get", "investigations,pods", "-A", "-o", "wide")
        raise DemoError(
            f"waited {seconds:.0f} s for {what}; there is:\n{there}\n"
            f"operator ({self.operator.state}):\n{self.operator.tail()}"
        )

    def report(self, case: dict[str, Any]) -> str:
        metadata = case["metadata"]
        return self.operator.casebook("report", "-n", metadata["namespace"], metadata["name"], "-o", "markdown")


def state_of(case: dict[str, Any]) -> str:
    """The reason of the condition ``Succeeded``, which is the column STATE."""
    conditions = case.get("status", {}).get("conditions", [])
    return next((str(c["reason"]) for c in conditions if c["type"] == "Succeeded"), "")


def build(
    directory: Path | None = None,
    settings: dict[str, str] | None = None,
    *,
    keep: bool = False,
    services: bool = False,
) -> World:
    """Bring everything up on an empty memory. The operator runs under its own ServiceAccount.

    A cluster that this starts is nobody's once this process is gone, unless it shall be kept.
    """
    directory = directory or default_directory()
    clear(directory)
    directory.mkdir(mode=0o700, parents=True)
    options = cluster.Options() if keep else cluster.for_this_process()
    running = cluster.up(replace(options, services=services))
    kubeconfig = directory / "operator.kubeconfig"
    operator = OperatorProcess(
        directory,
        kubeconfig,
        {
            "CASEBOOK_CASES__STABLE_SECONDS": STABLE_SECONDS,
            "CASEBOOK_CASES__SWEEP_SECONDS": "1",
            # One team runs this whole cluster: neither namespaces nor logs are secrets to its members.
            "CASEBOOK_MEMORY__VISIBILITY": "Cluster",
            "CASEBOOK_EVIDENCE__LOG_TEXT": "InvestigationReaders",
            **(settings or {}),
        },
    )
    world = World(running, operator)
    _prepare(world)
    running.service_account_kubeconfig("casebook", "casebook-operator", kubeconfig)
    if not running.has_node:
        world.standin = StandInKubelet(running)
        world.standin.start()
    operator.start()
    return world


def clear(directory: Path) -> None:
    """Forget an earlier demo: its operator, its memory."""
    stop_recorded(directory)
    shutil.rmtree(directory, ignore_errors=True)


def _prepare(world: World) -> None:
    """The resource, the permissions, empty namespaces, and a node without the faults of an earlier run."""
    if world.cluster.mode == "node":
        cluster.restart("node-problem-detector")
        # Events are remembered for an hour, and what happened while the operator was down counts.
        world.kubectl("delete", "events", "--all", "-n", "default")
    for namespace in NAMESPACES:
        world.kubectl("delete", "namespace", namespace, "--ignore-not-found", "--wait=true", "--timeout=60s")
    for path in sorted((REPOSITORY / "crds").glob("*.yaml")):
        world.kubectl("apply", "--server-side", "--force-conflicts", "-f", str(path))
    world.cluster.wait_until_served("investigations", "taxonomies")
    world.kubectl("apply", "-f", str(RBAC))
    world.kubectl("delete", "investigations", "--all", "-A")
    names = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in NAMESPACES]
    world.apply(*names)
