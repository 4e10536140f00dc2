"""``casebook web`` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        self.url = url

    def stop(self) -> int:
        """Ask it to end as Kubernetes does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@contextmanager
def served(**environment: str) -> Iterator[Served]:
    """Wait until it answers."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOOK_", "KUBE"))}
    given = {"CASEBOOK_WEB__PORT": "0", "CASEBOOK_LOG__FORMAT": "json", **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "casebook_operator", "web"], env=clean | given, stderr=subprocess.PIPE, text=True
    )
    try:
        yield Served(process, _url(process))
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(30)
        assert process.stderr is not None
        process.stderr.close()


def _url(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if found := re.search(r'"http": "(http://[^"]+?)/?"', line):
            _wait(found[1])
            return found[1]
    raise AssertionError("".join(said))


def _wait(url: str) -> None:
    for _ in range(100):
        try:
            httpx.get(f"{url}/healthz")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(url)
