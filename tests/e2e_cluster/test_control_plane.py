"""What is read of a control plane while it starts."""

from pathlib import Path

import pytest

from e2e.cluster import control_plane
from e2e.cluster.state import StateDir

_PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


@pytest.fixture
def where(tmp_path: Path) -> StateDir:
    found = StateDir(tmp_path)
    control_plane.ca_file(found).parent.mkdir()
    return found


def test_a_certificate_is_read_when_all_of_it_is_there(where: StateDir) -> None:
    """A kubeconfig with half of it would reach nobody for ever."""
    assert not control_plane.ca_is_written(where)
    for half in ("", _PEM[:30], _PEM[:-1], _PEM + _PEM[:30]):
        control_plane.ca_file(where).write_text(half)
        assert not control_plane.ca_is_written(where)
    control_plane.ca_file(where).write_text(_PEM + _PEM)
    assert control_plane.ca_is_written(where)
