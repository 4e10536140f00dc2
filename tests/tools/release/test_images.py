"""A release names the image of PostgreSQL by its digest."""

from pathlib import Path

import pytest
import yaml

from tools.release.errors import ReleaseError
from tools.release.images import pinned

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
