"""Start and stop processes that outlive this one, without ever killing somebody else's."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import stamina

OWNER_ENV = "CASEBOOK_E2E_OWNER"
"""Marks everything that we start, so that a start killed half way leaves nothing unfindable."""

GRACE_SECONDS = 3.0
"""An API server would wait a minute for its clients' watches; nothing here is worth that."""

_PROC = Path("/proc")
_POLL_SECONDS = 0.05
_STARTS = 5


@dataclass(frozen=True, slots=True)
class Handle:
    """A process together with its start, so that a recycled pid is not mistaken for it."""

    pid: int
    started: str

    @property
    def text(self) -> str:
        """What :meth:`of` reads."""
        return f"{self.pid} {self.started}"

    @classmethod
    def of(cls, text: str) -> Handle | None:
        """Read a process that was written down; None where none was, or only half of it."""
        pid, _, started = text.partition(" ")
        return cls(int(pid), started) if pid.isdigit() and started else None


def started_at(pid: int) -> str | None:
    """Return a text that two processes with the same pid do not share; None for a dead process or a zombie."""
    if not _PROC.joinpath("self").exists():
        return _started_at_by_ps(pid)
    try:
        stat = _PROC.joinpath(str(pid), "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The command name may hold spaces and brackets; the last bracket ends it.
    fields = stat[stat.rindex(")") + 2 :].split()
    return None if fields[0] in "ZX" else fields[19]


def _started_at_by_ps(pid: int) -> str | None:
    answer = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False, timeout=10
    )
    state, _, start = answer.stdout.strip().partition(" ")
    return None if not start or state.startswith("Z") else start.strip()


def this() -> Handle:
    """Return the process that asks."""
    return Handle(os.getpid(), started_at(os.getpid()) or "")


def alive(handle: Handle | None) -> bool:
    """Tell whether exactly this process still runs."""
    return handle is not None and started_at(handle.pid) == handle.started


GARBAGE_PERCENT = "400"
"""How much a program in Go may have allocated, in percent of what it needs, until it looks for garbage (GOGC in Go's
package runtime). The usual 100 costs a sixth of the API server's processor time and saves 150 MiB."""


def spawn(argv: Sequence[str], *, log: Path, owner: Path, path: str) -> Handle:
    """Start a process in a session of its own.

    Its environment is made anew: a proxy setting or a KUBECONFIG of the caller must not reach a test cluster.
    """
    environment = {"PATH": path, "HOME": str(owner), OWNER_ENV: str(owner), "GOGC": GARBAGE_PERCENT}
    _keep_files_to_ourselves()
    with log.open("ab") as out:
        # Not subprocess.Popen: that object would complain in its destructor about a child that shall outlive it.
        pid = os.posix_spawn(
            argv[0],
            list(argv),
            environment,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, out.fileno(), 2),
            ],
            setsid=True,
        )
    served_by(pid, os.getpriority(os.PRIO_PROCESS, 0))
    return Handle(pid, started_at(pid) or "")


def served_by(pid: int, nice: int) -> None:
    """Let the scheduler serve the session of a process by this number, where it has groups of sessions.

    On Linux with autogroups (sched(7)) ``nice`` only tells the processes of one session apart; between sessions the
    number of the group counts, which is 0 at first. Only root may go below 0.
    """
    with contextlib.suppress(OSError):
        _PROC.joinpath(str(pid), "autogroup").write_text(str(nice))


def _keep_files_to_ourselves() -> None:
    # What our own parent handed down, such as the lock of `flock FILE make cluster-up`, would be held for ever.
    for number in [int(one.name) for one in Path("/dev/fd").iterdir()]:
        if number > 2:  # noqa: PLR2004 - stdin, stdout and stderr
            with contextlib.suppress(OSError):
                os.set_inheritable(number, False)


def stop(handles: Sequence[Handle], *, grace: float = GRACE_SECONDS) -> None:
    """End processes, gently first, and return once they are gone: a lingering API server keeps its port."""
    for handle in handles:
        _signal(handle, signal.SIGTERM)
    if not _wait(handles, grace):
        for handle in handles:
            _signal(handle, signal.SIGKILL)
        _wait(handles, 10.0)


def _signal(handle: Handle, number: signal.Signals) -> None:
    if alive(handle):
        with contextlib.suppress(ProcessLookupError):
            os.kill(handle.pid, number)


def _wait(handles: Sequence[Handle], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while True:
        for handle in handles:
            _reap(handle)
        if not any(alive(handle) for handle in handles):
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_SECONDS)


def _reap(handle: Handle) -> None:
    # Only a process of this very run is our child; for all others init does it.
    with contextlib.suppress(ChildProcessError):
        os.waitpid(handle.pid, os.WNOHANG)


def marked(owner: Path, proc: Path = _PROC) -> list[Handle]:
    """Find every process that carries our mark, also one that was started but never written down."""
    mark = f"{OWNER_ENV}={owner}".encode()
    found = []
    for entry in proc.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in entry.read_bytes().split(b"\0"):
                pid = int(entry.parent.name)
                found.append(Handle(pid, started_at(pid) or ""))
    return [handle for handle in found if handle.started and handle.pid != os.getpid()]


def command(pid: int) -> str:
    """Return the command line, for messages and for choosing among our own processes."""
    try:
        return _PROC.joinpath(str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def run(
    argv: Sequence[str], *, timeout: float = 30.0, text: str | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a short command with a bound on its time; a failure is left to the caller to judge.

    A program that could not be started has done nothing: it is started again, a few times. On a busy machine execve(2)
    answers EAGAIN, ENOMEM and, once seen of a kubectl that was there, EFAULT.
    """
    try:
        for attempt in stamina.retry_context(
            on=_may_start_yet, attempts=_STARTS, timeout=None, wait_initial=0.1, wait_max=2.0, wait_jitter=0.1
        ):
            with attempt:
                done = subprocess.run(
                    argv, capture_output=True, text=True, input=text, check=False, timeout=timeout, env=env
                )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(argv, 124, "", f"no answer within {timeout:.0f} s")
    except OSError as error:
        return subprocess.CompletedProcess(argv, 126, "", str(error))
    return done


def _may_start_yet(error: Exception) -> bool:
    return isinstance(error, OSError) and not isinstance(error, FileNotFoundError | PermissionError)


def path_with(bin_dir: Path, env: Mapping[str, str] = os.environ) -> str:
    """Return a search path on which our binaries come first."""
    return f"{bin_dir}:{env.get('PATH', '/usr/sbin:/usr/bin:/sbin:/bin')}"
