"""What is wrong with a cluster or a port is said when the operator starts."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.cluster import Cluster
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.kubeconfigs import kubeconfig
from tests.operator.sensor.scripted import ScriptedServer


@pytest.fixture
def without_crd(tmp_path: Path) -> Iterator[str]:
    """A kubeconfig of a server that never heard of Investigations, in a thread: the command has a loop of its own."""
    started, stop = threading.Event(), threading.Event()
    url: list[str] = []

    async def serve() -> None:
        async with ScriptedServer().serving() as address:
            url.append(address)
            started.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert started.wait(20)
    yield str(kubeconfig(tmp_path / "config", url[0] + "/nowhere"))
    stop.set()
    thread.join()


def test_a_cluster_without_the_crd(casebook: Casebook, without_crd: str, dsn: str) -> None:
    said = sentence(casebook("operator", "--kubeconfig", without_crd, CASEBOOK_DATABASE__URL=dsn))
    assert "casebook crds | kubectl apply -f -" in said


@pytest.mark.cluster
def test_a_port_in_use(casebook: Casebook, cluster: Cluster, dsn: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        config = str(cluster.kubeconfig)
        done = casebook("operator", "--kubeconfig", config, CASEBOOK_DATABASE__URL=dsn, CASEBOOK_HTTP__PORT=port)
    assert f"127.0.0.1:{port}" in sentence(done)


@pytest.mark.cluster
def test_doctor_finds_nothing_broken_where_all_is_well(casebook: Casebook, cluster: Cluster, dsn: str) -> None:
    done = casebook("doctor", "--kubeconfig", str(cluster.kubeconfig), CASEBOOK_DATABASE__URL=dsn)
    assert done.returncode == 0, done
    assert "broken" not in done.stdout
