"""What is written down survives, and what we did not write is refused."""

import json
import os
import threading
import time
from pathlib import Path

import pytest

from e2e.cluster import lifecycle
from e2e.cluster.errors import ClusterError
from e2e.cluster.options import Options
from e2e.cluster.state import Component, State, StateDir, parse


@pytest.fixture
def where(tmp_path: Path) -> StateDir:
    found = StateDir(tmp_path / "state")
    found.create()
    return found


def test_a_state_is_read_back_as_it_was_written(where: StateDir) -> None:
    state = State(mode="node", bridge="casebook0", components=[Component("etcd", ["/bin/etcd"], "/log", 7, "123")])
    where.save(state)
    assert where.load() == state


def test_no_file_is_no_cluster(where: StateDir, tmp_path: Path) -> None:
    assert where.load() is None
    assert StateDir(tmp_path / "never").load() is None


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"version": 1}', '{"version": 2, "components": []}', '{"version": 1, "components": [{}]}'],
)
def test_a_state_that_we_did_not_write_is_an_error(text: str) -> None:
    with pytest.raises(ClusterError):
        parse(text)


def test_the_state_dir_is_private(where: StateDir) -> None:
    assert where.path.stat().st_mode & 0o777 == 0o700
    assert where.write("auth/token", "secret").stat().st_mode & 0o777 == 0o600


def test_a_link_in_the_place_of_the_state_dir_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "state").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ClusterError, match="not a folder of the current user"):
        StateDir(tmp_path / "state").create()


def test_of_two_commands_at_once_one_waits_for_the_other(where: StateDir, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[str] = []

    def second() -> None:
        with StateDir(where.path).locked():
            done.append("second")

    waiting = threading.Thread(target=second)
    with where.locked():
        waiting.start()
        while "waiting for another cluster command" not in capsys.readouterr().err:
            time.sleep(0.01)
        done.append("first")
    waiting.join()
    assert done == ["first", "second"]


def test_a_command_does_not_wait_for_ever(where: StateDir) -> None:
    with (
        where.locked(),
        pytest.raises(ClusterError, match="another cluster command"),
        StateDir(where.path).locked(patience=0),
    ):
        pytest.fail("both hold the lock")


def test_an_unknown_component_is_named_with_those_that_exist() -> None:
    state = State(mode="node", components=[Component("etcd", [], "")])
    with pytest.raises(ClusterError, match="there are: etcd"):
        state.component("kubelett")


def test_a_component_with_a_recycled_pid_does_not_run() -> None:
    assert not Component("etcd", [], "", os.getpid(), "1").running
    assert not Component("etcd", [], "").running


def test_down_without_a_cluster_is_no_error(tmp_path: Path) -> None:
    lifecycle.down(tmp_path / "never")
    assert not (tmp_path / "never").exists()


def test_down_survives_a_state_that_cannot_be_read(where: StateDir) -> None:
    where.file.write_text("{")
    lifecycle.down(where.path)
    assert not where.file.exists()


def test_nothing_is_current_before_the_first_up(tmp_path: Path) -> None:
    assert lifecycle.current(tmp_path / "never") is None


def test_a_half_started_cluster_is_not_current(where: StateDir) -> None:
    where.save(State(mode="node", phase="starting"))
    assert lifecycle.current(where.path) is None


def test_a_healthy_cluster_is_not_replaced_by_another_that_is_named(
    where: StateDir, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where.save(State(mode="node", phase="running", kubeconfig="/mine"))
    monkeypatch.setattr(lifecycle, "healthy", lambda _: True)
    other = tmp_path / "other"
    other.touch()
    with pytest.raises(ClusterError, match="run `make cluster-down` first"):
        lifecycle.up(Options(kubeconfig=other, state_dir=where.path))
    assert json.loads(where.file.read_text())["kubeconfig"] == "/mine"


def test_a_failed_start_leaves_only_logs(where: StateDir, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(where: StateDir, *_: object) -> State:
        where.save(State(mode="control-plane"))
        (where.logs / "etcd.log").write_text("no")
        raise ClusterError("no")

    monkeypatch.setattr(lifecycle, "_start", fail)
    with pytest.raises(ClusterError, match=r"^no$"):
        lifecycle.up(Options(kubeconfig=None, assets=None, allow_kind=False, state_dir=where.path))
    assert sorted(path.name for path in where.path.iterdir()) == ["lock", "logs"]
