"""Hands for an installation: helm, kubectl, waiting, and what is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, TypeVar

from e2e.cluster import Cluster, ClusterError, process
from e2e.demo.world import state_of
from e2e.install.errors import InstallError
from e2e.waiting import until_found

T = TypeVar("T")

REPOSITORY = Path(__file__).parents[2]
CHART = REPOSITORY / "charts" / "casebook"
VALUES = Path(__file__).parent / "values.yaml"
NAME = NAMESPACE = "casebook"
WORKLOADS = ("casebook-operator", "casebook-web", "casebook-postgresql")
READY_SECONDS = 180.0
_CASE_SECONDS = 90.0
_HELM_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Release:
    """The release of the chart on one cluster."""

    cluster: Cluster
    helm_program: Path

    def try_helm(self, *args: str) -> CompletedProcess[str]:
        """Run helm on this cluster, and leave a failure to the caller."""
        where = [f"--kubeconfig={self.cluster.kubeconfig}", f"--namespace={NAMESPACE}"]
        return process.run([str(self.helm_program), *args, *where], timeout=_HELM_SECONDS)

    def helm(self, *args: str) -> str:
        """Run helm and return what it prints; a failure is an error with helm's words."""
        done = self.try_helm(*args)
        if done.returncode:
            raise InstallError(f"helm {' '.join(args)} failed: {done.stderr.strip()}\n{self.there()}")
        return done.stdout

    def install(self, *options: str) -> str:
        """Install the chart with the values of this run, and return its notes."""
        return self.helm("install", NAME, str(CHART), "--create-namespace", f"--values={VALUES}", *options)

    def upgrade(self, *options: str) -> str:
        """Upgrade the release with the values of this run and these options."""
        return self.helm("upgrade", NAME, str(CHART), f"--values={VALUES}", *options)

    def kubectl(self, *args: str, stdin: str | None = None) -> str:
        return self.cluster.run_kubectl(*args, stdin=stdin, timeout=120.0)

    def apply(self, *objects: dict[str, Any]) -> None:
        items = {"apiVersion": "v1", "kind": "List", "items": list(objects)}
        self.kubectl("apply", "-f", "-", stdin=json.dumps(items))

    def objects(self, kind: str, *where: str) -> list[dict[str, Any]]:
        """Return objects of a kind; none while the kind itself does not exist."""
        try:
            found: list[dict[str, Any]] = json.loads(self.kubectl("get", kind, *where, "-o", "json"))["items"]
        except ClusterError as error:
            if "the server doesn't have a resource type" in str(error):
                return []
            raise
        return found

    def pods(self) -> list[dict[str, Any]]:
        """Return the pods of the release that stay, without those of tests and jobs."""
        return [
            pod
            for pod in self.objects("pods", "-n", NAMESPACE)
            if pod["metadata"]["labels"].get("app.kubernetes.io/component") not in {"test", "indexes"}
        ]

    def wait_ready(self) -> None:
        """Wait until every workload is rolled out and no pod of an earlier revision is left."""
        self.wait("ready pods", lambda: self._all_ready() or None, READY_SECONDS)

    def _all_ready(self) -> bool:
        workloads = self.objects("deployments,statefulsets", "-n", NAMESPACE)
        return (
            {one["metadata"]["name"] for one in workloads} == set(WORKLOADS)
            and all(_rolled_out(one) for one in workloads)
            and len(self.pods()) == sum(one["spec"]["replicas"] for one in workloads)
        )

    def cases(self) -> list[dict[str, Any]]:
        """Return all Investigations."""
        return self.objects("investigations", "-A")

    def case(self, namespace: str, subject: str, state: str = "Open") -> dict[str, Any]:
        """Wait for the Investigation of a workload to be classified and in a state."""

        def found() -> dict[str, Any] | None:
            for item in self.cases():
                about = item["spec"]["subjectRef"]
                if (about.get("namespace"), about["name"]) == (namespace, subject) and state_of(item) == state:
                    return item
            return None

        return self.wait(f"an Investigation of {namespace}/{subject} in state {state}", found, _CASE_SECONDS)

    def wait(self, what: str, look: Callable[[], T | None], seconds: float) -> T:
        """Look again and again until there is something; the error tells what was there instead."""
        if (found := until_found(look, seconds)) is not None:
            return found
        raise InstallError(f"waited {seconds:.0f} s for {what}; there is:\n{self.there()}")

    def there(self) -> str:
        """Return pods, Investigations, Events and logs, for an error message."""
        said = [
            self.kubectl("get", "pods,pvc", "-A", "-o", "wide"),
            self.kubectl("get", "events", "-n", NAMESPACE, "--sort-by=.lastTimestamp")[-3000:],
        ]
        for name in WORKLOADS:
            try:
                said.append(
                    self.kubectl(
                        "logs",
                        "-n",
                        NAMESPACE,
                        "--all-containers",
                        "--prefix",
                        "--tail=8",
                        f"--selector=app.kubernetes.io/component={name.removeprefix('casebook-')}",
                    )
                )
            except ClusterError as error:
                said.append(str(error))
        return "\n".join(said)


def _rolled_out(workload: dict[str, Any]) -> bool:
    status, wanted = workload.get("status", {}), workload["spec"]["replicas"]
    counts = {status.get(name) for name in ("updatedReplicas", "readyReplicas", "replicas")}
    return counts == {wanted} and bool(status.get("observedGeneration") == workload["metadata"]["generation"])
