"""Folders of built programs: whole or not there, however many processes build at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from e2e.cluster import build, tools
from e2e.cluster.gomodules import HELM, Recipe
from e2e.cluster.options import Options
from e2e.cluster.process import OWNER_ENV


def test_of_two_that_build_the_same_the_first_one_stays(tmp_path: Path) -> None:
    target = tmp_path / "modules" / "helm-1"
    with build.draft_of(target) as draft:
        (draft / "helm").write_text("mine", encoding="utf-8")
        target.mkdir()
        (target / "helm").write_text("theirs", encoding="utf-8")
    assert (target / "helm").read_text(encoding="utf-8") == "theirs"
    assert [path.name for path in target.parent.iterdir()] == ["helm-1"]


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "modules" / "helm-1"
    with pytest.raises(RuntimeError), build.draft_of(target):
        raise RuntimeError
    assert list(target.parent.iterdir()) == []


def test_a_target_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    target = tmp_path / "modules" / "helm-1"
    with pytest.raises(OSError, match="helm-1"), build.draft_of(target):
        target.write_text("a file", encoding="utf-8")


def test_of_two_that_build_the_same_one_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Recipe] = []

    def compile_slowly(recipe: Recipe, *_: object) -> None:
        time.sleep(0.1)
        built.append(recipe)

    monkeypatch.setattr(build, "_go_build", compile_slowly)
    with ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda _: build._built(HELM, tmp_path, tmp_path), range(2)))
    assert built == [HELM]
    assert found[0] == found[1]


def test_a_program_beside_a_cluster_is_built_for_whoever_asks_and_not_for_the_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the end of a cluster, another lane's, would end the build."""
    owners: list[str | None] = []

    def compiles(_what: str, _argv: object, _folder: Path, env: dict[str, str], log: Path) -> None:
        owners.append(env.get(OWNER_ENV))
        log.touch()
        (log.parent / "helm").touch()

    monkeypatch.setenv(OWNER_ENV, "the-lane")
    monkeypatch.setattr(build, "run_go", compiles)
    monkeypatch.setattr(build, "require_go", lambda _: None)
    tools.helm(Options(state_dir=tmp_path / "cluster", cache_dir=tmp_path / "cache"))
    build.build([HELM], tmp_path / "other", tmp_path / "cluster")
    assert owners == ["the-lane", str(tmp_path / "cluster")]
