"""For what the plugin is packed."""

import platform
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from tools.release.errors import ReleaseError

_MINOR = "Programming Language :: Python :: 3."


class Platform(NamedTuple):
    """An operating system and a processor, in the words of krew, and in those of uv."""

    os: str
    arch: str
    wheels: str


PLATFORMS = (
    # glibc 2.28, as of RHEL 8 and Debian 10, is what the wheels of the lock ask for.
    Platform("linux", "amd64", "x86_64-manylinux_2_28"),
    Platform("linux", "arm64", "aarch64-manylinux_2_28"),
    Platform("darwin", "amd64", "x86_64-apple-darwin"),
    Platform("darwin", "arm64", "aarch64-apple-darwin"),
)
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def pythons(root: Path) -> tuple[str, ...]:
    """The versions of Python that the distribution is made for, the newest first."""
    declared = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    minors = (int(one.removeprefix(_MINOR)) for one in declared if one.startswith(_MINOR))
    return tuple(f"3.{minor}" for minor in sorted(minors, reverse=True))


def here() -> tuple[Platform, str]:
    """This machine, and the Python that runs this.

    Raises:
        ReleaseError: there is no archive for such a machine.
    """
    machine = platform.machine()
    for one in PLATFORMS:
        if (one.os, one.arch) == (sys.platform, _ARCHITECTURES.get(machine, machine)):
            return one, f"3.{sys.version_info.minor}"
    raise ReleaseError(f"The plugin is not packed for {sys.platform} on {machine}.")
