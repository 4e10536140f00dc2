"""Casebook's operator as a process of its own, under its own ServiceAccount."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from e2e.cluster.process import run
from e2e.demo.errors import DemoError

START_SECONDS = 180.0
"""Seconds; a minute where bytecode is compiled first, the machine is busy and the database is made."""
STOP_SECONDS = 20.0
_COMMAND_SECONDS = 120.0


def free_port() -> int:
    """Return a port of loopback that nothing uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class OperatorProcess:
    """``casebook operator``, started, killed and started again as tests need it."""

    directory: Path
    kubeconfig: Path
    settings: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    port: int = 0
    within: tuple[str, ...] = ()
    """A command that runs the operator, as ``nice`` does."""

    @property
    def log(self) -> Path:
        return self.directory / "operator.log"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of every Casebook command that shares this operator's memory."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("CASEBOOK_")}
        return ours | {
            "CASEBOOK_CLUSTER__NAME": "demo",
            "CASEBOOK_CLUSTER__KUBECONFIG": str(self.kubeconfig),
            "CASEBOOK_DATABASE__URL": f"embedded:{self.directory / 'pg'}",
            "CASEBOOK_EVIDENCE__SPOOL": str(self.directory / "spool"),
            "CASEBOOK_EVIDENCE__REDACTION_KEY": str(self.directory / "redaction.key"),
            "CASEBOOK_HTTP__PORT": str(self.port),
            **self.settings,
        }

    def start(self) -> None:
        """Start it and wait until it is ready."""
        self.port = free_port()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.within, sys.executable, "-m", "casebook_operator", "operator"],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        (self.directory / "operator.pid").write_text(str(self.process.pid))
        deadline = time.monotonic() + START_SECONDS
        while not self.ready():
            if self.process.poll() is not None:
                raise DemoError(f"the operator ended at its start; its log:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise DemoError(f"the operator is not ready after {START_SECONDS:.0f} s; its log:\n{self.tail()}")
            time.sleep(0.2)

    def get(self, path: str) -> tuple[int, str]:
        """Read ``/metrics``, ``/healthz`` or ``/readyz``; status 0 where nothing answers."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def ready(self) -> bool:
        return self.get("/readyz")[0] == 200  # noqa: PLR2004 (HTTP's word for yes)

    @property
    def state(self) -> str:
        """Whether it runs, in words, and what ``/readyz`` answers."""
        if self.process is None:
            return "never started"
        if (code := self.process.poll()) is not None:
            return f"process {self.process.pid} ended with code {code}"
        return f"process {self.process.pid} runs; /readyz: {self.get('/readyz')}"

    def kill(self) -> None:
        """SIGKILL, as a node that dies would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """SIGTERM, and SIGKILL if that is not heard."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def casebook(self, *arguments: str) -> str:
        """Run a command of Casebook against the same memory, and return what it prints."""
        done = run(
            [sys.executable, "-m", "casebook_operator", *arguments], env=self.environment, timeout=_COMMAND_SECONDS
        )
        if done.returncode:
            raise DemoError(f"casebook {' '.join(arguments)} failed: {done.stderr.strip()}")
        return done.stdout

    def tail(self, lines: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
