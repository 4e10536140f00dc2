"""A lane imports the files that may hold a test of it, and leaves none of its tests out."""

from pathlib import Path

import pytest

from tests.marked import markers, may_hold
from tools.lanes.lane import LANES

TESTS = Path(__file__).parents[2]
OF_LANES = {"life", "shards", "cluster", "node", "browser", "model"}


@pytest.mark.parametrize(
    ("text", "lanes"),
    [
        ("def test_it(): ...", {"unit"}),
        ("@pytest.mark.model", {"unit", "model"}),
        ("pytestmark = [pytest.mark.cluster, pytest.mark.timeout(900)]", {"unit", "cluster"}),
        ("pytestmark = [pytest.mark.cluster, pytest.mark.life]", {"unit", "cluster", "life"}),
        ("@pytest.mark.cluster\n@pytest.mark.node", {"unit", "cluster", "node"}),
        ("pytest.param(1, marks=pytest.mark.browser)", {"unit", "browser"}),
    ],
)
def test_a_file_is_read_by_every_lane_that_its_markers_lead_to(tmp_path: Path, text: str, lanes: set[str]) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(text, encoding="utf-8")
    assert {lane.name for lane in LANES if may_hold(file, lane.marked)} == lanes


def test_markers_of_a_conftest_hold_for_its_folder() -> None:
    assert markers(TESTS / "e2e" / "test_demo.py") >= {"cluster", "node"}


def test_only_tests_and_conftests_give_the_markers_of_lanes() -> None:
    """A marker that a helper gives would be seen by nobody who reads the file of the test."""
    helpers = [file for file in TESTS.rglob("*.py") if file.name != "conftest.py" and not file.name.startswith("test_")]
    assert helpers
    assert [file.name for file in helpers if markers(file) - markers(file.parent / "conftest.py") & OF_LANES] == []
