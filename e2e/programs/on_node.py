"""Plays scenes as pods of a real node, and notes what Casebook makes of each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e2e import cluster
from e2e.cluster import ClusterError
from e2e.demo.world import World, state_of
from e2e.faults.expected import Case, explained, names_all
from e2e.faults.fault import Fault as Injected
from e2e.faults.inject import inject
from e2e.faults.surroundings import clear, lent, prepare
from e2e.programs.cage import Said
from e2e.programs.pods import injected, question
from e2e.programs.scenes import Fault, Program
from e2e.programs.trees import laid_out, scene_mount
from e2e.waiting import say

TOGETHER = 12
"""So many at once: each has a program that starts, and two processors have to suffice."""
NOTHING = Said("", None)
PATIENCE_SECONDS = 100.0
"""For a batch. What is not seen by then is not seen."""
_LOOK_SECONDS = 1.0
_GONE = "unable to retrieve container logs"
"""What kubelet answers, with success, about a container whose log is removed already."""
_SPEAKS = ("Open", "Recurring", "Resolved", "Answered")


@dataclass(frozen=True)
class Scene:
    """One thing that is broken, of one program."""

    program: str
    fault: Fault
    pod: Injected


@dataclass(frozen=True)
class Seen:
    """What Casebook says of a scene."""

    scene: Scene
    seconds: float = 0
    """From when it was injected, or asked about, until it was concluded."""
    cases: tuple[Case, ...] = ()
    """Investigations that stand for themselves, that of the program first; none of a scene that was not seen."""
    said: Said = NOTHING
    state: str = ""
    """Of the pod of a scene that was not seen."""

    @property
    def right(self) -> bool:
        """Whether the first has the category of the scene."""
        return bool(self.cases) and self.cases[0]["status"].get("category") == self.scene.fault.category_in_pods

    @property
    def named(self) -> bool:
        """Whether its summary names the cause."""
        return bool(self.cases) and names_all(self.scene.fault.names, [self.cases[0]["status"]["summary"]])

    @property
    def is_its_own_witness(self) -> bool:
        """Whether what it said was understood, and has the cause without anything beside it."""
        return self.right and self.named and names_all(self.scene.fault.names, [self.said.log])


class NodeError(Exception):
    """There is no node that could play scenes."""


def play_on_node(chosen: Sequence[tuple[str, Program, Sequence[Fault]]]) -> list[Seen]:
    """Play scenes of programs in batches, in a cluster with Service addresses and names."""
    with lent("programs", services=True) as (here, _):
        if here.standin is not None:
            raise NodeError("scenes need a node of our own: run as root on Linux")
        prepare(here)
        seen: list[Seen] = []
        scenes = [scene for name, program, faults in chosen for scene in scenes_of(name, program, faults)]
        for first in range(0, len(scenes), TOGETHER):
            if first:
                clear(here)
            seen += play(here, scenes[first : first + TOGETHER])
        return seen


def scenes_of(name: str, program: Program, faults: Sequence[Fault]) -> Iterator[Scene]:
    """Scenes of a program, and what they need on the node."""
    folder = cluster.Options().state_dir / "programs"
    places = laid_out(folder, name, program)
    for fault in faults:
        yield Scene(name, fault, injected(name, fault, places | scene_mount(folder, name, fault)))


def play(here: World, scenes: Sequence[Scene]) -> list[Seen]:
    """Inject scenes, and wait for what Casebook concludes of each; of those that go on somebody asks."""
    left = {scene.pod.namespace: scene for scene in scenes}
    asked: dict[str, float] = {}
    found: list[Seen] = []
    inject(here, [scene.pod for scene in scenes])
    begun = time.monotonic()
    while left and time.monotonic() < begun + PATIENCE_SECONDS:
        for namespace in left.keys() - asked.keys():
            if left[namespace].fault.goes_on and _goes_on(here, left[namespace]):
                here.apply(question(left[namespace].program, namespace))
                asked[namespace] = time.monotonic()
        for namespace, cases in _concluded(here).items():
            if (scene := left.pop(namespace, None)) is not None:
                seconds = time.monotonic() - asked.get(namespace, begun)
                found.append(Seen(scene, seconds, tuple(_of(scene.program, cases)), _said(here, scene)))
        time.sleep(_LOOK_SECONDS)
    say(f"{len(found)} of {len(scenes)} concluded after {time.monotonic() - begun:.0f} s")
    unseen = [Seen(scene, said=_said(here, scene), state=_state(here, scene)) for scene in left.values()]
    return sorted([*found, *unseen], key=lambda one: scenes.index(one.scene))


def _goes_on(here: World, scene: Scene) -> bool:
    """Whether it has failed for a while, and goes on with that."""
    where = ("-n", scene.pod.namespace, f"deployment/{scene.program}")
    try:
        here.kubectl("exec", *where, "--", "/usr/bin/test", "-e", "/mnt/out/goes-on")
    except ClusterError:
        return False
    return True


def _concluded(here: World) -> dict[str, list[Case]]:
    """Namespace -> what stands for itself there."""
    told: dict[str, list[Case]] = {}
    for case in here.investigations():
        if case.get("status", {}).get("summary") and state_of(case) in _SPEAKS and not explained(case):
            told.setdefault(case["metadata"]["namespace"], []).append(case)
    return told


def _of(program: str, cases: list[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: case["spec"]["subjectRef"]["name"] != program)


def _said(here: World, scene: Scene) -> Said:
    """What a container that ended has said, or the one that runs on."""
    if scene.fault.goes_on:
        return Said(_log(here, scene), None)
    ended = "jsonpath={.items[0].status.containerStatuses[0]..terminated.exitCode}"
    codes = here.kubectl("get", "pods", "-n", scene.pod.namespace, "-o", ended).split()
    return Said(_log(here, scene), int(codes[0]) if codes else None)


def _log(here: World, scene: Scene) -> str:
    which = ("-n", scene.pod.namespace, "-l", f"app.kubernetes.io/name={scene.program}", "--tail=-1")
    for how in ((), ("--previous",)) if scene.fault.goes_on else (("--previous",), ()):
        try:
            said = here.kubectl("logs", *which, *how)
        except ClusterError:
            continue
        if not said.startswith(_GONE):
            return said
    return ""


def _state(here: World, scene: Scene) -> str:
    return here.kubectl("get", "pods", "-n", scene.pod.namespace, "--no-headers").strip()
