"""The places where the version is written."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import yaml

from tools.release.errors import ReleaseError


def agreed(root: Path) -> str:
    """The version of the Python distribution, which is that of the chart, of its application and of every image.

    Raises:
        ReleaseError: they differ.
    """
    found = dict(_written(root))
    if len(set(found.values())) > 1:
        raise ReleaseError(
            "The versions differ: " + ", ".join(f"{place} {version}" for place, version in found.items())
        )
    return found["pyproject.toml"]


def _written(root: Path) -> Iterator[tuple[str, str]]:
    yield "pyproject.toml", tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    chart = yaml.safe_load((root / "charts" / "casebook" / "Chart.yaml").read_text(encoding="utf-8"))
    yield "Chart.yaml: version", chart["version"]
    yield "Chart.yaml: appVersion", chart["appVersion"]
    install = (root / "deploy" / "kustomize" / "install.yaml").read_text(encoding="utf-8")
    for number, tag in enumerate(re.findall(r"image: \S+/casebook:(\S+)", install), start=1):
        yield f"install.yaml: image {number}", tag
