"""Fixtures of a real API server, for every conftest that imports them."""

import secrets
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from casebook_operator.kube import KubeClient, connect
from e2e import cluster as clusters
from e2e.cluster import Cluster, ClusterError
from tests.crds.schema import CRD_FILE


@pytest.fixture(scope="session")
def cluster() -> Cluster:
    """A real cluster that knows Investigations and Taxonomies."""
    found = clusters.up()
    found.run_kubectl("apply", "--server-side", "--force-conflicts", "-f", str(CRD_FILE.parent))
    names = ("crd/investigations.casebook.dev", "crd/taxonomies.casebook.dev")
    found.run_kubectl("wait", "--for=condition=Established", *names, "--timeout=30s")
    _wait_until_served(found)
    return found


def _wait_until_served(found: Cluster) -> None:
    """An established kind is not served yet: its storage answers 429 for a moment ("storage is (re)initializing")."""
    deadline = time.monotonic() + 30
    while True:
        try:
            found.run_kubectl("get", "investigations,taxonomies", "--all-namespaces")
        except ClusterError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


@pytest.fixture(scope="module")
def namespace(cluster: Cluster) -> Iterator[str]:
    """A namespace of this module's own."""
    name = f"test-{secrets.token_hex(4)}"
    cluster.run_kubectl("create", "namespace", name)
    yield name
    cluster.run_kubectl("delete", "namespace", name, "--wait=false")


@pytest.fixture
async def kube(cluster: Cluster) -> AsyncIterator[KubeClient]:
    """Casebook's client, as administrator."""
    async with await connect(cluster.kubeconfig) as client:
        yield client
