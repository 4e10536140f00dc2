"""A thousand Investigations that somebody makes hold up nobody else, and none of them is lost."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from casebook_operator import metrics
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import Object
from casebook_operator.pipeline.intake import Intake
from casebook_operator.pipeline.investigator import CONCURRENT_INVESTIGATIONS
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings
from tests.operator.bucket_clock import Watch
from tests.operator.builders import at, rfc, summary
from tests.operator.pipeline.offices import Office
from tests.operator.waiting import until

SECONDS = 0.2
"""That one investigation takes here."""


class Notes:
    """What would be written to statuses."""

    def __init__(self) -> None:
        self.waits_until: dict[str, datetime] = {}

    async def waits(self, case: Investigation, until: datetime) -> None:
        self.waits_until[case.name] = until


class Door:
    """An intake in front of a real investigator, whose investigations take a while and do nothing."""

    def __init__(self, folder: Path) -> None:
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope(), is_own=lambda case: bool(case.seal))
        self.begun: dict[str, float] = {}
        self.notes = Notes()
        self.investigator = Office(folder).investigator
        self.investigator.investigate = self._investigate  # type: ignore[method-assign]
        self.intake = Intake(
            investigator=self.investigator,
            publisher=self.notes,  # type: ignore[arg-type]
            cases=self.cases,
            settings=CaseSettings(),
            clock=at,
        )

    def come(self, *cases: Investigation) -> None:
        for case in cases:
            self.cases.put(case)
            self.intake.submit(case)

    async def _investigate(self, uid: str, _: Turn) -> None:
        self.begun[uid] = asyncio.get_running_loop().time()
        await asyncio.sleep(SECONDS)


@pytest.fixture
async def door(tmp_path: Path, watch: Watch) -> AsyncIterator[Door]:
    made = Door(tmp_path)
    yield made
    await made.investigator.close()
    await made.intake.close()


def asked(number: int, namespace: str = "evil", state: str = "") -> Investigation:
    name = f"x{number}"
    metadata = {"name": name, "namespace": namespace, "uid": f"{namespace}-{number}", "creationTimestamp": rfc()}
    body: Object = {"metadata": metadata, "spec": {"subjectRef": {"kind": "Deployment", "name": name}}}
    return parse(body | ({"status": summary(state)} if state else {}))


def seen(number: int, namespace: str = "bank") -> Investigation:
    """One that Casebook has opened itself."""
    return msgspec.structs.replace(asked(number, namespace), seal="sealed")


def waiting() -> float:
    return float(metrics.ASKED_WAITING._value.get())


@pytest.mark.parametrize("namespaces", [1, 50], ids=["of-one-namespace", "of-fifty-namespaces"])
async def test_a_thousand_investigations_that_somebody_made_delay_a_failure_elsewhere_by_less_than_a_second(
    door: Door, namespaces: int
) -> None:
    door.come(*(asked(number, f"evil-{number % namespaces}") for number in range(1000)))
    await until(lambda: len(door.begun) >= 4)
    submitted = asyncio.get_running_loop().time()
    door.come(seen(1))
    await until(lambda: "bank-1" in door.begun)
    assert door.begun["bank-1"] - submitted < 1.0


async def test_what_somebody_asks_for_elsewhere_comes_in_turn(door: Door) -> None:
    door.come(*(asked(number) for number in range(1000)), asked(1, "shop"))
    await until(lambda: "shop-1" in door.begun)
    assert len(door.begun) <= 2 * (CONCURRENT_INVESTIGATIONS - 1)


async def test_beyond_its_budget_a_namespace_waits_and_is_told_until_when(door: Door) -> None:
    door.come(*(asked(number) for number in range(43)), asked(1, "shop"))
    await until(lambda: len(door.notes.waits_until) == 3)
    assert door.notes.waits_until == {"x40": at(3), "x41": at(6), "x42": at(9)}
    assert waiting() == 3


async def test_what_waits_goes_on_by_itself(door: Door, watch: Watch) -> None:
    door.come(*(asked(number) for number in range(42)))
    door.intake.go_on()
    assert waiting() == 2
    watch.now += 3
    door.intake.go_on()
    assert waiting() == 1
    watch.now += 3
    door.intake.go_on()
    assert waiting() == 0
    await until(lambda: len(door.begun) == 42)


async def test_what_casebook_saw_itself_never_waits_for_the_budget(door: Door) -> None:
    door.come(*(seen(number) for number in range(100)))
    assert waiting() == 0
    assert door.notes.waits_until == {}


async def test_another_version_of_one_that_was_begun_uses_no_budget(door: Door) -> None:
    for _ in range(100):
        door.come(asked(1))
    assert waiting() == 0


async def test_one_with_a_conclusion_that_is_not_recorded_yet_does_not_wait_again(door: Door) -> None:
    door.come(*(asked(number) for number in range(40)))
    judged = asked(99, state="Investigating")
    door.come(msgspec.structs.replace(judged, status=judged.status | {"category": "unknown"}))
    assert waiting() == 0


async def test_what_says_already_that_it_waits_is_not_written_again_after_a_restart(door: Door) -> None:
    door.come(*(asked(number, state="Waiting") for number in range(60)))
    assert waiting() == 20
    assert door.notes.waits_until == {}


async def test_one_that_was_deleted_while_it_waited_is_forgotten(door: Door, watch: Watch) -> None:
    door.come(*(asked(number) for number in range(41)))
    door.intake.forget("evil-40")
    assert waiting() == 0
    watch.now += 60
    door.intake.go_on()
    assert "evil-40" not in door.begun
