"""Plays scenes once, and has both tools look at them: Casebook watches, and k8sgpt looks again and again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import msgspec

from e2e.compare.k8sgpt import BEST_FILTERS, DEFAULT_FILTERS, analyze
from e2e.compare.ledger import Finding, Ledger, Remark, Scene
from e2e.demo.world import World
from e2e.faults.expected import explained
from e2e.faults.fault import Fault
from e2e.faults.healthy import BESIDE_FAULTS
from e2e.faults.inject import NODE_CASE_SECONDS, inject
from e2e.faults.surroundings import clear_node
from e2e.faults.telling import CASE_SECONDS
from e2e.waiting import say

CASEBOOK = "Casebook"
FILTERS = {"k8sgpt": DEFAULT_FILTERS, "k8sgpt, best filters": BEST_FILTERS}
_LOOK_SECONDS = 2.0


class Compared(msgspec.Struct):
    """What came of all scenes."""

    scenes: list[Scene] = []
    findings: dict[str, dict[str, Finding]] = {}
    """Tool -> scene -> what it made of it."""
    healthy: dict[str, list[str]] = {}
    """Tool -> what it spoke of in the end that nothing ails."""
    looks: dict[str, list[float]] = {}
    """Tool -> how long each of its looks at the cluster took (seconds)."""
    errors: set[str] = set()
    """What kept an analyzer of k8sgpt from its work."""


class Comparison:
    """Both tools in one world."""

    def __init__(self, world: World, k8sgpt: Path, home: Path, every: float) -> None:
        self._world, self._k8sgpt, self._home = world, k8sgpt, home
        self._every = every
        self.result = Compared(
            findings={tool: {} for tool in (CASEBOOK, *FILTERS)}, looks={tool: [] for tool in FILTERS}
        )

    def together(self, faults: Sequence[Fault]) -> None:
        """Faults of workloads, all at once, and healthy life beside them."""
        with ThreadPoolExecutor(max_workers=len(BESIDE_FAULTS) + 1) as people:
            begun = time.monotonic()
            injected = people.submit(inject, self._world, faults)
            life = [people.submit(scene, self._world) for scene in BESIDE_FAULTS]
            ledgers = self._watch([scene_of(fault, _places(fault)) for fault in faults], begun, CASE_SECONDS)
            injected.result()
            for scene in life:
                scene.result()
        self._look(ledgers, begun)
        self.result.healthy = {tool: ledger.healthy for tool, ledger in ledgers.items()}

    def alone(self, fault: Fault) -> None:
        """A fault of the node, after everything that an earlier one has left is gone."""
        clear_node(self._world)
        begun = time.monotonic()
        for line in fault.kernel:
            self._world.kernel_log(line)
        ledgers = self._watch([scene_of(fault, (self._world.node,))], begun, NODE_CASE_SECONDS)
        self._look(ledgers, begun)

    def _watch(self, scenes: list[Scene], begun: float, seconds: float) -> dict[str, Ledger]:
        """Until Casebook has seen all, or the time is up."""
        ledgers = {tool: Ledger(scenes) for tool in (CASEBOOK, *FILTERS)}
        self.result.scenes += scenes
        for tool, ledger in ledgers.items():
            self.result.findings[tool] |= ledger.findings
        over = Event()
        with ThreadPoolExecutor(max_workers=len(FILTERS)) as beside:
            polling = [beside.submit(self._poll, tool, ledgers[tool], begun, over) for tool in FILTERS]
            try:
                while not ledgers[CASEBOOK].complete and time.monotonic() - begun < seconds:
                    self._look_with_casebook(ledgers[CASEBOOK], begun)
                    if any(one.done() for one in polling):
                        break
                    time.sleep(_LOOK_SECONDS)
            finally:
                over.set()
            for one in polling:
                one.result()
        return ledgers

    def _poll(self, tool: str, ledger: Ledger, begun: float, over: Event) -> None:
        while not over.is_set():
            next_round = time.monotonic() + self._every
            self._look_with_k8sgpt(tool, ledger, begun)
            over.wait(max(0.0, next_round - time.monotonic()))

    def _look(self, ledgers: dict[str, Ledger], begun: float) -> None:
        """Once more, when all is settled."""
        for tool in FILTERS:
            self._look_with_k8sgpt(tool, ledgers[tool], begun)
        self._look_with_casebook(ledgers[CASEBOOK], begun)

    def _look_with_k8sgpt(self, tool: str, ledger: Ledger, begun: float) -> None:
        said = analyze(self._k8sgpt, self._world.cluster.kubeconfig, self._home / tool, FILTERS[tool])
        self.result.looks[tool].append(said.seconds)
        self.result.errors |= set(said.errors)
        ledger.note(said.remarks, time.monotonic() - begun)
        say(f"{time.monotonic() - begun:.0f} s: {tool} speaks of {len(said.remarks)} things")

    def _look_with_casebook(self, ledger: Ledger, begun: float) -> None:
        ledger.note(remarks_of(self._world.investigations()), time.monotonic() - begun)


def scene_of(fault: Fault, places: tuple[str, ...]) -> Scene:
    return Scene(fault.name, fault.what, places, tuple(fault.names))


def _places(fault: Fault) -> tuple[str, ...]:
    """Its namespace, and the webhooks of a configuration, which have names of their own."""
    return (fault.namespace, *(hook["name"] for made in fault.objects for hook in made.get("webhooks", ())))


def remarks_of(cases: Sequence[dict[str, Any]]) -> list[Remark]:
    """The summaries of Investigations that have a conclusion and stand for themselves."""
    return [_remark(case) for case in cases if case.get("status", {}).get("summary") and not explained(case)]


def _remark(case: dict[str, Any]) -> Remark:
    subject = case["spec"]["subjectRef"]
    place = subject["name"] if subject["kind"] == "Node" else case["metadata"]["namespace"]
    return Remark(place, f"{subject['kind']}/{subject['name']}", case["status"]["summary"])
