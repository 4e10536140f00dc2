"""Runs kubectl, and runs it again where its words say that it did not reach the API server."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import stamina

from e2e.cluster import process
from e2e.cluster.errors import ClusterError

_UNREACHED = re.compile(
    r"^(The connection to the server .+ was refused"
    r"|Unable to connect to the server: "
    r"|Error from server \((ServiceUnavailable|ServerTimeout|Timeout)\): "
    r"|Error from server: etcdserver: )",
    re.MULTILINE,
)
"""What it says then (StandardErrorMessage in kubectl's pkg/cmd/util/helpers.go), and what the API server says which
did not reach etcd. Of 429 it has tried again by itself (rest.Request of client-go)."""
_TRIES = 6
"""With their pauses, for six seconds."""


class UnreachedError(ClusterError):
    """The API server was not reached, again and again."""


def run(
    program: str | Path, kubeconfig: str | Path, *args: str, stdin: str | None = None, timeout: float = 30.0
) -> subprocess.CompletedProcess[str]:
    """Run kubectl with a bound on its time; what the API server answers is left to the caller to judge.

    Raises:
        UnreachedError: It was not reached by any of a few tries, with kubectl's words.
    """
    for attempt in stamina.retry_context(
        on=UnreachedError, attempts=_TRIES, timeout=None, wait_initial=0.2, wait_max=2.0, wait_jitter=0.2
    ):
        with attempt:
            done = process.run([str(program), f"--kubeconfig={kubeconfig}", *args], timeout=timeout, text=stdin)
            if done.returncode and _UNREACHED.search(done.stderr):
                raise UnreachedError(f"kubectl {' '.join(args)} failed: {done.stderr.strip()}")
    return done
