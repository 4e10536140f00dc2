"""What pages, programs and agents are shown of other clusters."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from casebook_analyzer.memory import join_fleet, open_memory
from casebook_analyzer.models import Incident
from tests.operator.web.addresses import LIST
from tests.operator.web.conftest import browsing, settings_of
from tests.operator.web.past import story
from tests.rows import of_every

TENANT, OTHER = "prod-eu", "prod-us"
CASE = story(TENANT)[1]
ELSEWHERE = "elsewhere"
REPORT = f"/reports/{CASE.namespace}/{CASE.name}"
SIMILAR = f"{LIST}/{CASE.namespace}/{CASE.name}/similar"


def _elsewhere() -> Incident:
    """The same failure in another cluster, where everything that names something has another name."""
    found = story(OTHER)[1]
    conclusion = msgspec.structs.replace(found.conclusion, title=ELSEWHERE, summary=ELSEWHERE)
    places = {"namespace": ELSEWHERE, "name": ELSEWHERE, "report": ELSEWHERE}
    return msgspec.structs.replace(found, id=ELSEWHERE, conclusion=conclusion, **places)


async def _fill(dsn: str) -> None:
    async with (
        open_memory(dsn, tenant=OTHER, embedder=None, fleet=True) as other,
        open_memory(dsn, tenant=TENANT, embedder=None, fleet=True) as own,
    ):
        await other.record(_elsewhere())
        for memory in (own, other):
            join_fleet(dsn, memory.session.tenant, "all")
            await memory.fleet.publish(CASE.opened_at + timedelta(days=9))
        found = await own.similar(CASE.bundle, CASE.conclusion, exclude_id=CASE.id)
        await own.record(msgspec.structs.replace(CASE, similar=found.incidents))


pytestmark = pytest.mark.database(filled_by=_fill)


@of_every("visibility", ["Namespace", "Cluster"])
async def test_a_page_names_the_cluster_and_nothing_in_it(dsn: str, visibility: str) -> None:
    settings = settings_of(memory={"visibility": visibility, "fleet": True})
    async with open_memory(dsn, tenant=TENANT, embedder=None, fleet=True) as memory, browsing(memory, settings) as get:
        page = (await get(REPORT)).text
        markdown = (await get(f"{REPORT}.md")).text
    for text in (page, markdown):
        assert OTHER in text
        assert ELSEWHERE not in text
    assert f"An incident of the cluster <bdi>{OTHER}</bdi>" in page
    assert "another namespace" not in page
    assert "and by 1 other cluster" in page


async def test_programs_get_the_cluster_and_empty_names(dsn: str) -> None:
    settings = settings_of(memory={"fleet": True})
    async with open_memory(dsn, tenant=TENANT, embedder=None, fleet=True) as memory, browsing(memory, settings) as get:
        answer = await get(SIMILAR)
        shown: dict[str, Any] = (await get(f"{LIST}/{CASE.namespace}/{CASE.name}")).json()
    (one,) = answer.json()["incidents"]
    assert one["cluster"] == OTHER
    assert (one["id"], one["namespace"], one["name"], one["subject"]) == ("", "", "", "")
    assert (one["verdict"], one["resolution"], one["fixed"]) == (None, "", True)
    assert ELSEWHERE not in answer.text
    assert shown["past"]["family"]["clusters"] == [TENANT, OTHER]


async def test_who_does_not_take_part_is_shown_no_other_cluster(dsn: str) -> None:
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory, browsing(memory, settings_of()) as get:
        answer = await get(SIMILAR)
    assert answer.json()["incidents"] == []
