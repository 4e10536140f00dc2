"""A bad day: all faults of workloads at once, and healthy life beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from e2e.demo.world import World
from e2e.faults.fault import Fault
from e2e.faults.healthy import BESIDE_FAULTS, drain
from e2e.faults.inject import inject
from e2e.faults.surroundings import faults_for
from e2e.faults.telling import Outcome, tell


@dataclass(frozen=True)
class Day:
    """What was begun, and where to ask what came of it."""

    world: World
    faults: Mapping[str, Fault]
    outcomes: Mapping[str, Future[Outcome]]
    life: Mapping[str, Future[None]]

    def told(self, name: str) -> Outcome:
        """Wait until it is decided what came of a fault."""
        return self.outcomes[name].result()

    def report(self, found: Outcome) -> str:
        """What Casebook reports of it, for whoever wonders."""
        return "\n".join(self.world.report(case) for case in found.cases)

    def lived(self, name: str) -> None:
        """Wait until a scene of healthy life is over. Raises what went wrong in it."""
        self.life[name].result()


@contextmanager
def bad_day(world: World) -> Iterator[Day]:
    """Begin everything.

    The drain is over first: of a cordoned node the scheduler says nothing else, and no fault would be told rightly.
    """
    faults = {fault.name: fault for fault in faults_for(world)}
    together = [fault for fault in faults.values() if not (fault.alone or fault.slow)]
    with ThreadPoolExecutor(max_workers=len(BESIDE_FAULTS) + 1) as people:
        drained = people.submit(drain, world)
        drained.exception()
        life = {drain.__name__: drained} | {scene.__name__: people.submit(scene, world) for scene in BESIDE_FAULTS}
        until = inject(world, together)
        outcomes: dict[str, Future[Outcome]] = {fault.name: Future() for fault in together}
        people.submit(_tell, world, together, outcomes, until)
        yield Day(world, faults, outcomes, life)


def _tell(world: World, faults: Sequence[Fault], outcomes: Mapping[str, Future[Outcome]], until: float) -> None:
    """Whoever waits hears of an error, too."""
    try:
        tell(world, faults, lambda found: outcomes[found.fault.name].set_result(found), until)
    except BaseException as error:
        for outcome in outcomes.values():
            if not outcome.done():
                outcome.set_exception(error)
        raise
