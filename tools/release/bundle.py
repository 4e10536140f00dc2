"""Whether OLM would take the bundle, as operator-sdk asks: by operator-verify of operator-framework/api."""

import subprocess
from pathlib import Path

from e2e.cluster import tools
from tools.release.errors import ReleaseError


def check(bundle: Path) -> None:
    """Have a bundle checked; the first call builds the program that does it.

    Raises:
        ReleaseError: there is something to say against it, be it a warning.
    """
    argv = [str(tools.operator_verify()), "manifests", "--object_validate", str(bundle)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    # It ends with 0 whatever it has found.
    if done.returncode or done.stderr:
        raise ReleaseError(f"operator-verify says of {bundle}:\n{done.stderr.strip()}")
