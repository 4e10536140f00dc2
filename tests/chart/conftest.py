"""Helm, built once for all of these tests, and a cluster for those that ask one."""

import shutil

import pytest

from e2e.cluster import tools
from tests.operator.clusters import cluster, kube, namespace
from tools.chart.helm import Helm

__all__ = ["cluster", "helm", "kube", "namespace"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Helm is compiled once, which takes minutes: other tests go on beside that, and no timeout covers it."""
    for item in filter(_needs_helm, items):
        item.add_marker(pytest.mark.timeout(1800))
    items.sort(key=_needs_helm)


def _needs_helm(item: pytest.Item) -> bool:
    return "helm" in getattr(item, "fixturenames", ())


@pytest.fixture(scope="session")
def helm(tmp_path_factory: pytest.TempPathFactory) -> Helm:
    if shutil.which("go") is None:
        pytest.skip("helm is built with Go, which is not on PATH")
    return Helm(tools.helm(), tmp_path_factory.mktemp("helm"))
