"""Images that a release names by their digest: that of the chart's PostgreSQL, and the base of Casebook's own."""

import re
import sys
from pathlib import Path

import yaml

from tools.places import ROOT
from tools.release.errors import ReleaseError

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_BASE = re.compile(r"^ARG BASE=(?P<name>[^@\s]+)(?:@(?P<digest>sha256:[0-9a-f]{64}))?$", re.MULTILINE)


def pinned(root: Path) -> str:
    """The image with tag and digest, for a registry to be asked whether it has exactly that.

    Raises:
        ReleaseError: it has no digest. The message says how to find it.
    """
    values = yaml.safe_load((root / "charts" / "casebook" / "values.yaml").read_text(encoding="utf-8"))
    image = values["postgresql"]["image"]
    name = f"{image['registry']}/{image['repository']}:{image['tag']}"
    if not _DIGEST.fullmatch(image["digest"]):
        raise ReleaseError(
            "postgresql.image.digest in charts/casebook/values.yaml is no digest: write down what `docker buildx "
            f"imagetools inspect {name}` calls Digest, and run `make chart kustomize`."
        )
    return f"{name}@{image['digest']}"


def pinned_base(root: Path) -> str:
    """The image that Casebook's own is built on, with its digest.

    Raises:
        ReleaseError: it has no digest. The message says how to find it.
    """
    found = _BASE.search((root / "Containerfile").read_text(encoding="utf-8"))
    name = found["name"] if found else ""
    if not found or not found["digest"]:
        raise ReleaseError(
            f"BASE in the Containerfile has no digest: write ARG BASE={name}@sha256:..., as `docker buildx "
            f"imagetools inspect {name}` calls it."
        )
    return f"{name}@{found['digest']}"


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{pinned(ROOT)}\n")
    except ReleaseError as error:
        sys.exit(f"This is no release: {error}")
