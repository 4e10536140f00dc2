"""The chart as the base for Kustomize: ``make kustomize``, or ``python -m tools.chart.kustomize``."""

from e2e.cluster import process
from e2e.cluster.tools import helm
from tools.chart.helm import HelmError
from tools.places import CHART, ROOT, write

BASE = ROOT / "deploy" / "kustomize"
INSTALL = BASE / "install.yaml"
_HEAD = "# Rendered from charts/casebook with values.yaml by `make kustomize`; change those.\n"


def render() -> str:
    """The manifests of the chart, as ``helm install`` would apply them.

    Raises:
        HelmError: the values of the base are refused.
    """
    argv = ["template", "casebook", str(CHART), "--namespace=casebook", f"--values={BASE / 'values.yaml'}"]
    done = process.run([str(helm()), *argv])
    if done.returncode:
        raise HelmError(done.stderr)
    return _HEAD + done.stdout


if __name__ == "__main__":
    write(INSTALL, render())
