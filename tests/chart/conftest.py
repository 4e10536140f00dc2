"""Helm, built once for all of these tests, and a cluster for those that ask one."""

import shutil

import pytest

from e2e.cluster import tools
from tests.chart.helm import Helm
from tests.operator.clusters import cluster, namespace

__all__ = ["cluster", "helm", "namespace"]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Build helm before the first test that needs it: that takes a minute, which no test's timeout covers."""
    wanted = any("helm" in getattr(item, "fixturenames", ()) for item in session.items)
    if wanted and not session.config.option.collectonly and shutil.which("go"):
        tools.helm()


@pytest.fixture(scope="session")
def helm(tmp_path_factory: pytest.TempPathFactory) -> Helm:
    if shutil.which("go") is None:
        pytest.skip("helm is built with Go, which is not on PATH")
    return Helm(tools.helm(), tmp_path_factory.mktemp("helm"))
