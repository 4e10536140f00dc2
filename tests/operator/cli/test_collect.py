"""``casebook collect`` writes what ``casebook analyze`` reads."""

from pathlib import Path

import pytest

from casebook_operator import kube
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.offline.conftest import snapshot
from tests.operator.offline.samples import crash_loop


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster of files in the place of a real one."""

    class Connected:
        async def __aenter__(self) -> object:
            return snapshot(crash_loop())

        async def __aexit__(self, *_: object) -> None:
            pass

    async def connect(*_: object) -> Connected:
        return Connected()

    monkeypatch.setattr(kube, "connect", connect)


@pytest.mark.parametrize("target", ["shop/deployment/checkout", "shop/deploy/checkout", "shop/Deployments/checkout"])
def test_a_collected_folder_can_be_analysed(cluster: None, casebook: Casebook, tmp_path: Path, target: str) -> None:
    done = casebook("collect", target, "-o", "case")
    assert done.returncode == 0, done
    assert "4 objects, 1 events, 1 logs" in done.stdout
    assert "DATABASE_URL" in casebook("analyze", "case").stdout


def test_an_archive_can_be_analysed(cluster: None, casebook: Casebook, tmp_path: Path) -> None:
    assert casebook("collect", "shop/deployment/checkout", "-o", "case", "--tar").returncode == 0
    assert "DATABASE_URL" in casebook("analyze", "case.tar.gz").stdout


def test_a_node_needs_no_namespace(cluster: None, casebook: Casebook) -> None:
    assert casebook("collect", "node/w1", "-o", "case").returncode == 0


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("checkout", "names no object"),
        ("shop/deployment/", "names no object"),
        ("shop/thing/checkout", "names no object"),
        ("deployment/checkout", "is named NAMESPACE/KIND/NAME"),
        ("shop/node/w1", "is named KIND/NAME"),
        ("a/b/deployment/checkout", "is named NAMESPACE/KIND/NAME"),
        ("shop/deployment/gone", "There is no Deployment/shop/gone"),
    ],
)
def test_a_target_that_names_nothing_is_said(cluster: None, casebook: Casebook, target: str, said: str) -> None:
    assert said in sentence(casebook("collect", target, "-o", "case"))


def test_nothing_is_overwritten(cluster: None, casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "mine.txt").write_text("precious")
    assert "not empty" in sentence(casebook("collect", "shop/deployment/checkout", "-o", "case"))


def test_a_folder_that_cannot_be_made_is_said(cluster: None, casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in sentence(casebook("collect", "shop/deployment/checkout", "-o", "file/case"))
