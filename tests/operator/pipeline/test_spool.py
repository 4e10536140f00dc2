"""Evidence on disk is whole or absent, and a disk that cannot be written is said at the start."""

import os
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.pipeline.spool import Spool, SpooledCase
from tests.operator.builders import at, bundle

CASE = SpooledCase(id="uid-1", namespace="shop", name="checkout-1", episode=1, opened_at=at(), bundle=bundle())


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    made = Spool(tmp_path / "state" / "spool")
    made.prepare()
    return made


def folder(spool: Spool) -> Path:
    return spool._directory


def test_what_was_put_is_got_back_until_it_is_removed(spool: Spool) -> None:
    spool.put(CASE)
    assert spool.get("uid-1") == CASE
    assert spool.ids() == ["uid-1"]
    spool.remove("uid-1")
    spool.remove("uid-1")
    assert spool.get("uid-1") is None
    assert spool.ids() == []


def test_what_was_put_survives_the_process(spool: Spool) -> None:
    spool.put(CASE)
    again = Spool(folder(spool))
    again.prepare()
    assert again.get("uid-1") == CASE


def test_a_file_reached_the_disk_before_it_got_its_name(spool: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(descriptor: int) -> None:
        steps.append("fsync")
        fsync(descriptor)

    def noted_replace(self: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    spool.put(CASE)
    assert steps == ["fsync", "rename", "fsync"]


def test_a_write_that_was_cut_off_leaves_nothing_to_be_read(spool: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="Input/output"):
        spool.put(CASE)
    assert spool.ids() == []
    assert spool.get("uid-1") is None
    spool.prepare()
    assert list(folder(spool).iterdir()) == []


def test_putting_a_case_again_replaces_it(spool: Spool) -> None:
    spool.put(CASE)
    spool.put(SpooledCase(id="uid-1", namespace="shop", name="x", episode=2, opened_at=at(), bundle=bundle()))
    found = spool.get("uid-1")
    assert found is not None
    assert found.episode == 2


@pytest.mark.parametrize("content", [b"", b"{", b'{"id": 5}', b"\xff\xfe", b"null"])
def test_a_file_that_cannot_be_read_is_removed_so_that_evidence_is_gathered_again(spool: Spool, content: bytes) -> None:
    (folder(spool) / "uid-1.case.json").write_bytes(content)
    assert spool.get("uid-1") is None
    assert spool.ids() == []


def test_only_the_owner_may_read_evidence(spool: Spool) -> None:
    assert folder(spool).stat().st_mode & 0o077 == 0


def test_a_directory_that_cannot_be_made_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigurationError, match="CASEBOOK_EVIDENCE__SPOOL"):
        Spool(tmp_path / "file" / "spool").prepare()


def test_a_directory_that_cannot_be_written_is_said_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(ConfigurationError, match="not writable"):
        Spool(tmp_path).prepare()


def test_prometheus_sees_what_lies_there_also_after_a_restart(spool: Spool) -> None:
    spool.put(CASE)
    Spool(folder(spool)).prepare()
    assert REGISTRY.get_sample_value("casebook_spool_cases") == 1
    spool.remove(CASE.id)
    assert REGISTRY.get_sample_value("casebook_spool_cases") == 0
