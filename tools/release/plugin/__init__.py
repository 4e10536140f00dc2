"""The kubectl plugin for krew: archives of the wheel with its locked libraries, and the manifest that names them."""

from pathlib import Path

from tools.places import ROOT
from tools.release.plugin import archive, manifest, platforms


def everywhere(wheel: Path, dist: Path) -> Path:
    """Pack the plugin of a wheel for all platforms and Pythons, with libraries that are fetched; return the manifest.

    Raises:
        ReleaseError: a library is not there for one of them.
    """
    return _packed(wheel, dist, platforms.PLATFORMS, platforms.pythons(ROOT), offline=False)


def here(wheel: Path, dist: Path) -> Path:
    """Pack it for this machine and Python alone, without a network; return the manifest.

    Raises:
        ReleaseError: uv no longer keeps what ``make init`` has fetched, or this is another kind of machine.
    """
    platform, python = platforms.here()
    return _packed(wheel, dist, (platform,), (python,), offline=True)


def _packed(
    wheel: Path, dist: Path, where: tuple[platforms.Platform, ...], pythons: tuple[str, ...], *, offline: bool
) -> Path:
    packed = {one: archive.build(wheel, one, pythons, dist, offline=offline) for one in where}
    return manifest.write(packed, wheel.name.split("-")[1], pythons, dist)
