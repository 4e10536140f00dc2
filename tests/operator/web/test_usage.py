"""Who opens a report is counted without waiting for it; reports, families and lists say of what use the past was."""

import msgspec
import psycopg
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Incident, Usage
from tests.analyzer.memory.incidents import given
from tests.operator.web.addresses import API, LIST
from tests.operator.web.agents import agent
from tests.operator.web.conftest import TENANT, Get
from tests.operator.web.past import story
from tests.operator.web.test_ask import Cluster, visiting
from tests.operator.web.test_pages import text_of

FIRST, SECOND, BILLING, SEARCH = (story(TENANT)[number] for number in (0, 3, 4, 10))
REPORT = f"/reports/shop/{FIRST.name}"


async def opened(memory: Memory, found: Incident = FIRST) -> int:
    return (await memory.usage.of_incidents([found.id], View()))[found.id].opened


@pytest.mark.parametrize("path", [REPORT, f"{REPORT}.md", f"{REPORT}/document", f"{LIST}/shop/{FIRST.name}"])
async def test_a_report_that_is_read_is_counted_when_it_is_written_down(told: Memory, get: Get, path: str) -> None:
    for _ in range(3):
        assert (await get(path)).status_code == 200
    assert await opened(told) == 0
    assert await told.usage.flush() == 1
    assert await opened(told) == 1


async def test_what_only_looks_at_it_or_may_not_be_read_is_not_counted(told: Memory, get: Get) -> None:
    for path in ("/", "/overview", f"/families/{FIRST.conclusion.signature.key}", f"{LIST}/shop/{FIRST.name}/similar"):
        assert (await get(path)).status_code == 200
    assert (await get("/reports/shop/nothing")).status_code == 404
    async with visiting(told, Cluster()) as stranger:
        assert (await stranger.get(REPORT)).status_code == 403
    assert await told.usage.flush() == 0


async def test_each_reader_counts(told: Memory, get: Get) -> None:
    async with visiting(told, Cluster("get", "list")) as ana:
        assert (await ana.get(REPORT)).status_code == 200
        assert (await ana.get(REPORT)).status_code == 200
    await get(REPORT)
    assert await told.usage.flush() == 2


async def test_a_report_that_an_agent_reads_is_counted_when_its_process_ends(told: Memory, told_dsn: str) -> None:
    async with agent("http", told_dsn) as client:
        answer = await client.call_tool("read_incident", {"namespace": "shop", "name": FIRST.name})
        assert not answer.is_error
    assert await opened(told) == 1


async def test_the_past_incident_says_what_became_of_the_cases_that_it_was_attached_to(told: Memory, get: Get) -> None:
    await told.record(given(SECOND, FIRST))
    await get(REPORT)
    await told.usage.flush()
    page = text_of((await get(REPORT)).text)
    assert "Of use to later cases" in page
    assert "Attached to 1 case: 1 ended by the same fix; opened once." in page
    assert "## Of use to later cases\n\nAttached to 1 case" in (await get(f"{REPORT}.md")).text
    usage = (await get(f"{LIST}/shop/{FIRST.name}")).json()["past"]["usage"]
    assert usage == {"attached": 1, "opened": 1, "followed": 1, "wrong": 0}


async def test_similar_incidents_and_fixes_say_it(told: Memory, get: Get) -> None:
    twice = msgspec.structs.replace(SECOND, id="another", name="another")
    for one in (SECOND, twice):
        await told.record(given(one, FIRST))
    assert "Attached to 2 cases: 2 ended by the same fix." in text_of((await get(f"/reports/shop/{SECOND.name}")).text)
    family = f"/families/{FIRST.conclusion.signature.key}"
    assert "Its incidents: attached to" in text_of((await get(family)).text)
    fixes = (await get(f"{API}{family}")).json()["family"]["fixes"]
    assert fixes[0]["usage"]["attached"] >= 2
    found = (await get(f"{LIST}/shop/{SEARCH.name}/similar")).json()["incidents"]
    assert [one["usage"] is not None for one in found] == [True]


async def test_who_may_not_read_cases_elsewhere_is_not_told_that_it_was_attached_to_them(
    told: Memory, told_dsn: str
) -> None:
    with psycopg.connect(told_dsn) as connection:
        connection.execute("DELETE FROM attachment")
    await told.record(given(BILLING, FIRST))
    await told.record(given(SECOND, BILLING))
    async with visiting(told, Cluster("get", "list")) as ana:
        seen = (await ana.get(f"{LIST}/shop/{FIRST.name}")).json()["past"]
        assert seen["usage"] == msgspec.to_builtins(Usage())
        (masked,) = (await ana.get(f"{LIST}/shop/{SECOND.name}")).json()["past"]["similar"]
        assert (masked["id"], masked["usage"], masked["fixed"]) == ("", None, None)
        family = (await ana.get(f"{API}/families/{FIRST.conclusion.signature.key}?namespace=shop")).json()
        assert {one["usage"]["attached"] for one in family["family"]["fixes"]} == {0}
