"""Tells how faults go on: looks at all Investigations together, and does the next step of each that is that far."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from e2e.cluster import ClusterError
from e2e.demo.errors import DemoError
from e2e.demo.world import World
from e2e.faults.expected import Case, Verdict, judged, names_all
from e2e.faults.fault import Fault, Step, listed
from e2e.faults.kills import Interruptions, Kill, Kills
from e2e.faults.surroundings import heal_node

CASE_SECONDS = 400.0
"""Since a batch was injected, or a step was done. A wait ends when what is expected is there, and a machine that is
busy is no fault."""
_LOOK_SECONDS = 1.0
NOTHING = "no case"


@dataclass(frozen=True)
class Outcome:
    """What came of a fault."""

    fault: Fault
    cases: tuple[Case, ...]
    """Those that were expected, as they were at the end."""
    problems: list[str]
    """What is not as expected. Empty when all is."""
    kills: tuple[Kill, ...] = ()
    """When the operator was killed meanwhile."""
    named: bool | None = None
    """Whether the summaries of the first conclusions named the cause; None where no words are asked for."""


@dataclass(eq=False)
class _Story:
    """How far a fault is: the first chapter is its injection, and each step is one more."""

    world: World
    fault: Fault
    until: float
    """Until when the chapter may take (monotonic seconds)."""
    interruptions: Interruptions
    known: str = NOTHING
    """Of this chapter, by the last look."""
    told: int = 0
    """How many steps were begun."""
    waits: bool = False
    """Whether the next step waits until its time has come."""
    held_since: float | None = None
    named: bool | None = None

    def __post_init__(self) -> None:
        self.interruptions.begin()

    def was_killed(self, at: float) -> None:
        """Note that the operator was killed at that time, and is back. From now on all must stay as it is for long."""
        self.interruptions.happened(at, self.known)
        if self.held_since is not None:
            self.held_since = time.monotonic()

    @property
    def step(self) -> Step | None:
        """The step that is being told, or that comes next; None after the injection."""
        if self.waits:
            return self.fault.then[self.told]
        return self.fault.then[self.told - 1] if self.told else None

    def look(self, cases: Sequence[Case]) -> Outcome | None:
        """Go on as far as that is possible now. Returns what came of the fault when that is decided."""
        try:
            return self._begin() if self.waits else self._judge(cases)
        except (ClusterError, DemoError) as error:
            return self._ended(Verdict(), [str(error)])

    def _begin(self) -> Outcome | None:
        step = self.fault.then[self.told]
        if not all(_holds(self.world, self.fault, line) for line in step.when):
            late = time.monotonic() > self.until
            return self._ended(Verdict(), [f"it never came to {', '.join(step.when)}"]) if late else None
        _do(self.world, self.fault, step)
        self.told, self.waits, self.held_since = self.told + 1, False, None
        self.until = time.monotonic() + CASE_SECONDS
        self.known = NOTHING
        self.interruptions.begin()
        return None

    def _judge(self, cases: Sequence[Case]) -> Outcome | None:
        """The first conclusion has to be right at once; later ones come when what was done shows."""
        step, now = self.step, time.monotonic()
        expected = self.fault.expected if step is None else listed(step.expect)
        verdict = judged(expected, [case for case in cases if _concerns(self.fault, case)])
        self.known = _known(verdict)
        if verdict.complete and step is None and self.fault.names:
            self.named = names_all(self.fault.names, (case["status"].get("summary", "") for case in verdict.found))
        if verdict.complete and verdict.wrong and step is None:
            return self._ended(verdict, verdict.problems)
        if verdict.complete and not verdict.wrong:
            self.held_since = now if self.held_since is None else self.held_since
            lasted = now - self.held_since >= max(step.lasts if step else 0, self.interruptions.calm)
            return self._over(verdict) if lasted and not self.interruptions.awaited else None
        if self.held_since is not None:
            return self._ended(verdict, [*verdict.problems, f"{now - self.held_since:.0f} s later"])
        return self._ended(verdict, verdict.problems) if now > self.until else None

    def _over(self, verdict: Verdict) -> Outcome | None:
        if self.told == len(self.fault.then):
            return self._ended(verdict, [])
        self.waits = True
        return None

    def _ended(self, verdict: Verdict, problems: list[str]) -> Outcome:
        during = f"{self.step.what}: " if self.step is not None else ""
        told = [during + problem for problem in problems]
        return Outcome(self.fault, verdict.found, told, tuple(self.interruptions.done), self.named)


def tell(
    world: World, faults: Iterable[Fault], told: Callable[[Outcome], None], until: float, kills: Kills | None = None
) -> None:
    """Tell how faults that were injected go on, and what came of each as soon as that is decided.

    With ``kills`` the operator is killed in the middle of each, and that must change nothing.
    """
    stories = [_Story(world, fault, until, Interruptions(kills)) for fault in faults]
    while stories:
        _kill_when_it_is_time(stories, kills)
        cases = world.investigations()
        for story in list(stories):
            if (outcome := story.look(cases)) is not None:
                stories.remove(story)
                told(outcome)
        time.sleep(_LOOK_SECONDS)


def _kill_when_it_is_time(stories: Iterable[_Story], kills: Kills | None) -> None:
    now = time.monotonic()
    if kills is not None and any(story.interruptions.is_due(now) for story in stories):
        kills.kill()
        for story in stories:
            story.was_killed(now)


def _known(verdict: Verdict) -> str:
    if not (verdict.found or verdict.surplus or verdict.explained):
        return NOTHING
    return "concluded" if verdict.complete and not verdict.wrong else "not concluded"


def _concerns(fault: Fault, case: Case) -> bool:
    if fault.of_node:
        return bool(case["spec"]["subjectRef"]["kind"] == "Node")
    return bool(case["metadata"]["namespace"] == fault.namespace)


def _holds(world: World, fault: Fault, waited_for: str) -> bool:
    try:
        world.kubectl("wait", "-n", fault.namespace, *shlex.split(waited_for), "--timeout=0")
    except ClusterError:
        return False
    return True


def _do(world: World, fault: Fault, step: Step) -> None:
    objects = fault.placed(step.objects, step.workload)
    if objects:
        world.apply(*objects)
    for line in step.kubectl:
        world.kubectl(*shlex.split(line), "-n", fault.namespace)
    if step.heal_node:
        heal_node(world)
    if step.kill_operator:
        world.operator.kill()
        world.operator.start()
