"""Fixtures of a real API server, for every conftest that imports them."""

import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

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


@contextmanager
def paper_node(cluster: Cluster, called: str, **spec: Any) -> Iterator[str]:
    """A node that no kubelet stands for, until the context ends; its name begins with what it is called.

    A pod of a node that does not exist is deleted after 40 s (kubernetes: pkg/controller/podgc).
    """
    name = f"{called}-{secrets.token_hex(4)}"
    body = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "spec": spec}
    cluster.run_kubectl("create", "-f", "-", stdin=json.dumps(body))
    yield name
    cluster.run_kubectl("delete", "node", name, "--wait=false")


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
