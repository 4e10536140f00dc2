"""Real programs in pods of a real node: what they say is understood there as it is from their log alone."""

import pytest

from e2e.demo.world import World
from e2e.faults.surroundings import clear
from e2e.programs.on_node import Seen, play, scenes_of
from e2e.programs.scenes import programs

pytestmark = pytest.mark.usefixtures("node", "light")

_PROGRAM = "postgresql"
"""It comes from a wheel: nothing is fetched for it."""
_WAYS = ("no-right-to-its-folder", "disk-full-at-initdb")


@pytest.fixture(scope="module")
def told(here: World) -> dict[str, Seen]:
    program = programs()[_PROGRAM]
    faults = [fault for fault in program.broken if fault.name in _WAYS]
    clear(here)
    seen = play(here, list(scenes_of(_PROGRAM, program, faults)))
    clear(here)
    return {one.scene.fault.name: one for one in seen}


@pytest.mark.parametrize("way", _WAYS)
def test_a_program_that_fails_in_a_pod_is_understood(told: dict[str, Seen], way: str) -> None:
    seen = told[way]
    said = [case["status"]["summary"] for case in seen.cases]
    assert seen.right, (said, seen.state)
    assert seen.named, said
