"""Programs that work on a cluster and are no part of one."""

from __future__ import annotations

from pathlib import Path

from e2e.cluster import build
from e2e.cluster.gomodules import HELM
from e2e.cluster.options import Options


def helm(options: Options | None = None) -> Path:
    """Return helm in the pinned version; the first call builds it."""
    chosen = options or Options()
    return build.build([HELM], chosen.cache_dir, chosen.state_dir) / "helm"
