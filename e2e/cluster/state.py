"""What is written down about a running cluster, before the thing itself is made.

Every external effect (bridge, folder, process) is recorded first, so that `down` after a crash knows what to undo.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from e2e.cluster.errors import ClusterBusyError, ClusterError
from e2e.cluster.process import Handle, alive
from e2e.waiting import say, until_found

_VERSION = 1
_PATIENCE_SECONDS = 1200.0
"""Who comes first may be building Kubernetes, which takes ten minutes."""


@dataclass(slots=True)
class Component:
    """One process of the cluster, with all that a restart needs."""

    name: str
    argv: list[str]
    log: str
    pid: int = 0
    started: str = ""

    @property
    def handle(self) -> Handle | None:
        """Return the process, or None while there never was one."""
        return Handle(self.pid, self.started) if self.pid else None

    @property
    def running(self) -> bool:
        """Tell whether the process of the last start is alive."""
        return alive(self.handle)


@dataclass(slots=True)
class State:
    """The content of state.json."""

    mode: str
    phase: str = "starting"
    kubeconfig: str = ""
    bin_dir: str = ""
    kubectl: str = ""
    address: str = "127.0.0.1"
    api_port: int = 0
    node_name: str = ""
    bridge: str = ""
    subnet: str = ""
    host_dirs: list[str] = field(default_factory=list)
    """Folders outside the state dir that kubelet and containerd insist on and that did not exist before."""
    owns_cgroups: bool = False
    note: str = ""
    run: str = ""
    """The process for whose life this was started, as text; empty for what stays until `down`."""
    versions: dict[str, str] = field(default_factory=dict)
    components: list[Component] = field(default_factory=list)

    @property
    def abandoned(self) -> bool:
        """Tell whether the process is gone that started the cluster for itself."""
        return bool(self.run) and not alive(Handle.of(self.run))

    def component(self, name: str) -> Component:
        """Return a component by name."""
        for component in self.components:
            if component.name == name:
                return component
        known = ", ".join(component.name for component in self.components) or "none"
        raise ClusterError(f"there is no component {name!r} in this cluster (there are: {known})")


def parse(text: str) -> State:
    """Read a state; a text that we did not write is an error, because `down` acts on what it says."""
    try:
        raw: dict[str, Any] = json.loads(text)
        if raw.pop("version") != _VERSION:
            raise ClusterError("the state was written by another version of this tool")
        raw["components"] = [Component(**component) for component in raw["components"]]
        return State(**raw)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ClusterError(f"the state file cannot be read: {error}") from error


class StateDir:
    """The folder of one cluster."""

    def __init__(self, path: Path) -> None:
        """Name the folder; nothing is made yet."""
        self.path = path
        self.file = path / "state.json"
        self.logs = path / "logs"

    def create(self) -> None:
        """Make the folder for its owner alone, and refuse one that somebody else put there."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.check()
        self.path.chmod(0o700)
        self.logs.mkdir(exist_ok=True)

    def check(self) -> None:
        """Refuse a folder that another user could have prepared: it holds tokens and tells what to kill."""
        found = self.path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise ClusterError(f"{self.path} is not a folder of the current user; set another state folder")

    def load(self) -> State | None:
        """Return what was written down, or None if there is no cluster."""
        try:
            self.check()
            return parse(self.file.read_text())
        except FileNotFoundError:
            return None

    def save(self, state: State) -> None:
        """Write the state so that a reader, or a crash, never sees half of it."""
        draft = self.file.with_suffix(".tmp")
        draft.write_text(json.dumps({"version": _VERSION, **asdict(state)}, indent=1))
        draft.replace(self.file)

    def write(self, name: str, text: str, mode: int = 0o600) -> Path:
        """Write a file of the cluster, private unless said otherwise."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch(mode=mode)
        target.write_text(text)
        return target

    @contextlib.contextmanager
    def locked(self, *, patience: float = _PATIENCE_SECONDS) -> Iterator[None]:
        """Keep two `up` or `down` at once from building half a cluster each: one waits for the other, for seconds."""
        self.create()
        with (self.path / "lock").open("w") as lock:
            if not _taken(lock):
                say(f"waiting for another cluster command in {self.path}")
                if until_found(lambda: _taken(lock) or None, patience) is None:
                    raise ClusterBusyError(f"another cluster command is at work in {self.path}")
            yield


def _taken(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
