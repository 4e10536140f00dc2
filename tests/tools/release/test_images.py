"""A release names the image of PostgreSQL, and the base of its own, by their digests."""

import re
from pathlib import Path

import pytest
import yaml

from tools.places import ROOT
from tools.release.errors import ReleaseError
from tools.release.images import pinned, pinned_base

DIGEST = f"sha256:{'0' * 64}"


def chart(root: Path, digest: str) -> Path:
    image = {"registry": "registry.example.com", "repository": "pgvector/pgvector", "tag": "pg18", "digest": digest}
    values = root / "charts" / "casebook" / "values.yaml"
    values.parent.mkdir(parents=True)
    values.write_text(yaml.safe_dump({"postgresql": {"image": image}}), encoding="utf-8")
    return root


def test_what_is_released_is_named_by_tag_and_digest(tmp_path: Path) -> None:
    assert pinned(chart(tmp_path, DIGEST)) == f"registry.example.com/pgvector/pgvector:pg18@{DIGEST}"


@pytest.mark.parametrize("digest", ["", "sha256:0", "latest"])
def test_without_a_digest_it_is_no_release_and_how_to_find_it_is_said(tmp_path: Path, digest: str) -> None:
    with pytest.raises(ReleaseError, match=r"imagetools inspect registry\.example\.com/pgvector/pgvector:pg18"):
        pinned(chart(tmp_path, digest))


def built_on(root: Path, base: str) -> Path:
    (root / "Containerfile").write_text(f"# ARG BASE=other\nARG BASE={base}\nARG BUILDER=${{BASE}}\n", encoding="utf-8")
    return root


def test_the_base_is_named_by_tag_and_digest(tmp_path: Path) -> None:
    assert pinned_base(built_on(tmp_path, f"python:3.13-slim@{DIGEST}")) == f"python:3.13-slim@{DIGEST}"


@pytest.mark.parametrize("base", ["python:3.13-slim", "python:3.13-slim@sha256:0", ""])
def test_without_a_digest_of_the_base_it_is_no_release(tmp_path: Path, base: str) -> None:
    with pytest.raises(ReleaseError, match="ARG BASE="):
        pinned_base(built_on(tmp_path, base))


def test_the_base_of_the_containerfile_is_found_whether_pinned_or_not() -> None:
    try:
        told = pinned_base(ROOT)
    except ReleaseError as error:
        told = str(error)
    assert re.search(r"python:3\.\d+-slim", told)
