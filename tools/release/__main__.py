"""Checks what would be released, and builds it: ``make release-check``, or ``python -m tools.release --tag v1.2.3``."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tools.places import CRDS, ROOT
from tools.release import bundle, images, packages, plugin, versions
from tools.release.changelog import NEXT, notes
from tools.release.errors import ReleaseError


def main() -> int:
    """Exit code 0 when it could be released."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--tag", default="", help="the tag of the release; without one the next release is checked")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where packages and notes go; emptied first")
    parser.add_argument(
        "--everywhere",
        action="store_true",
        help="pack the kubectl plugin for all platforms and Pythons, for which libraries are fetched; else for this "
        "machine and Python alone, of what `make init` has fetched",
    )
    given = parser.parse_args()
    try:
        _check(given.tag, given.dist.resolve(), everywhere=given.everywhere)
    except ReleaseError as error:
        sys.stderr.write(f"This is no release: {error}\n")
        return 1
    return 0


def _check(tag: str, dist: Path, *, everywhere: bool) -> None:
    version = versions.agreed(ROOT)
    if tag and tag != f"v{version}":
        raise ReleaseError(f"The tag is {tag}, and the version {version}.")
    if tag:
        images.pinned(ROOT)
        images.pinned_base(ROOT)
    if shutil.which("go"):
        bundle.check(ROOT / "deploy" / "olm")
    else:
        sys.stderr.write("The bundle of OLM is not checked: operator-verify is built with Go, which is not on PATH.\n")
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version if tag else NEXT)
    shutil.rmtree(dist, ignore_errors=True)
    wheel = packages.build(ROOT, dist)
    packages.check_crds(wheel, CRDS)
    with tempfile.TemporaryDirectory() as folder:
        packages.check_installed(wheel, version, Path(folder).resolve() / "empty")
    packed = plugin.everywhere(wheel, dist) if everywhere else plugin.here(wheel, dist)
    (dist / "NOTES.md").write_text(text, encoding="utf-8")
    told = "installs and runs, its CRDs are those of crds/"
    sys.stdout.write(f"{version}: versions agree, {wheel.name} {told}, {packed.name} names the plugin\n")


if __name__ == "__main__":
    sys.exit(main())
