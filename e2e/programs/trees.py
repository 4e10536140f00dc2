"""What the pods of a program find on the node: the files that a cage has, and its scenes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from e2e.programs import needs
from e2e.programs.scenes import Fault, Program

SCENE = "/mnt/scene"
_HERE = Path(__file__).parent
_OF_THE_MACHINE = ("usr", "etc")
_LINKS = ("bin", "lib", "lib64", "sbin")
"""They lead into usr, on Debian."""


def laid_out(folder: Path, name: str, program: Program) -> dict[str, Path]:
    """Place in the container -> folder of the node. A cluster that ends unmounts what is mounted below its folder.

    An overlay is what the cage has, too: packages beside what the machine has already. Without a layer to write to it
    cannot be written at all.
    """
    debian = needs.debian(program)
    tree = folder / debian.name
    for part in _OF_THE_MACHINE:
        merged = tree / part
        merged.mkdir(parents=True, exist_ok=True)
        if not merged.is_mount():
            layers = f"ro,lowerdir={debian / part}:/{part}"
            subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(merged)], check=True)
    for fault in program.broken:
        _write(_scene(folder, name, fault), program, fault)
    places = {"/usr": tree / "usr", "/base/etc": tree / "etc", "/base/var": debian / "var"}
    links = {f"/{link}": tree / "usr" / link for link in _links(tree / "usr")}
    return places | links | needs.mounts(program)


def scene_mount(folder: Path, name: str, fault: Fault) -> dict[str, Path]:
    """The scene alone: what the others are called tells nobody anything."""
    return {SCENE: _scene(folder, name, fault)}


def _scene(folder: Path, name: str, fault: Fault) -> Path:
    return folder / "scenes" / name / fault.name


def _write(target: Path, program: Program, fault: Fault) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for script in ("pod.sh", "prelude.sh"):
        (target / script).write_text((_HERE / script).read_text(encoding="utf-8"), encoding="utf-8")
    (target / "scene.sh").write_text(f"{program.prelude}\n{fault.script}", encoding="utf-8")


def _links(usr: Path) -> Iterator[str]:
    yield from (link for link in _LINKS if (usr / link).is_dir())
