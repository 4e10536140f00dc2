"""What a user of the cluster gets in hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from e2e.cluster import kmsg, kubectl
from e2e.cluster.credentials import kubeconfig, server_of
from e2e.cluster.errors import ClusterError
from e2e.cluster.state import State
from e2e.waiting import until_found


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running cluster and what tests do with it beside using its API."""

    kubeconfig: Path
    """Of an administrator."""
    mode: str
    """given, kind, assets, control-plane or node."""
    has_node: bool
    """Whether containers really run; False means that Pods stay Pending for ever."""
    node_name: str | None
    bin_dir: Path
    kubectl: Path
    versions: tuple[tuple[str, str], ...] = ()
    note: str = ""
    """Why it is less than it could be, if it is."""

    @classmethod
    def of(cls, state: State) -> Cluster:
        """Return what a state describes."""
        return cls(
            kubeconfig=Path(state.kubeconfig),
            mode=state.mode,
            has_node=bool(state.node_name),
            node_name=state.node_name or None,
            bin_dir=Path(state.bin_dir),
            kubectl=Path(state.kubectl),
            versions=tuple(state.versions.items()),
            note=state.note,
        )

    def run_kubectl(self, *args: str, stdin: str | None = None, timeout: float = 60.0) -> str:
        """Run kubectl as administrator and return what it prints; a failure is an error with kubectl's words."""
        done = kubectl.run(self.kubectl, self.kubeconfig, *args, stdin=stdin, timeout=timeout)
        if done.returncode:
            raise ClusterError(f"kubectl {' '.join(args)} failed: {done.stderr.strip()}")
        return done.stdout

    def wait_until_served(self, *kinds: str, seconds: float = 30.0) -> None:
        """Wait until custom resources can be listed, which is later than their CRDs are established.

        Their storage answers 429 for a moment ("storage is (re)initializing"), and `kubectl wait` fails while a CRD has
        no conditions at all.

        Raises:
            ClusterError: One of them cannot be listed after so long, with kubectl's words.
        """
        listing = ("get", ",".join(kinds), "--all-namespaces")

        def listed() -> str | None:
            try:
                return self.run_kubectl(*listing)
            except ClusterError:
                return None

        if until_found(listed, seconds) is None:
            self.run_kubectl(*listing)

    def kernel_log(self, line: str) -> None:
        """Write a line into the real kernel log, at level "error"; node-problem-detector reads it from there."""
        if self.mode != "node":
            raise ClusterError("only our own node shares its kernel log with this machine")
        if "\n" in line:
            raise ClusterError("the kernel log takes one line at a time")
        kmsg.write(line)

    def service_account_kubeconfig(self, namespace: str, name: str, path: Path, *, duration: str = "24h") -> Path:
        """Write a kubeconfig whose only credential is a fresh token of an existing ServiceAccount."""
        token = self.run_kubectl("create", "token", name, f"--namespace={namespace}", f"--duration={duration}").strip()
        server, ca = server_of(self.run_kubectl("config", "view", "--raw", "--minify", "--flatten", "-o", "json"))
        path.touch(mode=0o600)
        path.write_text(kubeconfig(server, ca, token, f"{namespace}-{name}"))
        return path

    def advertise_gpus(self, node: str, count: int) -> None:
        """Make a node claim GPUs; 0 takes them away, as a GPU that fell off the bus does. Restarts keep the number."""
        gpus = {"nvidia.com/gpu": str(count)}
        patch = json.dumps({"status": {"capacity": gpus, "allocatable": gpus}})
        self.run_kubectl("patch", "node", node, "--subresource=status", "--type=merge", f"--patch={patch}")
