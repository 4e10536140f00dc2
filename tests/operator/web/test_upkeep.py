"""The API for who looks after memory and rules: whole incidents, and how many there are, within the reader's rights."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient
from casebook_operator.web.agents.tools import tools
from casebook_operator.web.reads.upkeep import HistoryPage
from e2e.cluster import Cluster
from tests.operator.web.addresses import API
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import story
from tests.operator.web.test_cluster_access import AUDIENCE, here, memory, readers, token

__all__ = ["here", "memory", "readers"]

CHECKOUT = story(TENANT)[1]
HISTORY = f"{API}/history"


async def read(get: Get, **asked: Any) -> HistoryPage:
    found = await get(HISTORY, params=asked)
    assert found.status_code == 200, found.text
    return msgspec.json.decode(found.content, type=HistoryPage)


async def test_pages_of_whole_incidents_join_the_latest_first(get: Get) -> None:
    names, cursor = [], ""
    while True:
        page = await read(get, limit=5, cursor=cursor)
        names += [one.name for one in page.items]
        cursor = page.next
        if not cursor:
            break
    assert names == [one.name for one in reversed(story(TENANT))]


async def test_it_is_narrowed_by_namespace_time_and_name(get: Get) -> None:
    ours = await read(get, namespace="shop")
    assert {one.namespace for one in ours.items} == {"shop"}
    late = await read(get, since=CHECKOUT.opened_at.isoformat())
    assert {one.name for one in late.items} == {one.name for one in story(TENANT)[1:]}
    assert [one.id for one in (await read(get, namespace="shop", name=CHECKOUT.name)).items] == [CHECKOUT.id]
    assert (await get(HISTORY, params={"name": CHECKOUT.name})).status_code == 400
    assert (await get(HISTORY, params={"namespace": "shop", "name": "nothing"})).status_code == 404
    assert (await get(HISTORY, params={"cursor": "nonsense"})).status_code == 400


async def test_it_has_what_is_judged_and_nothing_that_readers_see_by_other_rights(get: Get, told: Memory) -> None:
    await told.hang([CHECKOUT.id], story(TENANT)[-1].id)
    (one,) = (await read(get, namespace="shop", name=CHECKOUT.name)).items
    assert [fact.id for fact in one.bundle.facts] == [fact.id for fact in CHECKOUT.bundle.facts]
    assert one.conclusion.rules == CHECKOUT.conclusion.rules
    assert (one.report, one.similar, one.caused_by, one.bundle.template, one.bundle.objects) == ("", (), "", None, ())


async def test_who_judges_again_has_opened_nothing(get: Get, told: Memory) -> None:
    await read(get, namespace="shop", name=CHECKOUT.name)
    await told.usage.flush()
    assert (await told.usage.of_incidents([CHECKOUT.id], View()))[CHECKOUT.id].opened == 0


def test_agents_have_no_such_tools() -> None:
    assert not {"read_history", "read_memory_stats"} & tools().keys()


@pytest.mark.cluster
async def test_numbers_are_for_who_may_list_everything_and_incidents_for_who_may_read_them(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str
) -> None:
    web = {"tokens": True, "audience": AUDIENCE}
    async with browsing(memory, settings_of(web=web), kube) as get:

        async def asked(path: str, account: str) -> tuple[int, set[str]]:
            found = await get(path, headers=token(cluster, readers, account))
            return found.status_code, {one["namespace"] for one in found.json().get("items", ())}

        for account, status in (("all", 200), ("one", 403), ("none", 403), ("lists", 403), ("no-logs", 403)):
            assert (await asked(f"{API}/memory", account))[0] == status, account
        everything = {readers if one.namespace == "shop" else one.namespace for one in story(TENANT)}
        assert await asked(HISTORY, "all") == (200, everything)
        assert await asked(HISTORY, "one") == (200, {readers})
        for account in ("none", "lists", "no-logs", "by-name"):
            assert await asked(HISTORY, account) == (403, set()), account
        for more in ("", f"&name={story(TENANT)[4].name}", "&name=nothing"):
            assert await asked(f"{HISTORY}?namespace=payments{more}", "one") == (403, set()), more
