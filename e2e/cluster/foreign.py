"""Clusters that we do not run: one that was named, and kind."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

from e2e.cluster import images, process
from e2e.cluster.errors import ClusterError
from e2e.cluster.gomodules import CONTROL_PLANE
from e2e.cluster.sources import require_kubectl
from e2e.cluster.state import State, StateDir

KIND_NAME = "casebook-e2e"


def given(kubeconfig: Path) -> State:
    """Describe a cluster that somebody named; nothing in it is changed."""
    kubectl = require_kubectl()
    state = State(
        mode="given", phase="running", kubeconfig=str(kubeconfig), kubectl=str(kubectl), bin_dir=str(kubectl.parent)
    )
    state.node_name = _first_node(state)
    return state


def _first_node(state: State) -> str:
    base = [state.kubectl, f"--kubeconfig={state.kubeconfig}", "--request-timeout=10s"]
    done = process.run([*base, "get", "nodes", "-o", "name"])
    if done.returncode:
        raise ClusterError(f"the cluster of {state.kubeconfig} does not answer: {done.stderr.strip()}")
    return done.stdout.partition("\n")[0].removeprefix("node/")


def kind_config() -> str:
    """Return kind's configuration (JSON is YAML), pinned to the version that we build ourselves elsewhere.

    There was no Docker engine where this was written, so kind alone has not been run.
    """
    kubelet = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "featureGates": {"KubeletCrashLoopBackOffMax": True},
        "crashLoopBackOff": {"maxContainerRestartPeriod": "10s"},
    }
    image = f"kindest/node:{CONTROL_PLANE[0].version}"
    return json.dumps(
        {
            "apiVersion": "kind.x-k8s.io/v1alpha4",
            "kind": "Cluster",
            "name": KIND_NAME,
            "nodes": [{"role": "control-plane", "image": image}],
            "kubeadmConfigPatches": [json.dumps(kubelet)],
        },
        indent=2,
    )


def kind(where: StateDir, state: State, workload: Path) -> None:
    """Create the kind cluster; its kubeconfig goes into our folder and not into ~/.kube/config."""
    config = where.write("kind.json", kind_config())
    state.kubeconfig = str(where.path / "kubeconfig")
    where.save(state)
    done = process.run(
        ["kind", "create", "cluster", f"--config={config}", f"--kubeconfig={state.kubeconfig}", "--wait=120s"],
        timeout=900.0,
    )
    if done.returncode:
        raise ClusterError(f"kind cannot create a cluster: {done.stderr.strip()}")
    archive = where.path / "images.tar"
    archive.write_bytes(images.archive(workload))
    loaded = load_archive(archive)
    if loaded.returncode:
        raise ClusterError(f"kind cannot load the test image: {loaded.stderr.strip()}")
    state.kubectl = str(require_kubectl())
    state.bin_dir = str(Path(state.kubectl).parent)
    state.node_name = _first_node(state)
    state.phase = "running"
    where.save(state)


def load_archive(archive: Path) -> CompletedProcess[str]:
    """Load an image archive into the nodes of kind."""
    return process.run(["kind", "load", "image-archive", str(archive), f"--name={KIND_NAME}"], timeout=300.0)


def delete_kind() -> None:
    """Delete the kind cluster."""
    done = process.run(["kind", "delete", "cluster", f"--name={KIND_NAME}"], timeout=300.0)
    if done.returncode:
        raise ClusterError(f"kind cannot delete its cluster: {done.stderr.strip()}")
