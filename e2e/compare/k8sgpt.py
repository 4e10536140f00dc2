"""k8sgpt as its authors build it, without a language model, and what it prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

import msgspec

from e2e.alone import alone
from e2e.cluster import ClusterError, Options, process
from e2e.cluster.build import draft_of, run_go
from e2e.compare.ledger import Remark
from e2e.waiting import say, tail

MODULE, VERSION = "github.com/k8sgpt-ai/k8sgpt", "v0.4.17"
SUM = "h1:RIkOKjExUbDPZyN6qjsmXtMy0N8gGcbeGxLgkVpy+8Y="
"""Of the module; what it needs is checked by its own go.sum."""

DEFAULT_FILTERS: tuple[str, ...] = ()
BEST_FILTERS = (
    *("Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job", "CronJob", "PersistentVolumeClaim", "Service"),
    *("Ingress", "Node", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration", "ConfigMap"),
    *("Log", "Storage", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"),
)
"""All of pkg/analyzer/analyzer.go but those for the Gateway API, which the cluster has not, and Security, which audits
settings and tells of no failure."""

_SECONDS = 180.0


class _Failure(msgspec.Struct):
    Text: str = ""


class _Result(msgspec.Struct):
    kind: str
    name: str
    error: list[_Failure] | None = None


class _Output(msgspec.Struct):
    """``JsonOutput`` of pkg/analysis/analysis.go, as far as it is read here."""

    results: list[_Result] | None = None
    errors: list[str] | None = None


class Analysis(NamedTuple):
    """What one run said."""

    remarks: list[Remark]
    errors: list[str]
    """Of analyzers that could not do their work."""
    seconds: float


def program() -> Path:
    """k8sgpt in the pinned version; the first call builds it, which takes minutes."""
    options = Options()
    target = options.cache_dir / "k8sgpt" / VERSION
    with alone(target.parent / "lock"):
        if not target.exists():
            say(f"building k8sgpt {VERSION}: minutes, once")
            with draft_of(target) as draft:
                _build(draft)
    return target / "k8sgpt"


def _build(out: Path) -> None:
    done = subprocess.run(
        ["go", "mod", "download", "-json", f"{MODULE}@{VERSION}"], cwd=out, capture_output=True, check=False
    )
    fetched = msgspec.json.decode(done.stdout, type=dict[str, object]) if done.stdout else {}
    if done.returncode or fetched.get("Sum") != SUM:
        raise ClusterError(f"{MODULE} {VERSION} cannot be had: {fetched.get('Error') or fetched.get('Sum')}")
    source = out / "source"
    with zipfile.ZipFile(str(fetched["Zip"])) as archive:
        archive.extractall(source)
    argv = ["go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-ldflags=-s -w", f"-o={out}/k8sgpt", "."]
    wanted = {**os.environ, "CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    run_go("k8sgpt", argv, source / f"{MODULE}@{VERSION}", wanted, out / "build.log")
    shutil.rmtree(source)


def analyze(k8sgpt: Path, kubeconfig: Path, home: Path, filters: tuple[str, ...]) -> Analysis:
    """Have it look at the whole cluster once. It keeps its configuration in ``home``."""
    argv = [str(k8sgpt), "analyze", "--output=json", "--no-cache", f"--kubeconfig={kubeconfig}"]
    argv += [f"--filter={','.join(filters)}"] if filters else []
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    start = time.monotonic()
    done = process.run(argv, env=env, timeout=_SECONDS)
    if done.returncode:
        raise ClusterError(f"k8sgpt failed with code {done.returncode}: {tail(done.stderr or done.stdout)}")
    remarks, errors = read(done.stdout)
    return Analysis(remarks, errors, time.monotonic() - start)


def read(printed: str) -> tuple[list[Remark], list[str]]:
    """What it says of which object, and which of its analyzers failed.

    Names are ``namespace/name``, for logs ``namespace/pod/container``, and ``name``, or ``/name``, of what has none.
    """
    output = msgspec.json.decode(printed[printed.index("{") :], type=_Output)
    remarks = []
    for result in output.results or ():
        place, _, name = result.name.removeprefix("/").partition("/")
        text = " ".join(failure.Text for failure in result.error or ())
        remarks.append(Remark(place, f"{result.kind}/{name or place}", text))
    return remarks, output.errors or []
