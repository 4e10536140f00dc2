"""A bad day: all faults of workloads at once, and healthy life beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from e2e.demo.world import World
from e2e.faults.fault import Fault
from e2e.faults.healthy import BESIDE_FAULTS, drain
from e2e.faults.inject import Outcome, inject, outcome
from e2e.faults.surroundings import faults_for


@dataclass(frozen=True)
class Day:
    """What was begun, and where to ask what came of it."""

    world: World
    faults: Mapping[str, Fault]
    deadline: float
    """Until when the Investigations of the faults may come (monotonic seconds)."""
    life: Mapping[str, Future[None]]

    def told(self, name: str) -> Outcome:
        """What came of a fault of a workload."""
        return outcome(self.world, self.faults[name], self.deadline)

    def report(self, found: Outcome) -> str:
        """What Casebook reports of it, for whoever wonders."""
        return self.world.report(found.case) if found.case else ""

    def lived(self, name: str) -> None:
        """Wait until a scene of healthy life is over. Raises what went wrong in it."""
        self.life[name].result()


@contextmanager
def bad_day(world: World) -> Iterator[Day]:
    """Begin everything.

    The drain is over first: of a cordoned node the scheduler says nothing else, and no fault would be told rightly.
    """
    faults = {fault.name: fault for fault in faults_for(world)}
    with ThreadPoolExecutor(max_workers=len(BESIDE_FAULTS)) as people:
        drained = people.submit(drain, world)
        drained.exception()
        life = {drain.__name__: drained} | {scene.__name__: people.submit(scene, world) for scene in BESIDE_FAULTS}
        yield Day(world, faults, inject(world, faults.values()), life)
