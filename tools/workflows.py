"""Checks the workflows of GitHub with actionlint: ``make lint``, or ``python -m tools.workflows``."""

import shutil
import subprocess
import sys

from e2e.cluster import tools
from tools.places import ROOT


def main() -> int:
    """Exit code 0 when nothing is wrong, or when there is no Go to build actionlint with."""
    if shutil.which("go") is None:
        sys.stderr.write("The workflows are not checked: actionlint is built with Go, which is not on PATH.\n")
        return 0
    # What shellcheck and pyflakes say differs with the machine that has them.
    argv = [str(tools.actionlint()), "-shellcheck=", "-pyflakes="]
    return subprocess.run(argv, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
