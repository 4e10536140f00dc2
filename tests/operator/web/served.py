"""``casebook web`` as a process of its own."""

import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from tests.operator.web.serving import serve

_SECONDS = 30.0
"""In which it has to end."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([serve.__module__])


@dataclass(frozen=True, slots=True)
class _Process:
    """One that was started, in either way."""

    end: Callable[[], None]
    """Ask it to end as Kubernetes does."""
    code: Callable[[float], int | None]
    """Its exit code; None when it has not ended after so many seconds."""


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    process: _Process
    url: str
    probes: str

    def stop(self) -> int | None:
        """Ask it to end as Kubernetes does; its exit code."""
        self.process.end()
        return self.process.code(_SECONDS)


@contextmanager
def served(**environment: str) -> Iterator[Served]:
    """Wait until it answers. It is a fork of one that has imported everything, which takes a second of processor."""
    with NamedTemporaryFile("a") as said:
        forked = _forks.Process(target=serve, args=(_with(environment), said.name))
        forked.start()

        def code(seconds: float) -> int | None:
            forked.join(seconds)
            return forked.exitcode

        with _until_then(_Process(forked.terminate, code), Path(said.name)) as server:
            yield server


@contextmanager
def begun(**environment: str) -> Iterator[Served]:
    """Wait until it answers. It begins as it does in a pod."""
    command = [sys.executable, "-m", "casebook_operator", "web"]
    with NamedTemporaryFile("a") as said:  # a pipe that nobody reads would stop it one day
        process = subprocess.Popen(command, env=_with(environment), stderr=said)

        def code(seconds: float) -> int | None:
            return process.poll() if seconds == 0 else process.wait(seconds)

        with _until_then(_Process(process.terminate, code), Path(said.name)) as server:
            yield server


@contextmanager
def _until_then(process: _Process, log: Path) -> Iterator[Served]:
    try:
        yield Served(process, *_urls(process, log))
    finally:
        if process.code(0) is None:
            process.end()
            process.code(_SECONDS)


def _with(environment: dict[str, str]) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOOK_", "KUBE"))}
    given = {"CASEBOOK_WEB__PORT": "0", "CASEBOOK_WEB__PROBE_PORT": "0", "CASEBOOK_LOG__FORMAT": "json"}
    return clean | given | environment


def _urls(process: _Process, log: Path) -> tuple[str, str]:
    """Of the pages and of the probes."""
    while process.code(0) is None:
        for line in log.read_text().splitlines():
            entry = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            if entry.get("event") == "started":
                return entry["http"].rstrip("/"), entry["probes"]
        time.sleep(0.02)
    raise AssertionError(log.read_text())
