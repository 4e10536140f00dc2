"""Whoever may not read a namespace learns of its incidents category, age and score: nothing that becomes of one there
changes a word of what is said elsewhere. He has the least rights, in two namespaces of one cluster of a fleet."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import httpx
import httpx2
import msgspec
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from casebook_analyzer.memory import Memory, join_fleet, open_memory
from casebook_analyzer.models import Change, Feedback, FeedbackSource, Resolution, ResolutionKind, Verdict
from casebook_operator.investigation.status import similar_status
from casebook_operator.settings import Visibility
from casebook_operator.views.answer import answer_page
from casebook_operator.web.app import make_app
from tests.operator.builders import investigation
from tests.operator.fakes import FakeKube
from tests.operator.web.addresses import LIST
from tests.operator.web.agents import said
from tests.operator.web.conftest import TENANT, settings_of
from tests.operator.web.past import NOW, story

OTHER = "prod-us"
CASE, HIDDEN = story(TENANT)[1], story(TENANT)[4]
ELSEWHERE = msgspec.structs.replace(story(OTHER)[4], id="elsewhere", namespace="elsewhere", name="elsewhere")
FIXED = Resolution(
    kind=ResolutionKind.TEMPLATE_CHANGED,
    summary="SECRET-SUMMARY",
    changes=(Change(text="SECRET-SUMMARY", fix="SECRET-FIX"),),
    fix="SECRET-FIX",
    resolved_at=NOW - timedelta(days=11),
    seconds_to_resolve=86_400,
)
DELETED = msgspec.structs.replace(FIXED, kind=ResolutionKind.SUBJECT_DELETED, changes=(), fix="")
SHOWN = {
    *("category", "opened_at", "score_permille", "cosine_permille", "lexical_permille", "structure_permille", "band"),
    *("namespace", "name", "title"),  # fixed words
}
ANA = {"X-Forwarded-User": "ana"}


class TwoNamespaces(FakeKube):
    """One in which ``ana`` may read the Investigations and the logs of two namespaces, and do nothing else."""

    async def create(self, path: str, body: dict[str, object]) -> dict[str, object]:
        assert path.endswith("subjectaccessreviews")
        asked = msgspec.convert(body["spec"], dict)["resourceAttributes"]
        own = asked.get("namespace") in ("shop", "research")
        return {"status": {"allowed": own and asked["verb"] in ("get", "list")}}


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with (
        open_memory(dsn, tenant=OTHER, embedder=None, fleet=True) as other,
        open_memory(dsn, tenant=TENANT, embedder=None, fleet=True) as own,
    ):
        hidden = msgspec.structs.replace(HIDDEN, resolution=None)
        await own.record(hidden)
        await other.record(ELSEWHERE)
        for one in (own, other):
            join_fleet(dsn, one.session.tenant, "all")
            await one.fleet.publish(NOW)
        found = await own.similar(CASE.bundle, CASE.conclusion, exclude_id=CASE.id)
        await own.record(msgspec.structs.replace(CASE, similar=found.incidents))
        assert [one.id for one in found.incidents] == [HIDDEN.id]
        yield own


@asynccontextmanager
async def doors(memory: Memory) -> AsyncIterator[tuple[httpx.AsyncClient, Client]]:
    """As a browser or program asks, and as an agent does."""
    proxy = {"proxy": {"peers": ["127.0.0.0/8"]}, "mcp": True}
    app = make_app(memory, settings_of(web=proxy, memory={"fleet": True}), TwoNamespaces())  # type: ignore[arg-type]
    url = "http://localhost:8081"
    async with (
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=url, headers=ANA) as client,
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=url, headers=ANA) as web,
        Client(streamable_http_client(f"{url}/mcp", http_client=web)) as agent,
    ):
        yield client, agent


async def everything(memory: Memory) -> dict[str, str]:
    """What every door says of the case, by door."""
    report, one = f"/reports/shop/{CASE.name}", f"{LIST}/shop/{CASE.name}"
    family = CASE.conclusion.signature.key
    told = {}
    async with doors(memory) as (client, agent):
        for path in (report, f"{report}.md", f"{report}/document", one, f"{one}/similar", f"/families/{family}"):
            found = await client.get(path, headers={"Accept": "text/html"})
            assert found.status_code == 200, found.text
            told[path] = re.sub(r"opened (once|\d+ times)|\"opened\": ?\d+", "", found.text)
        for tool in ("read_incident", "find_similar"):
            told[tool] = said(await agent.call_tool(tool, {"namespace": "shop", "name": CASE.name}))
            told[tool] = re.sub(r"\"opened\":\d+", "", told[tool])
    incident = await memory.by_id(CASE.id)
    assert incident is not None
    status = await status_of(memory)
    told["status"] = msgspec.json.encode(status).decode()
    told["answer"] = repr(answer_page(investigation(status=status)))
    return told


async def status_of(memory: Memory) -> dict[str, object]:
    found = await memory.similar(CASE.bundle, CASE.conclusion, exclude_id=CASE.id)
    return similar_status(found.incidents, namespace="shop", visibility=Visibility.NAMESPACE, log_text=True)


def word(verdict: Verdict, **more: str) -> Feedback:
    return Feedback(verdict=verdict, author="SECRET-ANA", source=FeedbackSource.PAGE, given_at=NOW, **more)


async def test_nothing_that_becomes_of_it_changes_what_is_said_elsewhere(memory: Memory) -> None:
    before = await everything(memory)
    assert HIDDEN.name not in str(before)
    texts = {"cause": "SECRET-CAUSE", "fix": "SECRET-FIX", "note": "SECRET-NOTE"}
    for given in (word(Verdict.CONFIRMED), word(Verdict.CORRECTED, **texts), word(Verdict.REJECTED, note="SECRET")):
        await memory.give_feedback(HIDDEN.id, given)
        assert await everything(memory) == before, given.verdict
    await memory.give_feedback(HIDDEN.id, word(Verdict.CONFIRMED, fix="SECRET-FIX"))
    for resolution in (FIXED, DELETED):
        assert await memory.resolve(HIDDEN.id, resolution)
        assert await everything(memory) == before, resolution.kind
        assert await memory.reopen(HIDDEN.id, NOW)


async def test_it_is_told_as_not_shown_and_never_as_over_or_open(memory: Memory) -> None:
    async with doors(memory) as (client, _):
        report = (await client.get(f"/reports/shop/{CASE.name}.md")).text
        (one,) = (await client.get(f"{LIST}/shop/{CASE.name}/similar")).json()["incidents"]
    assert "not resolved yet" not in report.partition("Similar past incidents")[2]
    assert "| not shown here |" in report
    assert {name for name, value in one.items() if value not in (None, "", [])} <= SHOWN
    assert (one["resolution"], one["fixed"], one["verdict"], one["name"]) == ("", None, None, "…")
