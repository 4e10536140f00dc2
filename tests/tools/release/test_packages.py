"""The wheel holds the CRDs, and runs where nothing else of Casebook is."""

import zipfile
from pathlib import Path

import pytest

from tools.places import CRDS, ROOT
from tools.release import packages
from tools.release.errors import ReleaseError
from tools.release.versions import agreed


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packages.build(ROOT, tmp_path_factory.mktemp("dist"))


def test_the_wheel_runs_alone(wheel: Path, tmp_path: Path) -> None:
    packages.check_crds(wheel, CRDS)
    packages.check_installed(wheel, agreed(ROOT), tmp_path / "empty")


def test_a_wheel_of_another_version_is_noticed(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="and not 9"):
        packages.check_installed(wheel, "9.9.9", tmp_path / "empty")


def test_a_wheel_with_other_crds_is_noticed(tmp_path: Path) -> None:
    wheel = tmp_path / "casebook.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("casebook_operator/crds/investigations.yaml", "another")
    with pytest.raises(ReleaseError, match="CRDs"):
        packages.check_crds(wheel, CRDS)
