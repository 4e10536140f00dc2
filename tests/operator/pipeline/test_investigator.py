"""An investigation can be cut off after every step and run again: one conclusion, one record, nothing lost."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.errors import ClusterUnavailableError, DatabaseUnavailableError
from casebook_analyzer.models import Conclusion, GapReason, Signal
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation, parse
from casebook_operator.off_loop import share_threads
from casebook_operator.pipeline.gathering import EvidenceGatherer
from casebook_operator.pipeline.investigator import CONCURRENT_INVESTIGATIONS, GATHERING
from casebook_operator.pipeline.spool import SpooledCase
from tests.operator.builders import CLUSTER, at, bundle, investigation, rfc, subject
from tests.operator.pipeline.offices import CASE, Office
from tests.operator.waiting import until
from tests.patience import PATIENCE


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    made = Office(tmp_path)
    yield made
    await made.investigator.close()


async def restarted(office: Office, directory: Path) -> Office:
    """The office after an end that came between the evidence and the record."""
    office.memory.errors = [DatabaseUnavailableError("away")]
    with pytest.raises(DatabaseUnavailableError):
        await office.investigate()
    return Office(directory)


async def test_a_case_ends_with_one_record_and_one_publication_and_an_empty_spool(office: Office) -> None:
    await office.investigate()
    assert set(office.memory.incidents) == {CASE.uid}
    assert office.publisher.calls == [("concluded", CASE.uid)]
    assert office.spool.ids() == []


async def test_it_is_busy_until_the_last_first_conclusion_stands(office: Office) -> None:
    """What is judged again waits for that."""
    assert not office.investigator.busy
    office.index.put(CASE)
    office.investigator.submit(CASE)
    assert office.investigator.busy
    await until(lambda: not office.investigator.busy)
    assert office.publisher.calls == [("concluded", CASE.uid)]


async def test_the_family_is_asked_for_when_the_case_is_one_of_it(office: Office) -> None:
    """Otherwise a recurrence would not count against what ended the last one."""
    await office.investigate()
    assert office.memory.asked_families == [(1, frozenset({"shop"}))]
    assert office.memory.asked_similar == [frozenset({"shop"})]


async def test_the_record_is_that_of_the_investigation(office: Office) -> None:
    await office.investigate()
    record = office.memory.incidents[CASE.uid]
    assert (record.tenant, record.namespace, record.name, record.episode) == (CLUSTER, "shop", CASE.name, 1)
    assert record.bundle.signal == CASE.signal
    assert record.report


async def test_evidence_is_on_disk_while_the_database_is_away_and_is_not_gathered_again(office: Office) -> None:
    office.memory.errors = [DatabaseUnavailableError("away")] * 2
    for _ in range(2):
        with pytest.raises(DatabaseUnavailableError):
            await office.investigate()
    asked = len(office.kube.asked)
    assert office.spool.ids() == [CASE.uid]
    await office.investigate()
    assert len(office.kube.asked) == asked
    assert [call for call, _ in office.publisher.calls] == ["unrecorded", "unrecorded", "concluded"]
    assert office.spool.ids() == []


async def test_a_restart_goes_on_with_the_evidence_of_before(office: Office, tmp_path: Path) -> None:
    again = await restarted(office, tmp_path)
    await again.investigate()
    assert again.kube.asked == []
    assert set(again.memory.incidents) == {CASE.uid}


async def test_a_pod_that_is_gone_is_a_gap_and_not_an_error(office: Office) -> None:
    office.kube.objects.clear()
    await office.investigate()
    gaps = office.memory.incidents[CASE.uid].bundle.gaps
    assert GapReason.NOT_FOUND in {gap.reason for gap in gaps}
    assert office.publisher.calls == [("concluded", CASE.uid)]


def by_hand(status: dict[str, str] | None = None, **more: str) -> Investigation:
    metadata = {"name": "why", "namespace": "shop", "uid": CASE.uid, "creationTimestamp": rfc()}
    about = {"trigger": "Manual", "subjectRef": {"kind": "Deployment", "name": "checkout", **more}}
    return parse({"metadata": metadata, "spec": about, "status": status or {}})


async def test_what_somebody_asks_about_and_is_not_there_is_no_incident(office: Office) -> None:
    office.kube.objects.clear()
    office.kube.put({"kind": "Namespace", "metadata": {"name": "shop"}})
    await office.investigate(by_hand())
    assert office.publisher.calls == [("refused", "There is no Deployment checkout in the namespace shop.")]
    assert (office.memory.incidents, office.spool.ids()) == ({}, [])


async def test_a_container_that_is_not_there_is_no_incident_either(office: Office) -> None:
    await office.investigate(by_hand(container="ap"))
    assert office.publisher.calls == [("refused", "There is no container ap in Deployment checkout.")]


async def test_what_somebody_asks_about_and_is_there_is_looked_at(office: Office) -> None:
    await office.investigate(by_hand())
    assert office.publisher.calls == [("concluded", CASE.uid)]


async def test_what_was_looked_at_is_recorded_though_it_is_gone_meanwhile(office: Office, tmp_path: Path) -> None:
    office.memory.errors = [DatabaseUnavailableError("away")]
    with pytest.raises(DatabaseUnavailableError):
        await office.investigate(by_hand())
    again = Office(tmp_path)
    again.kube.objects.clear()
    await again.investigate(by_hand())
    assert again.publisher.calls == [("concluded", CASE.uid)]


@pytest.mark.parametrize("state", ["Open", "Resolved", "Failed"])
async def test_a_concluded_case_is_not_investigated_again(office: Office, state: str) -> None:
    await office.investigate(investigation(state))
    assert office.publisher.calls == []


async def test_a_case_that_was_deleted_is_not_investigated(office: Office) -> None:
    await office.investigator.investigate("gone")
    assert office.publisher.calls == []


async def test_a_disk_that_is_full_does_not_cost_the_case(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    before = REGISTRY.get_sample_value("casebook_spool_errors_total") or 0
    await office.investigate()
    assert REGISTRY.get_sample_value("casebook_spool_errors_total") == before + 1
    assert office.publisher.calls == [("concluded", CASE.uid)]


async def test_a_case_whose_investigation_was_deleted_is_recorded_at_the_next_start(
    office: Office, tmp_path: Path
) -> None:
    again = await restarted(office, tmp_path)
    await again.investigator.replay_orphans()
    assert set(again.memory.incidents) == {CASE.uid}
    assert again.spool.ids() == []


async def test_what_a_killed_operator_left_of_a_concluded_case_is_removed(office: Office, tmp_path: Path) -> None:
    again = await restarted(office, tmp_path)
    again.index.put(investigation("Open"))
    await again.investigator.replay_orphans()
    assert again.spool.ids() == []
    assert again.memory.incidents == {}


async def test_evidence_of_a_case_that_another_operator_looks_after_by_now_is_removed(
    office: Office, tmp_path: Path
) -> None:
    again = await restarted(office, tmp_path)
    await again.investigator.replay_orphans({CASE.uid})
    assert again.spool.ids() == []
    assert again.memory.incidents == {}


async def test_nothing_is_recorded_by_an_operator_whose_time_is_over(office: Office) -> None:
    def over() -> None:
        raise ClusterUnavailableError("somebody else does it")

    office.index.put(CASE)
    office.investigator.fence = over
    with pytest.raises(ClusterUnavailableError):
        await office.investigator.investigate(CASE.uid)
    assert office.memory.incidents == {}
    assert office.publisher.calls == []


@pytest.mark.usefixtures("no_pauses")
async def test_a_submitted_case_is_tried_until_the_database_is_back(office: Office) -> None:
    office.memory.errors = [DatabaseUnavailableError("away")] * 5
    office.index.put(CASE)
    office.investigator.submit(CASE)
    await until(lambda: ("concluded", CASE.uid) in office.publisher.calls)
    assert set(office.memory.incidents) == {CASE.uid}


class SlowEvidence:
    """Evidence of one namespace never comes."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    async def gather(self, case: Investigation, signal: Signal | None = None) -> None:
        self.begun.append(case.namespace)
        await asyncio.Event().wait()


async def test_evidence_that_never_comes_keeps_nobody_elsewhere_waiting(office: Office) -> None:
    evidence = office.investigator.gatherer = SlowEvidence()  # type: ignore[assignment]
    evil = [msgspec.structs.replace(CASE, namespace="evil", uid=f"evil-{number}") for number in range(40)]
    for case in (*evil, CASE):
        office.index.put(case)
        office.investigator.submit(case)
    await until(lambda: CASE.namespace in evidence.begun)
    assert evidence.begun.count("evil") == GATHERING - 1


class KnownEvidence:
    """The same evidence for every case, at once."""

    def __init__(self, spooled: SpooledCase, conclusion: Conclusion) -> None:
        self._found = spooled, conclusion

    async def gather(self, case: Investigation, signal: Signal | None = None) -> tuple[SpooledCase, Conclusion]:
        spooled, conclusion = self._found
        return msgspec.structs.replace(spooled, id=case.uid), conclusion


async def test_in_a_storm_cases_are_recorded_with_those_at_work(office: Office) -> None:
    found = await office.investigator.gatherer.gather(CASE)
    office.investigator.gatherer = KnownEvidence(*found)  # type: ignore[assignment]
    cases = [msgspec.structs.replace(CASE, uid=f"case-{number}") for number in range(2 * CONCURRENT_INVESTIGATIONS)]
    for case in cases:
        office.index.put(case)
        office.investigator.submit(case)
    await until(lambda: len(office.memory.incidents) == len(cases))
    assert max(office.memory.companions) == CONCURRENT_INVESTIGATIONS - 2
    assert office.memory.companions[-1] == 0


async def test_evidence_is_judged_in_the_turn_of_its_namespace(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where work has no turns, as what is judged again."""
    share_threads(2, "test")
    begun: list[str] = []
    going = threading.Event()

    def judges(spooled: SpooledCase, _: object) -> None:
        begun.append(spooled.namespace)
        going.wait(PATIENCE)

    async def gathers(_: object, case: Investigation, __: Signal | None) -> tuple[SpooledCase, None]:
        about = SpooledCase(
            id=case.uid, namespace=case.namespace, name=case.name, episode=1, opened_at=at(), bundle=bundle()
        )
        return about, None

    monkeypatch.setattr(office.investigator, "_incident", judges)
    monkeypatch.setattr(EvidenceGatherer, "gather", gathers)
    tasks = [
        asyncio.create_task(office.investigator.incident_of(investigation(about=subject(namespace=place)), Turn(place)))
        for place in ("evil", "evil", "evil", "shop")
    ]
    await until(lambda: len(begun) > 1)
    assert sorted(begun) == ["evil", "shop"]
    going.set()
    await asyncio.gather(*tasks)
