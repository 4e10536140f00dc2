"""Scenes as data: a file for each program in ``scenes``, a shell script for each scene."""

from __future__ import annotations

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "scenes"


class Fault(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One thing that is broken, and what must be said of it."""

    name: str
    category: str
    script: str
    in_pods: str = ""
    """The category of the scene in a pod, if another: a name server answers there, standard error is a pipe of root."""
    names: tuple[str, ...] = ()
    """What the summary must say; of ``a|b`` either."""
    rule: str = ""
    """The one that decides, where that matters."""
    why: str = ""
    disk: dict[str, str] = {}
    """Folder -> size of the file system there, as Kubernetes writes it."""
    read_only: str = ""
    """A folder in which nobody may write."""
    privileged_ports: bool = False
    """Whether ports below 1024 are for root alone, as they are on machines and, by default, not in pods."""
    memory: str = ""
    """The limit of the container."""
    services: dict[str, int] = {}
    """Services with nobody behind them: name -> port."""
    only_pods: bool = False
    """Whether it needs what only a pod has, also beside a limit and Services."""

    @property
    def category_in_pods(self) -> str:
        return self.in_pods or self.category

    @property
    def caged(self) -> bool:
        """Whether a cage can play it."""
        return not (self.memory or self.services or self.only_pods)

    @property
    def goes_on(self) -> bool:
        """Whether the program does not end."""
        return "goes_on" in self.script


class Program(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a program is run with, and its scenes."""

    version: str
    """A command that prints it, in the cage."""
    packages: tuple[str, ...] = ()
    """Of Debian."""
    python: tuple[str, ...] = ()
    """Of PyPI."""
    node: tuple[str, ...] = ()
    """Of npm."""
    binaries: bool = False
    """Whether it is one of those that test clusters are built of."""
    prelude: str = ""
    healthy: dict[str, str] = {}
    broken: tuple[Fault, ...] = ()


def programs() -> dict[str, Program]:
    """Name of a file -> what is in it."""
    return {path.stem: msgspec.yaml.decode(path.read_bytes(), type=Program) for path in sorted(FOLDER.glob("*.yaml"))}
