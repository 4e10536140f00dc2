"""Render the chart into the base for Kustomize: `python -m e2e.gitops.kustomize`."""

from __future__ import annotations

from pathlib import Path

from e2e.cluster import process
from e2e.cluster.errors import ClusterError
from e2e.cluster.tools import helm

_ROOT = Path(__file__).parents[2]
BASE = _ROOT / "deploy" / "kustomize"
INSTALL = BASE / "install.yaml"
_HEAD = "# Rendered from charts/casebook with values.yaml by `make kustomize`; change those.\n"


def render() -> str:
    """Return the manifests of the chart, as `helm install` would apply them."""
    values = str(BASE / "values.yaml")
    argv = ["template", "casebook", str(_ROOT / "charts" / "casebook"), "--namespace=casebook", f"--values={values}"]
    done = process.run([str(helm()), *argv])
    if done.returncode:
        raise ClusterError(f"the chart cannot be rendered: {done.stderr.strip()}")
    return _HEAD + done.stdout


if __name__ == "__main__":
    INSTALL.write_text(render(), encoding="utf-8")
