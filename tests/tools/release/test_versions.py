"""The version is one, wherever it is written."""

import shutil
from pathlib import Path

import pytest

from tools.places import ROOT
from tools.release.errors import ReleaseError
from tools.release.versions import agreed

WRITTEN = ("pyproject.toml", "charts/casebook/Chart.yaml", "deploy/kustomize/install.yaml")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in WRITTEN:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_versions_of_this_repository_agree(copy: Path) -> None:
    assert agreed(copy) == agreed(ROOT)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_version_that_was_forgotten_is_named(copy: Path, name: str) -> None:
    now = agreed(ROOT)
    text = (copy / name).read_text(encoding="utf-8")
    (copy / name).write_text(
        text.replace(f'version = "{now}"', 'version = "9.9.9"')
        .replace(f"version: {now}", "version: 9.9.9")
        .replace(f"casebook:{now}", "casebook:9.9.9"),
        encoding="utf-8",
    )
    with pytest.raises(ReleaseError, match=r"differ: .*9\.9\.9"):
        agreed(copy)
