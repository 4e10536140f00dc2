"""What a caller may choose, and where the environment is read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from e2e.cluster.process import Handle, this

KUBECONFIG_ENV = "CASEBOOK_E2E_KUBECONFIG"
STATE_ENV = "CASEBOOK_E2E_STATE"
ASSETS_ENV = "KUBEBUILDER_ASSETS"
NODE_ENV = "CASEBOOK_E2E_NODE"
RUN_ENV = "CASEBOOK_E2E_RUN"
"""The process for whose life clusters are started: its id and its start."""


def default_state_dir(env: Mapping[str, str] = os.environ) -> Path:
    """Return a short path: a Unix socket below it may have 107 bytes at most."""
    named = env.get(STATE_ENV)
    if named:
        return Path(named).absolute()
    return Path(tempfile.gettempdir()) / f"casebook-e2e-{os.getuid()}"


def default_cache_dir(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the built binaries, outside the clone so that `git clean` keeps them."""
    base = env.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "casebook" / "cluster"


def named_kubeconfig(env: Mapping[str, str] = os.environ) -> Path | None:
    """Return the kubeconfig named for these tests; never KUBECONFIG, which may be production."""
    named = env.get(KUBECONFIG_ENV)
    return Path(named).absolute() if named else None


def named_assets(env: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of ready-made control plane binaries, if one is named."""
    named = env.get(ASSETS_ENV)
    return Path(named).absolute() if named else None


def node_wanted(env: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a real node may be made; CASEBOOK_E2E_NODE=no gives root what everybody else gets."""
    return env.get(NODE_ENV, "yes") != "no"


def named_run(env: Mapping[str, str] = os.environ) -> Handle | None:
    """Return the process after whose end nobody needs the cluster any more; None for one that stays until `down`."""
    return Handle.of(env.get(RUN_ENV, ""))


def run_environment(run: Handle) -> Mapping[str, str]:
    """Return what makes programs that we start bind their clusters to a process."""
    return {RUN_ENV: run.text}


@dataclass(frozen=True, slots=True)
class Options:
    """How `up` behaves. Every default is read from the environment when the object is made."""

    kubeconfig: Path | None = field(default_factory=named_kubeconfig)
    """A cluster that exists already; it is used as it is and never changed by `up` or `down`."""

    assets: Path | None = field(default_factory=named_assets)
    """A folder with etcd, kube-apiserver and kubectl."""

    state_dir: Path = field(default_factory=default_state_dir)
    """Kubeconfig, pids, logs and data; mode 0700."""

    cache_dir: Path = field(default_factory=default_cache_dir)
    """Built binaries; safe to delete at any time while no cluster runs."""

    allow_kind: bool = True
    """False skips kind even where a Docker engine answers."""

    allow_node: bool = field(default_factory=node_wanted)
    """False gives the control plane alone, as without root."""

    run: Handle | None = field(default_factory=named_run)
    """Whose cluster this is: once that process is gone, however it ended, the next start removes it, also alive."""

    services: bool = False
    """Whether Service addresses and DNS names work on our own node: kube-proxy and CoreDNS in a network namespace."""

    crash_loop_max: str = "10s"
    """Longest wait of kubelet between two starts of a crashing container (upstream: 5 minutes)."""

    api_port: int | None = None
    """Port of the API server; None takes 443 on the node's own bridge, and a free one on loopback."""

    ready_timeout: float = 120.0
    """Seconds that the whole start may take after the build."""


def for_this_process() -> Options:
    """Return the options of whoever starts a cluster for itself alone, or for the run that it is a part of."""
    return Options(run=named_run() or this())
