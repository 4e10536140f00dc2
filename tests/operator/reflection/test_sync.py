"""Investigations are asked about after their conclusion, which stays as it is, and the status says what came of it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from msgspec.structs import replace

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.models import Opinion
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.reflection.adviser import Adviser
from casebook_operator.reflection.budget import Budget
from casebook_operator.reflection.endpoint import ModelEndpoint
from casebook_operator.reflection.status import REQUEST
from casebook_operator.reflection.sync import ReflectionSync
from casebook_operator.scope import Scope
from tests.crds.schema import STATUS, problems
from tests.operator.builders import CLUSTER, manifest, signal, stored, subject, summary
from tests.operator.fakes import FakeStore
from tests.operator.reflection.cases import settings, unknown_incident
from tests.operator.reflection.scripted import GOOD, ScriptedModels, answer, responds, serving
from tests.operator.waiting import until

CASE = unknown_incident()
UNSURE = {"category": "unknown", "confidence": 20}


class Office:
    """One operator, as far as it asks models. Another one of the same memory is a restart."""

    def __init__(self, memory: Memory, url: str, *, log_text: bool = True, **changes: Any) -> None:
        self.memory, self.store = memory, FakeStore()
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope())
        wanted = settings(url, **changes) if url else None
        self.endpoint = ModelEndpoint(wanted) if wanted else None
        adviser = Adviser(self.endpoint, Budget(memory, wanted), wanted) if self.endpoint and wanted else None
        self.sync = ReflectionSync(
            adviser=adviser,
            memory=memory,
            writer=StatusWriter(self.store, self.cases),
            cases=self.cases,
            pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), str),
            below=wanted.below if wanted else 40,
            log_text=log_text,
        )

    async def see(self, body: Object) -> Object:
        """As the dispatcher does with every version. Returns what the status says of an opinion afterwards."""
        self.show(body)
        await until(lambda: not len(self.sync._work))
        return self.said

    def show(self, body: Object) -> None:
        case = parse(body)
        self.cases.put(case)
        self.sync.seen(case, body)

    @property
    def case(self) -> Investigation:
        known = self.cases.index.get(CASE.id)
        assert known is not None
        return known

    @property
    def said(self) -> Object:
        return dict(self.case.status.get("secondOpinion") or {})

    async def kept(self) -> Opinion | None:
        found = await self.memory.by_id(CASE.id)
        assert found is not None
        return found.opinion

    async def close(self) -> None:
        await self.sync.close()
        if self.endpoint:
            await self.endpoint.close()


@pytest.fixture
async def models() -> AsyncIterator[ScriptedModels]:
    async with serving() as scripted:
        yield scripted


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=CLUSTER, embedder=None) as opened:
        await opened.record(CASE)
        yield opened


@pytest.fixture
async def office(memory: Memory, models: ScriptedModels) -> AsyncIterator[Office]:
    made = Office(memory, models.url)
    yield made
    await made.close()


def seen(state: str = "Open", request: str = "", **status: Any) -> Object:
    made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    if request:
        made["metadata"]["annotations"] = {REQUEST: request}
    return stored(made, uid=CASE.id, status=(summary(state) if state else {}) | status)


async def test_an_unknown_cause_is_asked_about_and_the_verdict_stays(office: Office) -> None:
    said = await office.see(seen(**UNSURE))
    assert (said["state"], said["category"], said["agreeing"], said["asked"]) == ("Taken", "config_error", 3, 3)
    assert said["cause"] == GOOD["cause"]
    assert {name: office.case.status[name] for name in UNSURE} == UNSURE
    assert problems(office.store.statuses[-1], STATUS) == []
    kept = await office.kept()
    assert kept is not None
    assert kept.cause == GOOD["cause"]
    found = await office.memory.by_id(CASE.id)
    assert found is not None
    assert found.conclusion == CASE.conclusion


async def test_a_conclusion_that_is_sure_enough_one_that_waits_and_one_that_is_over_are_not(
    office: Office, models: ScriptedModels
) -> None:
    for body in (
        seen(category="config_error", confidence=40),
        seen("", **UNSURE),
        seen("Resolved", **UNSURE),
        seen("Open"),
    ):
        assert await office.see(body) == {}
    await office.see(seen(category="config_error", confidence=39))
    assert len(models.asked) == 3


async def test_nobody_is_asked_by_itself_where_the_setting_says_so(memory: Memory, models: ScriptedModels) -> None:
    office = Office(memory, models.url, below=0)
    assert await office.see(seen(**UNSURE)) == {}
    assert (await office.see(seen(request="please", **UNSURE)))["state"] == "Taken"
    await office.close()


async def test_neither_its_own_write_nor_a_restart_asks_again(
    office: Office, memory: Memory, models: ScriptedModels
) -> None:
    await office.see(seen(**UNSURE))
    await office.see(seen(**office.case.status))
    again = Office(memory, models.url)
    await again.see(seen(**office.case.status))
    assert (len(models.asked), len(office.store.statuses), len(again.store.statuses)) == (3, 1, 0)
    await again.close()


async def test_of_the_same_evidence_and_models_memory_knows_the_answer(
    office: Office, memory: Memory, models: ScriptedModels
) -> None:
    await office.see(seen(**UNSURE))
    again = Office(memory, models.url)
    said = await again.see(seen(request="now", **UNSURE))
    assert (said["state"], len(models.asked)) == ("Taken", 3)
    await again.close()
    other = Office(memory, models.url, agreement={"answers": 1, "least": 1})
    await other.see(seen(request="once more", **UNSURE))
    assert len(models.asked) == 4
    await other.close()


async def test_who_asks_is_answered_whatever_the_confidence_and_each_request_once(
    office: Office, models: ScriptedModels
) -> None:
    sure = {"category": "config_error", "confidence": 95}
    first = await office.see(seen("Resolved", request="one", **sure))
    assert first["state"] == "Taken"
    await office.see(seen("Resolved", request="one", **office.case.status))
    assert len(office.store.statuses) == 1
    second = await office.see(seen("Resolved", request="two", **office.case.status))
    assert second["request"] != first["request"]
    assert len(models.asked) == 3


async def test_answers_that_were_refused_are_asked_for_again_by_people_alone(
    office: Office, memory: Memory, models: ScriptedModels
) -> None:
    models.steps = [answer(GOOD | {"entities": ["payments-db"]})]
    said = await office.see(seen(**UNSURE))
    assert said["state"] == "Refused"
    assert "payments-db" in said["message"]
    again = Office(memory, models.url)
    assert (await again.see(seen(**UNSURE)))["state"] == "Refused"
    assert len(models.asked) == 2
    models.steps = [answer(GOOD)]
    assert (await again.see(seen(request="try", **UNSURE)))["state"] == "Taken"
    await again.close()


async def test_where_readers_may_not_read_logs_the_status_has_no_words_of_the_model(
    memory: Memory, models: ScriptedModels
) -> None:
    office = Office(memory, models.url, log_text=False)
    said = await office.see(seen(**UNSURE))
    assert said["state"] == "Taken"
    assert "DATABASE_URL" not in str(said)
    assert "DATABASE_URL" in str(await office.kept())
    models.steps = [answer(GOOD | {"entities": ["DATABASE_URI"]})]
    other = Office(memory, models.url, log_text=False, answer_tokens=100, agreement={"answers": 1, "least": 1})
    said = await other.see(seen(request="please", **UNSURE))
    assert said["state"] == "Refused"
    assert "DATABASE" not in str(said)
    for one in (office, other):
        await one.close()


async def test_an_endpoint_that_is_away_fails_no_case_and_is_asked_again(
    office: Office, models: ScriptedModels
) -> None:
    models.steps = [responds(b"", 503, **{"Retry-After": "60"})]
    office.show(seen(**UNSURE))
    await until(lambda: office.said)
    assert office.said["state"] == "Unavailable"
    assert office.case.open
    assert len(office.sync._work) == 1
    assert office.endpoint is not None
    office.endpoint._circuit.went_well()
    models.steps = [answer(GOOD)]
    office.sync._work._limit._not_before = 0.0
    office.sync._work._slots.serve()
    await until(lambda: office.said["state"] == "Taken")


async def test_an_operator_that_was_stopped_meanwhile_asks_at_its_next_start(
    memory: Memory, models: ScriptedModels
) -> None:
    away = {"secondOpinion": {"state": "Unavailable", "message": "away"}}
    office = Office(memory, models.url)
    assert (await office.see(seen(**UNSURE, **away)))["state"] == "Taken"
    await office.close()


async def test_who_asks_where_it_is_off_is_told_so(memory: Memory) -> None:
    office = Office(memory, "")
    assert await office.see(seen(**UNSURE)) == {}
    said = await office.see(seen(request="please", **UNSURE))
    assert said["state"] == "NotAsked"
    assert "off" in said["message"]
    await office.close()


async def test_the_bound_of_the_month_and_a_refusal_are_said(memory: Memory, models: ScriptedModels) -> None:
    office = Office(memory, models.url, spending={"tokens": 10})
    said = await office.see(seen(**UNSURE))
    assert said["state"] == "NotAsked"
    assert "used up" in said["message"]
    await office.close()
    models.steps = [responds(b"", 401)]
    other = Office(memory, models.url)
    said = await other.see(seen(**UNSURE))
    assert said["state"] == "NotAsked"
    assert "401" in said["message"]
    await other.close()
    assert len(models.asked) == 1


async def test_one_namespace_that_asks_often_holds_up_no_other(
    office: Office, memory: Memory, models: ScriptedModels
) -> None:
    gate = asyncio.Event()

    async def waits(models: ScriptedModels, request: web.Request) -> web.StreamResponse:
        await gate.wait()
        return await answer(GOOD)(models, request)

    models.steps = [waits, answer(GOOD)]
    for name in ("first", "second", "third"):
        await memory.record(replace(CASE, id=name, name=name))
        body = seen(request="please", **UNSURE)
        body["metadata"]["uid"] = name
        office.show(body)
    await until(lambda: models.asked)
    other = seen(**UNSURE)
    other["metadata"]["namespace"] = "other"
    office.show(other)
    await until(lambda: office.said)
    assert office.said["state"] == "Taken"
    assert {one.opinion for name in ("first", "second", "third") if (one := await memory.by_id(name))} == {None}
    gate.set()
