"""A node that a killed run left behind does not stand in the way of the next one."""

from pathlib import Path

import pytest

from e2e.cluster import lifecycle, network, process
from e2e.cluster.errors import ClusterBusyError, ClusterError
from e2e.cluster.options import Options
from e2e.cluster.state import State, StateDir

_HANDLE = process.Handle(1, "1")


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StateDir:
    """The folder of another cluster, whose mark the bridge of this machine carries."""
    where = StateDir(tmp_path / "theirs")
    where.create()
    where.save(State(mode="control-plane"))
    monkeypatch.setattr(network, "bridge_owner", lambda: str(where.path))
    return where


def _up(tmp_path: Path, *, allow_node: bool = True) -> None:
    # With a kubeconfig that leads nowhere it ends as soon as it has seen to the machine.
    nowhere = tmp_path / "kubeconfig"
    nowhere.touch()
    with pytest.raises(ClusterError) as ended:
        lifecycle.up(Options(state_dir=tmp_path / "ours", kubeconfig=nowhere, allow_node=allow_node))
    assert not isinstance(ended.value, ClusterBusyError)


def test_what_no_process_of_it_uses_any_more_is_removed(theirs: StateDir, tmp_path: Path) -> None:
    _up(tmp_path)
    assert theirs.load() is None


def test_who_wants_no_node_leaves_it_to_who_does(theirs: StateDir, tmp_path: Path) -> None:
    """Lanes start together: those that removed it kept its own lane out, and three of them ended at once."""
    _up(tmp_path, allow_node=False)
    assert theirs.load() is not None


def test_what_lives_is_left_alone(theirs: StateDir, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "marked", lambda owner: [_HANDLE] if owner == theirs.path else [])
    _up(tmp_path)
    assert theirs.load() is not None


def test_what_lives_for_a_run_that_is_gone_is_removed(
    theirs: StateDir, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "marked", lambda owner: [_HANDLE] if owner == theirs.path and theirs.load() else [])
    monkeypatch.setattr(process, "stop", lambda _: None)
    theirs.save(State(mode="control-plane", run=process.this().text))
    _up(tmp_path)
    assert theirs.load() is not None
    theirs.save(State(mode="control-plane", run="1 never"))
    _up(tmp_path)
    assert theirs.load() is None


def test_what_another_command_is_about_to_start_is_left_alone(theirs: StateDir, tmp_path: Path) -> None:
    with theirs.locked():
        _up(tmp_path)
    assert theirs.load() is not None


def test_a_cluster_of_a_run_that_is_gone_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "_answers", lambda _: True)
    where = StateDir(tmp_path / "state")
    where.create()
    for run, found in (("", True), (process.this().text, True), ("1 never", False)):
        where.save(State(mode="given", phase="running", run=run))
        assert (lifecycle.current(where.path) is not None) is found
