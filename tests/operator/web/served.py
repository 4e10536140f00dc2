"""``casebook web`` as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, probes: str) -> None:
        self.process = process
        self.url = url
        self.probes = probes

    def stop(self) -> int:
        """Ask it to end as Kubernetes does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@contextmanager
def served(**environment: str) -> Iterator[Served]:
    """Wait until it answers."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOOK_", "KUBE"))}
    given = {
        "CASEBOOK_WEB__PORT": "0",
        "CASEBOOK_WEB__PROBE_PORT": "0",
        "CASEBOOK_LOG__FORMAT": "json",
        **environment,
    }
    command = [sys.executable, "-m", "casebook_operator", "web"]
    with NamedTemporaryFile("a") as said:  # a pipe that nobody reads would stop it one day
        process = subprocess.Popen(command, env=clean | given, stderr=said)
        try:
            yield Served(process, *_urls(process, Path(said.name)))
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(30)


def _urls(process: subprocess.Popen[bytes], log: Path) -> tuple[str, str]:
    """Of the pages and of the probes."""
    while process.poll() is None:
        for line in log.read_text().splitlines():
            entry = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            if entry.get("event") == "started":
                return entry["http"].rstrip("/"), entry["probes"]
        time.sleep(0.05)
    raise AssertionError(log.read_text())
