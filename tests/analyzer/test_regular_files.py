"""Whoever proposes a change to a repository may put a link to a device, or a pipe, where a file is read."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.foreign.mapping import ForeignMapping, read_mapping
from casebook_analyzer.foreign.rows import RowFormat, read_rows
from casebook_analyzer.taxonomy import read_overlays
from casebook_operator.evaluation.expected import read_expected

Reader = Callable[[Path], object]


def _overlay(path: Path) -> None:
    overlays, (problem,) = read_overlays([path])
    assert not overlays
    raise ConfigurationError(str(problem))


def _expected(path: Path) -> object:
    return read_expected(path.parent)


def _rows(path: Path) -> object:
    return list(read_rows(path, RowFormat.JSONL, cast("ForeignMapping", None)))


READERS: dict[str, Reader] = {"overlay": _overlay, "expected": _expected, "mapping": read_mapping, "rows": _rows}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("device", [True, False])
def test_what_is_no_file_is_not_read(reader: str, tmp_path: Path, *, device: bool) -> None:
    path = tmp_path / "expected.yaml"
    if device:
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    with pytest.raises(ConfigurationError, match="no regular file"):
        READERS[reader](path)


@pytest.mark.parametrize("text", ["[" * 60_000, "a: &a [x]\n" + "b: [" + "*a, " * 3_000 + "*a]\n", "x" * 70_000])
def test_what_a_golden_case_expects_has_the_limits_of_all_documents(text: str, tmp_path: Path) -> None:
    """Some thousand open brackets end a process that PyYAML reads in."""
    (tmp_path / "expected.yaml").write_text(text)
    with pytest.raises(ConfigurationError, match="cannot be used"):
        read_expected(tmp_path)


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    """So are the files of a mounted ConfigMap."""
    (tmp_path / "other").write_text("healthy: true")
    (tmp_path / "expected.yaml").symlink_to("other")
    assert read_expected(tmp_path).healthy
