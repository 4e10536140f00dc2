"""Faults of every category on a real node, each told rightly; and healthy life beside them, which opens nothing."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from e2e.demo import world
from e2e.demo.world import World
from e2e.faults import healthy, load_faults
from e2e.faults.day import Day, bad_day
from e2e.faults.inject import inject_alone
from e2e.faults.surroundings import SETTINGS, leave, prepare

pytestmark = pytest.mark.usefixtures("node")

_PLACEHOLDERS = dict.fromkeys(("NODE", "API_HOST", "DEAD_HOST", "ROOT_DIRECTORY"), "x")
_ALL = load_faults(_PLACEHOLDERS)
_TOGETHER = [fault.name for fault in _ALL if not (fault.alone or fault.slow)]
_ALONE = [fault.name for fault in _ALL if fault.alone]


@pytest.fixture(scope="module")
def there() -> Iterator[World]:
    """A world of its own, whose operator does not wait for minutes before it believes a failure."""
    with TemporaryDirectory(prefix="casebook-faults-") as directory:
        built = world.build(Path(directory) / "world", SETTINGS)
        prepare(built)
        try:
            yield built
        finally:
            built.stop()
            leave(built)
            world.clear(Path(directory) / "world")


@pytest.fixture(scope="module")
def node(there: World) -> None:
    if there.standin is not None:
        pytest.skip("needs a node of our own: run as root on Linux")


@pytest.fixture(scope="module")
def day(there: World, node: None) -> Iterator[Day]:
    """All faults of workloads are injected at once, as on a bad day, and others go on with their work."""
    with bad_day(there) as begun:
        yield begun


@pytest.mark.parametrize("name", [scene.__name__ for scene in healthy.SCENARIOS])
def test_healthy_life_goes_on(day: Day, name: str) -> None:
    day.lived(name)


@pytest.mark.parametrize("name", _TOGETHER)
def test_a_fault_is_told_rightly_beside_all_others(day: Day, name: str) -> None:
    found = day.told(name)
    assert found.problems == [], day.report(found)


def test_healthy_life_has_opened_nothing(day: Day) -> None:
    assert day.world.investigations(healthy.NAMESPACE) == []


@pytest.mark.parametrize("name", _ALONE)
def test_a_fault_of_the_node_is_told_rightly_alone(day: Day, name: str) -> None:
    found = inject_alone(day.world, day.faults[name])
    assert found.problems == [], day.report(found)
