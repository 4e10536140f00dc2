"""What is built from which Go module, in which version, with which flags."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

GO_DIR = Path(__file__).parent / "go"

_K8S = "k8s.io/kubernetes/cmd"
_CONTAINERD = "github.com/containerd/containerd/v2/cmd"
_CNI = "github.com/containernetworking/plugins/plugins"


@dataclass(frozen=True, slots=True)
class Recipe:
    """One `go build`: several programs of one module share the compiling."""

    name: str
    module_dir: str
    version_of: str
    """The module whose version is the version of the programs; empty for our own program."""
    packages: dict[str, str]
    """Program -> Go package."""
    tags: str = ""
    ldflags: str = ""
    """{version} is replaced; without it the API server reports v0.0.0."""
    cgo: bool = False

    @property
    def folder(self) -> Path:
        """Return the folder of the module."""
        return GO_DIR / self.module_dir

    @property
    def version(self) -> str:
        """Return the pinned version, read from go.mod so that it is written down once."""
        return pinned(self.folder, self.version_of) if self.version_of else "local"

    def versions(self) -> dict[str, str]:
        """Return the version of each program; one that is a module itself, as etcd is, has its own."""
        return {program: pinned(self.folder, package) or self.version for program, package in self.packages.items()}

    def key(self) -> str:
        """Return a hash of everything that decides what comes out."""
        digest = hashlib.sha256(repr(self).encode())
        for path in sorted(self.folder.rglob("*")):
            if path.name in {"go.mod", "go.sum"} or path.suffix == ".go":
                digest.update(f"{path.relative_to(self.folder)}\n".encode() + path.read_bytes())
        return digest.hexdigest()[:16]


def pinned(folder: Path, module: str) -> str:
    """Return the version of a module as its go.mod pins it, or "" for what is no module there."""
    text = (folder / "go.mod").read_text()
    found = re.search(rf"^(?:require)?\s+{re.escape(module)} (v\S+)", text, re.MULTILINE)
    return found[1] if found else ""


def go_wanted(folder: Path) -> tuple[int, int]:
    """Return the Go version that a module asks for."""
    found = re.search(r"^go (\d+)\.(\d+)", (folder / "go.mod").read_text(), re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (1, 0)


_K8S_LDFLAGS = " ".join(
    f"-X k8s.io/component-base/version.{name}"
    for name in ("gitVersion={version}", "gitMajor={major}", "gitMinor={minor}", "gitTreeState=clean")
)

CONTROL_PLANE = (
    Recipe(
        "control-plane",
        "kubernetes",
        "k8s.io/kubernetes",
        {
            "etcd": "go.etcd.io/etcd/server/v3",
            **{
                name: f"{_K8S}/{name}"
                for name in ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl")
            },
        },
        ldflags=_K8S_LDFLAGS,
    ),
)

WORKLOAD = Recipe("workload", "workload", "", {"workload": "."})

# The Kubernetes that `helm template` and `helm lint` take for granted is that of client-go, as in helm's own Makefile.
_HELM_K8S_MINOR = pinned(GO_DIR / "helm", "k8s.io/client-go").split(".")[1]

HELM = Recipe(
    "helm",
    "helm",
    "helm.sh/helm/v3",
    {"helm": "helm.sh/helm/v3/cmd/helm"},
    ldflags=" ".join(
        f"-X helm.sh/helm/v3/{name}"
        for name in (
            "internal/version.version={version}",
            "pkg/chartutil.k8sVersionMajor=1",
            f"pkg/chartutil.k8sVersionMinor={_HELM_K8S_MINOR}",
            "pkg/lint/rules.k8sVersionMajor=1",
            f"pkg/lint/rules.k8sVersionMinor={_HELM_K8S_MINOR}",
        )
    ),
)

ACTIONLINT = Recipe(
    "actionlint",
    "actionlint",
    "github.com/rhysd/actionlint",
    {"actionlint": "github.com/rhysd/actionlint/cmd/actionlint"},
    ldflags="-X github.com/rhysd/actionlint.version={version}",
)

OPERATOR_VERIFY = Recipe(
    "operator-verify",
    "operator-verify",
    "github.com/operator-framework/api",
    {"operator-verify": "github.com/operator-framework/api/cmd/operator-verify"},
)

KREW = Recipe(
    "krew",
    "krew",
    "sigs.k8s.io/krew",
    {name: f"sigs.k8s.io/krew/cmd/{name}" for name in ("krew", "validate-krew-manifest")},
)

SERVICES = (
    Recipe("kube-proxy", "kube-proxy", "k8s.io/kubernetes", {"kube-proxy": f"{_K8S}/kube-proxy"}, ldflags=_K8S_LDFLAGS),
    Recipe("coredns", "coredns", "github.com/coredns/coredns", {"coredns": "."}),
)
"""Service addresses and DNS names, where they are asked for."""

NODE = (
    Recipe("kubelet", "kubernetes", "k8s.io/kubernetes", {"kubelet": f"{_K8S}/kubelet"}, ldflags=_K8S_LDFLAGS),
    Recipe(
        "containerd",
        "containerd",
        "github.com/containerd/containerd/v2",
        {name: f"{_CONTAINERD}/{name}" for name in ("containerd", "containerd-shim-runc-v2", "ctr")},
        tags="no_btrfs no_devmapper no_zfs",
        ldflags="-X github.com/containerd/containerd/v2/version.Version={version}",
    ),
    Recipe(
        "runc",
        "runc",
        "github.com/opencontainers/runc",
        {"runc": "github.com/opencontainers/runc", "runc-test": "./runc-test"},
        tags="netgo osusergo",
        ldflags="-extldflags -static",
        cgo=True,
    ),
    Recipe(
        "cni",
        "cni",
        "github.com/containernetworking/plugins",
        {
            "bridge": f"{_CNI}/main/bridge",
            "loopback": f"{_CNI}/main/loopback",
            "host-local": f"{_CNI}/ipam/host-local",
            "portmap": f"{_CNI}/meta/portmap",
        },
    ),
    Recipe(
        "node-problem-detector",
        "npd",
        "k8s.io/node-problem-detector",
        {"node-problem-detector": "k8s.io/node-problem-detector/cmd/nodeproblemdetector"},
        ldflags="-X k8s.io/node-problem-detector/pkg/version.version={version}",
    ),
    WORKLOAD,
)
