"""Filters of the list, the overview and the timeline of a namespace."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest

from casebook_analyzer.memory import Memory
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import NOW, story
from tests.operator.web.test_pages import FAMILY, SECOND_SEARCH, text_of


async def test_the_list_is_filtered_by_everything_that_the_form_has(get: Get) -> None:
    for query, names in {
        "severity=Critical&state=open": ["gpu-node-4"],
        "subject=Deployment/shop/search": ["search", "search", "search"],
        "node=worker-3": ["gateway"],
        f"family={FAMILY}": ["invoices", "billing", "checkout"],
        "entity=Deployment/payments/billing": ["billing"],
        "owner=nobody": [],
        f"since=25h&until={quote((NOW - timedelta(minutes=90)).isoformat())}": ["gpu-node-4", "search"],
        "until=28d": ["search"],
    }.items():
        page = (await get(f"/?{query}")).text
        subjects = re.findall(r'class="mono" href="/(?:subjects/\w+/\w+|nodes)/([^"]+)">(?:\w+/)', page)
        assert subjects == names, query
        assert text_of(page).count("Clear") == 1
    assert 'value="Deployment/shop/search"' in (await get("/?subject=Deployment/shop/search")).text
    assert '<details class="more" open>' in (await get("/?since=7d")).text


async def test_several_namespaces_are_asked_for_at_once_and_kept_by_form_and_links(get: Get) -> None:
    seen = {}
    for query in (
        "namespace=media&namespace=payments",
        "namespace=payments,media",
        "namespace=media,,media&namespace=payments",
    ):
        page = (await get(f"/?{query}&state=open")).text
        seen[query] = re.findall(r'class="row-title" href="/reports/(\w+)/', page)
        assert {*seen[query]} == {"media", "payments"}
        assert '<option value="media,payments" selected>media, payments</option>' in page
        assert '<a href="/namespaces/media%2Cpayments">Timeline of media, payments</a>' in page
        assert "/overview?namespace=media&amp;namespace=payments" in page
        overview = text_of((await get(f"/overview?{query}")).text)
        assert f"{len(seen[query])} open now" in overview
    assert len({tuple(names) for names in seen.values()}) == 1
    feed = (await get("/feed.atom?namespace=media&namespace=payments&state=open")).text
    assert feed.count("<entry>") == len(seen.popitem()[1])
    assert "/feed.atom?namespace=media&amp;namespace=payments&amp;state=open" in feed
    assert '<option value="nowhere" selected>nowhere</option>' in (await get("/?namespace=nowhere")).text
    assert (await get(f"/?namespace={','.join(f'ns-{number}' for number in range(200))}")).status_code == 400


async def test_a_search_by_text_is_narrowed(get: Get) -> None:
    found = text_of((await get("/?q=out+of+memory&since=10h&severity=Critical")).text)
    assert "Reports about" in found
    assert SECOND_SEARCH.name not in found
    assert "No report speaks of it" in text_of((await get("/?q=memory&tag=zone%3Da")).text)
    assert SECOND_SEARCH.name in (await get("/?q=out+of+memory&entity=Deployment/shop/search")).text


async def test_the_overview_says_what_is_open_what_recurs_and_what_worked(get: Get) -> None:
    page = (await get("/overview")).text
    said = text_of(page)
    for words in (
        "14 failures from",
        "9 of them over. 5 open now",
        "Failures by day",
        "A required environment variable is not set config error 3 1 3",
        "Raise the memory limit seen by Casebook",
        "worked 2 of 2",
        "worker-2 0 4",
    ):
        assert words in said, words
    assert page.count("<rect") > 20
    assert 'class="b-config_error c-config_error"' in page
    shop = text_of((await get("/overview?namespace=shop&since=1970-01-01&until=1970-01-02")).text)
    assert "0 failures up to 1970-01-02" in shop
    assert "Nothing failed in this time. Open now" in shop
    assert "2 open now" in shop


async def test_the_overview_keeps_every_filter_in_its_form_and_its_links(get: Get) -> None:
    filters = {
        "entity": "Deployment/payments/billing",
        "severity": "Warning",
        "role": "head",
        "subject": "Deployment/payments/billing",
    }
    page = (await get("/overview", params=filters)).text
    assert "1 failure from" in text_of(page)
    assert '<details class="more" open>' in page
    for name in ("entity", "subject"):
        assert f'name="{name}" value="{filters[name]}"' in page
    for name in ("severity", "role"):
        assert f'value="{filters[name]}" selected' in page
    whole, _, _ = (await get("/", params=filters)).text.partition("overview</a>")
    assert "entity=Deployment%2Fpayments%2Fbilling" in whole.rpartition("<a ")[2]
    assert "0 failures from 2" in text_of((await get("/overview?tag=zone%3Dnowhere")).text)


async def test_the_overview_of_an_empty_memory_has_nothing_to_draw(untold: Memory) -> None:
    async with browsing(untold, settings_of()) as get:
        page = (await get("/overview?since=1970-01-01")).text
    assert "Nothing failed in this time." in page
    assert "<rect" not in page


async def test_a_namespace_tells_what_happened_to_all_of_it(get: Get) -> None:
    said = text_of((await get("/namespaces/shop?since=60d")).text)
    assert "7 episodes, 2 not resolved" in said
    assert "Failed Deployment/checkout: CrashLoopBackOff" in said
    assert "Recovered Deployment/search: TemplateChanged: memory limit of container app: 256Mi -> 512Mi" in said
    assert "Failed Deployment/invoices" not in said
    recent = text_of(
        (await get(f"/namespaces/shop?since=2d&until={quote((NOW - timedelta(hours=5)).isoformat())}")).text
    )
    assert "1 episode, 1 not resolved" in recent
    empty = text_of((await get("/namespaces/nowhere")).text)
    assert "0 episodes, 0 not resolved" in empty
    assert "Nothing failed in this time." in empty
    assert (await get("/subjects/Namespace/shop")).headers["location"] == "/namespaces/shop"
    assert (await get("/namespaces/shop?since=never")).status_code == 400


async def test_several_namespaces_have_one_timeline_that_says_whose_each_moment_is(get: Get) -> None:
    page = (await get("/namespaces/shop%2Cpayments?since=60d&category=config_error")).text
    said = text_of(page)
    assert "What happened in payments, shop" in said
    assert "Failed Deployment/shop/checkout: CrashLoopBackOff" in said
    assert "Failed Deployment/payments/invoices: CrashLoopBackOff" in said
    assert 'href="/namespaces/payments%2Cshop?category=config_error&amp;since=30d"' in page
    assert 'href="/overview?category=config_error&amp;since=60d&amp;namespace=payments&amp;namespace=shop"' in page


async def test_a_family_is_counted_for_who_reads_the_namespaces_that_are_named(get: Get) -> None:
    family = story(TENANT)[1].conclusion.signature.key
    assert "in other namespaces than shop, " in text_of((await get(f"/families/{family}?namespace=shop")).text)
    for query in ("namespace=payments,shop", "namespace=shop&namespace=payments"):
        assert "in other namespaces" not in text_of((await get(f"/families/{family}?{query}")).text)


@pytest.mark.parametrize("page", ["/", "/overview", "/namespaces/shop", "/feed.atom"])
async def test_what_nothing_can_fit_is_refused_as_commands_do(get: Get, page: str) -> None:
    for times, told in (
        ("entity=checkout", "Entity is written KIND/NAMESPACE/NAME or KIND/NAME, and &#39;checkout&#39; is not."),
        ("tag=zone", "Tag is written KEY=VALUE, and &#39;zone&#39; is not."),
        ("since=today&until=yesterday", "Since has to be earlier than until."),
        ("since=2999-01-01", "Since lies in the future."),
    ):
        refused = await get(f"{page}?{times}")
        assert (refused.status_code, told in refused.text) == (400, True), times
    assert (await get(f"{page}?since=yesterday&until=2999-01-01")).status_code == 200
