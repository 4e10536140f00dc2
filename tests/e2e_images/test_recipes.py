"""The cache is keyed by content, and nothing names a registry."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from e2e.images import CASEBOOK, PGVECTOR, ImageRecipe
from e2e.images.builder import _bytes
from e2e.images.recipes import REPOSITORY, SERVER

CONTAINERFILES = [REPOSITORY / "Containerfile", PGVECTOR.context / "Containerfile"]


def recipe(context: Path) -> ImageRecipe:
    (context / "Containerfile").write_text("FROM scratch\n")
    (context / "code").mkdir()
    (context / "code" / "a.py").write_text("1\n")
    return ImageRecipe("localhost/one:dev", context, ("Containerfile", "code"))


def test_another_content_is_another_image(tmp_path: Path) -> None:
    one = recipe(tmp_path)
    before = one.key()
    assert one.key() == before
    (tmp_path / "code" / "a.py").write_text("2\n")
    assert one.key() != before


def test_another_argument_is_another_image(tmp_path: Path) -> None:
    one = recipe(tmp_path)
    assert replace(one, arguments=(("EXTRAS", "parquet"),)).key() != one.key()


def test_compiled_files_do_not_count(tmp_path: Path) -> None:
    one = recipe(tmp_path)
    before = one.key()
    (tmp_path / "code" / "__pycache__").mkdir()
    (tmp_path / "code" / "__pycache__" / "a.pyc").write_bytes(b"x")
    assert one.key() == before


def test_everything_that_the_image_copies_counts_for_its_key() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (REPOSITORY / "Containerfile").read_text(), re.MULTILINE)
    parts = {name for line in copied for name in line.split()}
    assert parts <= set(CASEBOOK.parts)


def test_everything_that_the_image_copies_is_let_into_the_context() -> None:
    allowed = set(re.findall(r"^!(.+)$", (REPOSITORY / ".containerignore").read_text(), re.MULTILINE))
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (REPOSITORY / "Containerfile").read_text(), re.MULTILINE)
    assert {name for line in copied for name in line.split()} == allowed


def test_another_base_is_another_image(tmp_path: Path) -> None:
    one = recipe(tmp_path)
    assert replace(one, bases=(("BASE", SERVER),)).key() != one.key()


@pytest.mark.parametrize("path", CONTAINERFILES, ids=["casebook", "pgvector"])
def test_an_image_runs_as_a_number_that_is_not_root(path: Path) -> None:
    assert re.findall(r"^USER (\d+):(\d+)$", path.read_text(), re.MULTILINE)[-1] in {("10001", "10001"), ("999", "999")}


@pytest.mark.parametrize("path", CONTAINERFILES, ids=["casebook", "pgvector"])
def test_no_image_names_a_registry(path: Path) -> None:
    bases = re.findall(r"^(?:FROM|ARG BASE=)(\S+)", path.read_text(), re.MULTILINE)
    assert not [base for base in bases if "/" in base]


def test_sizes_are_read_as_buildah_prints_them() -> None:
    assert _bytes("629 MB") == 629_000_000
    assert _bytes("1.5 GB") == 1_500_000_000
