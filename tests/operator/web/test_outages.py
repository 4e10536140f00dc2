"""The list shows outages that go on first, marks what hangs on them, and can leave it out."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import story
from tests.operator.web.test_pages import text_of

HEAD, *REST = (
    msgspec.structs.replace(story(TENANT)[0], resolution=None, id=f"id-{n}", name=f"at-{n}") for n in range(60)
)


@pytest.fixture
async def listed(untold: Memory) -> AsyncIterator[Get]:
    """A head that is older than a page of the list, and all others hang on it but the last."""
    for number, one in enumerate((HEAD, *REST)):
        at = HEAD.opened_at + timedelta(minutes=number)
        await untold.record(msgspec.structs.replace(one, opened_at=at))
    await untold.hang([one.id for one in REST[:-1]], HEAD.id)
    async with browsing(untold, settings_of()) as get:
        yield get


def names(page: str) -> list[str]:
    return re.findall(r'class="row-title" href="/reports/[^/]+/([^"]+)"', page)


async def test_a_head_that_goes_on_is_first_however_old_it_is_and_says_how_many_hang_on_it(listed: Get) -> None:
    page = (await listed("/")).text
    assert names(page)[:3] == ["at-0", "at-59", "at-58"]
    said = text_of(page)
    assert "Head of 58" in said
    assert said.count("Follower of Deployment/shop/search") == 49
    assert names((await listed("/?namespace=payments")).text) == []


async def test_what_hangs_on_heads_is_left_out_or_listed_alone(listed: Get) -> None:
    assert names((await listed("/?role=head")).text) == ["at-0", "at-59"]
    followers = names((await listed("/?role=follower")).text)
    assert (len(followers), followers[0]) == (50, "at-58")
    of_one = re.findall(r'class="outage" href="([^"]*)"', (await listed("/")).text)
    assert names((await listed(of_one[0])).text) == followers
    assert (await listed("/?role=king")).status_code == 400


async def test_every_page_of_the_list_has_each_incident_once(listed: Get) -> None:
    page = (await listed("/?role=follower")).text
    older = re.findall(r'href="([^"]*)" rel="next"', page)[0].replace("&amp;", "&")
    assert "role=follower" in older
    assert len(set(names(page) + names((await listed(older)).text))) == 58
