"""How scenes on a real node go on: each step when its time has come, and one that fails stops no other."""

import time
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
import pytest

from e2e.cluster import ClusterError
from e2e.demo.world import World
from e2e.faults import Expected, Fault, kills, telling
from e2e.faults.expected import Case
from e2e.faults.fault import Step
from e2e.faults.kills import Kills
from e2e.faults.telling import Outcome, tell


def case(fault: str, state: str = "Open", **status: Any) -> Case:
    told = {"category": "config_error", "summary": "", "conditions": [{"type": "Succeeded", "reason": state}]}
    spec = {"subjectRef": {"kind": "Deployment", "name": "shop"}, "trigger": "CrashLoopBackOff"}
    return {"metadata": {"namespace": f"fault-{fault}"}, "spec": spec, "status": told | status}


@dataclass
class Stage:
    """A world that shows other Investigations with every look, the last ones for ever."""

    looks: list[list[Case]]
    refuses: str = "nothing"
    said: list[str] = field(default_factory=list)
    again: list[Case] | None = None
    """What an operator that was started again makes of it."""

    @property
    def operator(self) -> "Stage":
        return self

    def kill(self) -> None:
        self.said.append("SIGKILL")

    def start(self) -> None:
        self.said.append("started")
        if self.again is not None:
            self.looks = [self.again]

    def investigations(self) -> list[Case]:
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]

    def kubectl(self, *arguments: str) -> str:
        if self.refuses in arguments:
            raise ClusterError(f"no {self.refuses}")
        self.said.append(" ".join(arguments))
        return ""


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_LOOK_SECONDS", 0)
    monkeypatch.setattr(kills, "WITHIN_SECONDS", 0.2)
    monkeypatch.setattr(kills, "TOGETHER_SECONDS", 0)
    monkeypatch.setattr(kills, "CALM_SECONDS", 0.05)


def fault(*steps: Step, name: str = "one", **expected: Any) -> Fault:
    return Fault(what="", name=name, expect=Expected(subject="Deployment/shop", **expected), then=list(steps))


def told(stage: Stage, *faults: Fault, seconds: float = 60, seed: int | None = None) -> dict[str, Outcome]:
    found: dict[str, Outcome] = {}
    until = time.monotonic() + seconds
    world = cast("World", stage)
    ended = None if seed is None else Kills(world, seed)
    tell(world, faults, lambda outcome: found.update({outcome.fault.name: outcome}), until, ended)
    return found


MENDED = Step(
    what="mended",
    when=["deployment/shop --for=condition=Available"],
    kubectl=["rollout undo deployment/shop"],
    expect=Expected(subject="Deployment/shop", state="Resolved"),
)


def test_a_step_is_done_once_what_is_expected_before_is_there() -> None:
    stage = Stage([[], [case("one")], [case("one")], [case("one", "Resolved")]])
    assert told(stage, fault(MENDED))["one"].problems == []
    assert stage.said == [
        "wait -n fault-one deployment/shop --for=condition=Available --timeout=0",
        "rollout undo deployment/shop -n fault-one",
    ]


def test_the_first_conclusion_has_to_be_right_at_once() -> None:
    stage = Stage([[case("one")], [case("one", category="software_bug")]])
    assert "category config_error" in told(stage, fault(category="software_bug"))["one"].problems[0]


def test_what_does_not_last_is_told() -> None:
    lasting = Step(what="nothing is done", expect=Expected(subject="Deployment/shop", state="Open"), lasts=60)
    stage = Stage([[case("one")], [case("one")], [case("one")], [case("one", "Resolved")]])
    problems = told(stage, fault(lasting))["one"].problems
    assert "nothing is done: " in problems[0]
    assert "state Resolved, not Open" in problems[0]


def test_a_scene_in_which_something_fails_stops_no_other() -> None:
    stage = Stage([[case("one"), case("two")], [case("one"), case("two")], [case("two")]], refuses="rollout")
    found = told(stage, fault(MENDED), fault(name="two"))
    assert found["one"].problems == ["mended: no rollout"]
    assert found["two"].problems == []


def test_one_that_never_comes_ends_with_its_time() -> None:
    assert "no Investigation of Deployment/shop" in told(Stage([[]]), fault(), seconds=0)["one"].problems[0]


def test_the_operator_is_killed_in_the_middle_of_each_scene_and_after_each_step() -> None:
    stage = Stage([[case("one"), case("two")]])
    still = Step(what="nothing is done", kubectl=["get pods"], expect=Expected(subject="Deployment/shop"))
    found = told(stage, fault(still), fault(name="two"), seed=1)
    assert [outcome.problems for outcome in found.values()] == [[], []]
    at = stage.said.index("get pods -n fault-one")
    assert "SIGKILL" in stage.said[:at]
    assert "SIGKILL" in stage.said[at:]
    assert len(found["one"].kills) >= 2
    assert found["two"].kills


def test_one_seed_draws_the_same_moments() -> None:
    world = cast("World", Stage([[]]))
    one, same, another = (Kills(world, seed) for seed in (1, 1, 2))
    drawn = [one.delay() for _ in range(3)]
    assert [same.delay() for _ in range(3)] == drawn
    assert [another.delay() for _ in range(3)] != drawn


@pytest.mark.parametrize(
    "again",
    [[], [case("one"), case("one", confidence=80)], [case("one", category="unknown")]],
    ids=["gone", "twice", "another"],
)
def test_what_a_restart_changes_is_told(again: list[Case]) -> None:
    one = fault(category="config_error")
    assert told(Stage([[case("one")]], again=again), one, seed=1, seconds=1)["one"].problems


def test_without_kills_nobody_is_killed() -> None:
    stage = Stage([[case("one")]])
    assert told(stage, fault())["one"].kills == ()
    assert stage.said == []


@pytest.mark.parametrize(("summary", "named"), [("DATABASE_URL is not set", True), ("exit code 6", False)])
def test_a_fault_says_whether_its_first_summaries_named_the_cause(summary: str, named: bool) -> None:
    asked = msgspec.structs.replace(fault(), names=["database_url"])
    assert told(Stage([[case("one", summary=summary)]]), asked)["one"].named == named


def test_of_a_fault_that_asks_for_no_words_nothing_is_said() -> None:
    assert told(Stage([[case("one")]]), fault())["one"].named is None
