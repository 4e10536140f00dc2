"""One look at a cluster that does not come about ends nothing, and one that never does tells why."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

from e2e.cluster import Cluster, ClusterError

REFUSED = "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?"


@pytest.fixture(autouse=True)
def _without_pauses() -> Iterator[None]:
    with stamina.set_testing(True, attempts=6, cap=True):
        yield


def cluster(folder: Path, *answers: str) -> Cluster:
    """A cluster whose kubectl fails with one answer after the other, and then prints a Pod."""
    program = folder / "kubectl"
    failures = "\n".join(
        f"{number}) cat {_file(folder, number, said)} >&2; exit 1;;" for number, said in enumerate(answers)
    )
    program.write_text(
        f"""#!/bin/sh
number=$(cat {folder}/count 2>/dev/null || echo 0)
echo $((number + 1)) > {folder}/count
case $number in
{failures}
esac
echo "$@"
"""
    )
    program.chmod(0o755)
    return Cluster(folder / "kubeconfig", "given", False, None, folder, program)


def _file(folder: Path, number: int, said: str) -> Path:
    path = folder / f"said-{number}"
    path.write_text(said)
    return path


def looks(folder: Path) -> int:
    return int((folder / "count").read_text())


@pytest.mark.parametrize(
    "said",
    [
        REFUSED,
        "Unable to connect to the server: net/http: TLS handshake timeout",
        "E1016 12:00:00.000000 memcache.go:265] couldn't get current server API group list: EOF\n" + REFUSED,
        "Error from server (ServiceUnavailable): the server is currently unable to handle the request",
        "Error from server (Timeout): the server was unable to return a response in the time allotted",
        "Error from server: etcdserver: leader changed",
    ],
)
def test_a_look_that_did_not_reach_the_server_is_repeated(tmp_path: Path, said: str) -> None:
    assert "get pods" in cluster(tmp_path, said, said).run_kubectl("get", "pods")
    assert looks(tmp_path) == 3


def test_a_server_that_is_never_reached_is_told_with_the_words_of_kubectl(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match=r"kubectl get pods failed: The connection .* was refused"):
        cluster(tmp_path, *[REFUSED] * 20).run_kubectl("get", "pods")
    assert 1 < looks(tmp_path) < 20


@pytest.mark.parametrize(
    "said",
    [
        'Error from server (NotFound): pods "shop" not found',
        'Error from server (InternalError): Internal error occurred: failed calling webhook "a.b": connection refused',
        "error: timed out waiting for the condition on pods/shop",
        "error: You must be logged in to the server (Unauthorized)",
    ],
)
def test_an_answer_is_an_answer_whatever_it_says(tmp_path: Path, said: str) -> None:
    with pytest.raises(ClusterError, match="failed: "):
        cluster(tmp_path, said).run_kubectl("get", "pods")
    assert looks(tmp_path) == 1
