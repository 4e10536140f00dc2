"""Fixtures of a real API server, for every conftest that imports them."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from casebook_operator.kube import KubeClient, connect
from e2e import cluster as clusters
from e2e.cluster import Cluster
from tests.crds.schema import CRD_FILE


@pytest.fixture(scope="session")
def cluster() -> Cluster:
    """A real cluster that knows Investigations and Taxonomies."""
    found = clusters.up()
    found.run_kubectl("apply", "--server-side", "--force-conflicts", "-f", str(CRD_FILE.parent))
    found.wait_until_served("investigations", "taxonomies")
    return found


@contextmanager
def namespaces(cluster: Cluster, *called: str) -> Iterator[list[str]]:
    """New namespaces, whose names begin with what they are called, until the context ends."""
    tail = secrets.token_hex(4)
    names = [f"test-{name}-{tail}" for name in called]
    for name in names:
        cluster.run_kubectl("create", "namespace", name)
    yield names
    cluster.run_kubectl("delete", "namespace", *names, "--wait=false")


@pytest.fixture(scope="module")
def namespace(cluster: Cluster) -> Iterator[str]:
    """A namespace of this module's own."""
    with namespaces(cluster, "own") as (name,):
        yield name


@pytest.fixture
async def kube(cluster: Cluster) -> AsyncIterator[KubeClient]:
    """Casebook's client, as administrator."""
    async with await connect(cluster.kubeconfig) as client:
        yield client
