"""Faults of every category on a real node, each told rightly; and healthy life, which opens nothing."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from e2e.demo import world
from e2e.demo.world import World
from e2e.faults import healthy, load_faults
from e2e.faults.inject import inject, inject_into_node, outcome_at_last
from e2e.faults.surroundings import SETTINGS, clear, faults_for, prepare

pytestmark = pytest.mark.usefixtures("node")

_PLACEHOLDERS = dict.fromkeys(("NODE", "API_HOST", "DEAD_HOST", "ROOT_DIRECTORY"), "x")
_ALL = load_faults(_PLACEHOLDERS)
_OF_WORKLOADS = [fault.name for fault in _ALL if not fault.of_node]
_OF_THE_NODE = [fault.name for fault in _ALL if fault.of_node]


@pytest.fixture(scope="module")
def there() -> Iterator[World]:
    """A world of its own, whose operator does not wait for minutes before it believes a failure."""
    with TemporaryDirectory(prefix="casebook-faults-") as directory:
        built = world.build(Path(directory) / "world", SETTINGS)
        prepare(built)
        try:
            yield built
        finally:
            clear(built)
            built.stop()
            world.clear(Path(directory) / "world")


@pytest.fixture(scope="module")
def node(there: World) -> None:
    if there.standin is not None:
        pytest.skip("needs a node of our own: run as root on Linux")


@pytest.fixture(scope="module")
def deadline(there: World, node: None) -> float:
    """All faults of workloads are injected at once, as on a bad day; until when their Investigations may come."""
    return inject(there, faults_for(there))


@pytest.mark.parametrize("scenario", healthy.SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_healthy_life_opens_nothing(there: World, scenario: healthy.Scenario) -> None:
    scenario(there)
    assert there.investigations(healthy.NAMESPACE) == []


@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("default:.* had to be injected twice")
@pytest.mark.parametrize("name", _OF_WORKLOADS)
def test_a_fault_of_a_workload_is_told_rightly(there: World, deadline: float, name: str) -> None:
    fault = next(fault for fault in faults_for(there) if fault.name == name)
    found = outcome_at_last(there, fault, deadline)
    if found.at_first:
        warnings.warn(f"{name} had to be injected twice: {found.at_first}", stacklevel=1)
    assert found.problems == []


def test_healthy_life_has_opened_nothing_in_the_end(there: World, deadline: float) -> None:
    assert there.investigations(healthy.NAMESPACE) == []


@pytest.mark.parametrize("name", _OF_THE_NODE)
def test_a_fault_of_the_node_is_told_rightly(there: World, deadline: float, name: str) -> None:
    fault = next(fault for fault in faults_for(there) if fault.name == name)
    assert inject_into_node(there, fault).problems == []
