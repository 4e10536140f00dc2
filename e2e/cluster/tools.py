"""Programs of the same cache that are no part of a cluster."""

from __future__ import annotations

from pathlib import Path

from e2e.cluster import build
from e2e.cluster.gomodules import ACTIONLINT, HELM, KREW, OPERATOR_VERIFY, Recipe
from e2e.cluster.options import Options


def helm(options: Options | None = None) -> Path:
    """Return helm in the pinned version; the first call builds it."""
    return _built(HELM, options) / "helm"


def actionlint(options: Options | None = None) -> Path:
    """Return actionlint in the pinned version; the first call builds it."""
    return _built(ACTIONLINT, options) / "actionlint"


def krew(options: Options | None = None) -> Path:
    """Return the folder of krew and validate-krew-manifest in the pinned version; the first call builds them."""
    return _built(KREW, options)


def operator_verify(options: Options | None = None) -> Path:
    """Return operator-verify, the checks of operator-sdk, in the pinned version; the first call builds it."""
    return _built(OPERATOR_VERIFY, options) / "operator-verify"


def _built(recipe: Recipe, options: Options | None) -> Path:
    chosen = options or Options()
    return build.build([recipe], chosen.cache_dir)
