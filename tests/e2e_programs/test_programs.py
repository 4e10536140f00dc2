"""Scenes with real programs: what is written of them, and that what is kept is what they say."""

import os
from pathlib import Path

import pytest
import yaml

from casebook_analyzer.models import Category
from e2e.programs import cluster_logs, writing
from e2e.programs.cage import Said
from e2e.programs.scenes import Fault, programs


def test_every_scene_of_healthy_life_has_its_log_and_every_log_its_scene() -> None:
    scenes = {f"{name}/{scene}" for name, program in programs().items() for scene in program.healthy}
    logs = {f"{path.parent.name}/{path.stem}" for path in writing.HEALTHY.glob("*/*.log")}
    assert scenes == {log for log in logs if not log.startswith("kubernetes/")}


def test_every_fault_has_its_words() -> None:
    for name, program in programs().items():
        caged = {fault.name for fault in program.broken if fault.caged}
        if not caged:
            continue
        kept = yaml.safe_load((writing.SAID / f"{name}-faults.yaml").read_text(encoding="utf-8"))["cases"]
        names = {case["name"] for case in kept}
        assert caged <= names <= {fault.name for fault in program.broken}


def test_the_version_of_every_program_is_known() -> None:
    known = yaml.safe_load((writing.HEALTHY / "versions.yaml").read_text(encoding="utf-8"))
    assert {name for name, program in programs().items() if program.healthy} <= set(known)
    assert all(known.values())


def test_a_log_keeps_both_ends_and_nothing_of_the_machine() -> None:
    rows = [f"line {n}" for n in range(500)]
    kept = writing.cut(
        "\n".join(["\x1b[31mred\x1b[0m", *rows, f"kernel {os.uname().release}", "x" * 9_000])
    ).splitlines()
    assert len(kept) == 200
    assert kept[0] == "red"
    assert os.uname().release not in "".join(kept)
    assert max(map(len, kept)) < 2_000


def test_what_was_said_of_other_faults_before_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "SAID", tmp_path)
    for name in ("port", "disk"):
        fault = Fault(name=name, category=Category.CONFIG_ERROR.value, script="", names=("80",))
        writing.write_broken("web", "1.2", [(fault, Said(f"{name}: no\n", 1))])
    written = (tmp_path / "web-faults.yaml").read_text(encoding="utf-8")
    assert [case["log"] for case in yaml.safe_load(written)["cases"]] == ["port: no\n", "disk: no\n"]
    assert written.count("log: |") == 2


def test_logs_of_a_cluster_are_cut_to_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "HEALTHY", tmp_path / "healthy")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "etcd.log").write_text(f"opened {tmp_path}/data\n" * 130, encoding="utf-8")
    cluster_logs.take(tmp_path)
    pieces = sorted((tmp_path / "healthy" / "kubernetes").glob("*.log"))
    assert [piece.name for piece in pieces] == ["etcd-1.log", "etcd-2.log"]
    assert "opened /var/lib/casebook/data" in pieces[0].read_text(encoding="utf-8")
    assert str(tmp_path) not in pieces[0].read_text(encoding="utf-8")
