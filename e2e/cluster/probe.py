"""Ask the parts of a cluster whether they are ready."""

from __future__ import annotations

import json
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from e2e.cluster.credentials import server_of, token_of
from e2e.cluster.errors import ClusterError
from e2e.cluster.state import Component
from e2e.waiting import tail as last_lines

_POLL_SECONDS = 0.1


def http_ok(url: str) -> bool:
    """Tell whether a plain HTTP health check answers 200."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=2.0) as answer:
            return bool(answer.status == 200)  # noqa: PLR2004 - the number is the protocol's word for yes
    except OSError:
        return False


def get(kubeconfig: Path, path: str) -> bytes | None:
    """Read a path of the API server, verifying its certificate; None while it cannot be had."""
    server, ca = server_of(kubeconfig.read_text())
    request = urllib.request.Request(  # noqa: S310 - the URL is from a kubeconfig that we wrote
        server + path, headers={"Authorization": f"Bearer {token_of(kubeconfig)}"}
    )
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cadata=ca.decode())),
    )
    try:
        with opener.open(request, timeout=3.0) as answer:
            body: bytes = answer.read()
            return body
    except (OSError, urllib.error.HTTPError):
        return None


def get_json(kubeconfig: Path, path: str) -> dict[str, Any] | None:
    """Read an object of the API server, or None."""
    body = get(kubeconfig, path)
    return json.loads(body) if body else None


def conditions(kubeconfig: Path, node: str) -> dict[str, str]:
    """Return the status of each condition of a node; nothing while the node is unknown."""
    found = get_json(kubeconfig, f"/api/v1/nodes/{node}") or {}
    return {one["type"]: one["status"] for one in found.get("status", {}).get("conditions", [])}


def node_ready(kubeconfig: Path, node: str) -> bool:
    """Tell whether kubelet reports the node as ready."""
    return conditions(kubeconfig, node).get("Ready") == "True"


def wait(what: str, ready: Callable[[], bool], deadline: float, on: Component | None = None) -> None:
    """Wait until something is ready; the end of the process that should become so ends the wait at once."""
    while not ready():
        if on is not None and not on.running:
            raise ClusterError(f"{on.name} ended while it started; its last lines:\n{tail(Path(on.log))}")
        if time.monotonic() > deadline:
            said = f"; its last lines:\n{tail(Path(on.log))}" if on else ""
            raise ClusterError(f"{what} did not become ready in time{said}")
        time.sleep(_POLL_SECONDS)


def tail(log: Path) -> str:
    """Return the end of a log."""
    try:
        return last_lines(log.read_text(errors="replace"))
    except FileNotFoundError:
        return "(no log)"
