"""Which cluster is taken, and that the default kubeconfig never is."""

from pathlib import Path

import pytest

from e2e.cluster.errors import ClusterError
from e2e.cluster.options import Options, default_state_dir, named_kubeconfig
from e2e.cluster.sources import Facts, Source, choose

NO_KIND = Facts(kind_works=lambda: False)
KIND = Facts(kind_works=lambda: True)


def options(tmp_path: Path, **given: object) -> Options:
    return Options(**{"kubeconfig": None, "assets": None, "state_dir": tmp_path, **given})  # type: ignore[arg-type]


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    folder = tmp_path / "assets"
    folder.mkdir()
    for name in ("etcd", "kube-apiserver", "kubectl"):
        (folder / name).touch()
    return folder


@pytest.fixture
def kubeconfig(tmp_path: Path) -> Path:
    path = tmp_path / "named"
    path.touch()
    return path


def test_a_named_kubeconfig_comes_before_everything(tmp_path: Path, kubeconfig: Path, assets: Path) -> None:
    assert choose(options(tmp_path, kubeconfig=kubeconfig, assets=assets), KIND) is Source.GIVEN


def test_kind_comes_before_assets(tmp_path: Path, assets: Path) -> None:
    assert choose(options(tmp_path, assets=assets), KIND) is Source.KIND


def test_assets_come_before_a_build(tmp_path: Path, assets: Path) -> None:
    assert choose(options(tmp_path, assets=assets), NO_KIND) is Source.ASSETS


def test_a_build_is_the_last_resort(tmp_path: Path) -> None:
    assert choose(options(tmp_path), NO_KIND) is Source.BUILT


def test_kind_can_be_switched_off(tmp_path: Path) -> None:
    assert choose(options(tmp_path, allow_kind=False), KIND) is Source.BUILT


def test_a_missing_named_kubeconfig_is_an_error_and_no_reason_to_look_further(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="does not exist"):
        choose(options(tmp_path, kubeconfig=tmp_path / "gone"), KIND)


def test_incomplete_assets_are_an_error(tmp_path: Path, assets: Path) -> None:
    (assets / "etcd").unlink()
    with pytest.raises(ClusterError, match="has no etcd"):
        choose(options(tmp_path, assets=assets), NO_KIND)


def test_kind_is_not_asked_when_a_cluster_is_named(tmp_path: Path, kubeconfig: Path) -> None:
    def never() -> bool:
        raise AssertionError("the Docker engine was asked")

    assert choose(options(tmp_path, kubeconfig=kubeconfig), Facts(kind_works=never)) is Source.GIVEN


def test_the_default_kubeconfig_is_never_read() -> None:
    assert named_kubeconfig({"KUBECONFIG": "/production", "HOME": "/home/me"}) is None
    assert named_kubeconfig({"CASEBOOK_E2E_KUBECONFIG": "/mine"}) == Path("/mine")


def test_options_take_the_named_cluster_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", "/production")
    monkeypatch.delenv("CASEBOOK_E2E_KUBECONFIG", raising=False)
    assert Options().kubeconfig is None
    monkeypatch.setenv("CASEBOOK_E2E_KUBECONFIG", "/mine")
    assert Options().kubeconfig == Path("/mine")


def test_the_state_dir_is_short_enough_for_a_socket() -> None:
    longest = default_state_dir({}) / "containerd" / "containerd.sock.ttrpc"
    assert len(str(longest)) < 100
