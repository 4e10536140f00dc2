"""Where a cluster comes from: the order of the choice, and nothing of how each is started."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from e2e.cluster import process
from e2e.cluster.errors import ClusterError
from e2e.cluster.options import Options

_ASSETS = ("etcd", "kube-apiserver", "kubectl")


class Source(StrEnum):
    """The sources, best first."""

    GIVEN = "given"
    KIND = "kind"
    ASSETS = "assets"
    BUILT = "built"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of this machine; asked only when the order gets there."""

    kind_works: Callable[[], bool]


def machine_facts() -> Facts:
    """Return the facts of the machine we run on."""
    return Facts(kind_works=_kind_works)


def choose(options: Options, facts: Facts) -> Source:
    """Choose a source. A named one that does not work is an error and never a reason to take the next."""
    if options.kubeconfig is not None:
        if not options.kubeconfig.is_file():
            raise ClusterError(f"the named kubeconfig {options.kubeconfig} does not exist")
        return Source.GIVEN
    if options.assets is not None:
        missing = [name for name in _ASSETS if not (options.assets / name).is_file()]
        if missing:
            raise ClusterError(f"KUBEBUILDER_ASSETS={options.assets} has no {', '.join(missing)}")
    if options.allow_kind and facts.kind_works():
        return Source.KIND
    return Source.BUILT if options.assets is None else Source.ASSETS


def _kind_works() -> bool:
    if shutil.which("kind") is None or shutil.which("docker") is None:
        return False
    return process.run(["docker", "info"], timeout=10.0).returncode == 0


def require_kubectl(bin_dir: Path | None = None) -> Path:
    """Return kubectl from a folder, or else from PATH."""
    if bin_dir is not None and (bin_dir / "kubectl").is_file():
        return bin_dir / "kubectl"
    found = shutil.which("kubectl")
    if found is None:
        raise ClusterError("kubectl is not on PATH, and this kind of cluster does not bring its own")
    return Path(found)
