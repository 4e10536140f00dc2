"""Each page shows what memory knows, links to the others, and says clearly what it cannot show."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import httpx
import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Category, Resolution, ResolutionKind
from casebook_operator.web.app import make_app
from casebook_operator.web.headers import CONTENT_SECURITY_POLICY
from tests.operator.web.addresses import of_incident
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import STORY, incident_of, story
from tests.rows import of_every

INVOICES, SEARCH, SECOND_SEARCH = story(TENANT)[-1], story(TENANT)[0], story(TENANT)[3]
REPORT = f"/reports/payments/{INVOICES.name}"
FAMILY = INVOICES.conclusion.signature.key
PAGES = {
    "list": "/",
    "open": "/?state=open",
    "search": "/?q=out+of+memory",
    "nothing": "/?q=zebra",
    "report": REPORT,
    "resolved": f"/reports/shop/{SECOND_SEARCH.name}",
    "long-chain": f"/reports/casebook/{story(TENANT)[11].name}",
    "unknown": f"/reports/media/{story(TENANT)[9].name}",
    "document": f"{REPORT}/document",
    "family": f"/families/{FAMILY}",
    "subject": "/subjects/Deployment/shop/search",
    "node": "/nodes/gpu-node-4",
    "node-with-pods": "/nodes/worker-2",
    "overview": "/overview?since=60d",
    "namespace": "/namespaces/shop?since=60d",
}


def text_of(page: str) -> str:
    """What a person reads."""
    without_tags = re.sub(r"<[^>]*>", " ", re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL))
    return " ".join(unescape(without_tags).split())


def links_of(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', page)]


@of_every("path", PAGES.values(), ids=PAGES)
async def test_every_page_is_found(get: Get, path: str) -> None:
    found = await get(path)
    assert found.status_code == 200
    assert found.headers["content-type"] == "text/html; charset=utf-8"


@of_every("path", PAGES.values(), ids=PAGES)
async def test_every_link_of_every_page_leads_somewhere(get: Get, path: str) -> None:
    page = (await get(path)).text
    anchors = set(re.findall(r'\bid="([^"]*)"', page))
    for link in dict.fromkeys(links_of(page)):
        if link.startswith("#"):
            assert link[1:] in anchors, link
        elif link != "https://git.example.com/dns.md#L12":  # where a runbook of the story is kept
            assert link.startswith("/"), link
            assert (await get(link)).status_code in (200, 307), link


@of_every("path", [*PAGES.values(), "/nowhere", "/reports/shop/nothing", *of_incident(INVOICES)])
async def test_every_answer_lets_nothing_in_and_nothing_be_kept(get: Get, path: str) -> None:
    headers = (await get(path)).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


async def test_the_list_has_every_incident_the_latest_first(get: Get) -> None:
    page = (await get("/")).text
    names = re.findall(r'class="row-title" href="/reports/[^/]+/([^"]+)"', page)
    assert names == [one.name for one in reversed(story(TENANT))]
    assert "All 14" in text_of(page)
    assert "Open 5" in text_of(page)


async def test_the_list_is_filtered_by_namespace_category_and_state(get: Get) -> None:
    page = text_of((await get("/?namespace=shop&category=resource_exhaustion&state=resolved")).text)
    assert "All 3" in page
    assert page.count("Out of memory") == 2


async def test_a_search_shows_the_place_that_was_found(get: Get) -> None:
    page = (await get("/?q=PAYMENT_API_URL&state=open")).text
    assert INVOICES.name in page
    assert "match" in text_of(page)
    assert SEARCH.name not in page
    assert 'value="PAYMENT_API_URL"' in page


async def test_a_search_that_finds_nothing_says_what_was_searched(get: Get) -> None:
    assert "No report speaks of it Nothing found in" in text_of((await get("/?q=zebra")).text)


async def test_pages_of_the_list_join_without_a_gap_and_lead_back(untold: Memory) -> None:
    many = [
        msgspec.structs.replace(SEARCH, id=f"id-{number:03}", name=f"search-{number:03}", opened_at=SEARCH.opened_at)
        for number in range(120)
    ]
    many = [
        msgspec.structs.replace(one, opened_at=one.opened_at + timedelta(seconds=n // 7)) for n, one in enumerate(many)
    ]
    for one in many:
        await untold.record(one)
    async with browsing(untold, settings_of()) as get:
        seen, path, pages = [], "/", []
        while path:
            page = (await get(path)).text
            pages.append(path)
            seen += re.findall(r'class="row-title" href="/reports/shop/([^"]+)"', page)
            path = next((unescape(link) for link in re.findall(r'href="([^"]*)" rel="next"', page)), "")
        assert seen == [one.name for one in reversed(many)]
        assert len(pages) == 3
        back = unescape(re.findall(r'href="([^"]*)" rel="prev"', page)[0])
        middle = re.findall(r'class="row-title" href="/reports/shop/([^"]+)"', (await get(back)).text)
        assert middle == seen[50:100]


async def test_the_report_has_verdict_chain_fix_similar_and_evidence(get: Get) -> None:
    said = text_of((await get(REPORT)).text)
    for words in (
        "A required environment variable is not set Open config error Very likely (94 of 100)",
        "Change Deployment invoices was deployed for the first time",
        "Cause The program in container invoices needs the environment variable PAYMENT_API_URL",
        "Symptom Deployment/payments/invoices is in CrashLoopBackOff",
        "fixed 1 of 1 times by: set the environment variable PAYMENT_API_URL (100 %",
        "100 %; at least 20 %, with 95 % confidence",
        "kubectl set env Deployment/invoices -n payments --list",
        "97 % strong",
        "same signature (Error, exit 1)",
        "What fixed it env PAYMENT_API_URL added to container app after 8 min",
        "required key PAYMENT_API_URL missing value",
        "Ruled out resource_exhaustion : Not killed for memory",
    ):
        assert words in said, words


async def test_every_fact_has_an_anchor_and_every_citation_leads_to_one(get: Get) -> None:
    page = (await get(REPORT)).text
    for fact in INVOICES.bundle.facts:
        assert f'<li id="{fact.id}"' in page
    cited = {fact for step in INVOICES.conclusion.chain for fact in step.facts}
    assert cited
    assert all(f'href="#{fact}"' in page for fact in cited)


async def test_a_resolved_report_says_what_ended_it(get: Get) -> None:
    said = text_of((await get(PAGES["resolved"])).text)
    assert "Recovered after 51 min. memory limit of container app: 256Mi -> 512Mi" in said
    assert "Before it here Out of memory" in said
    assert "After it here Out of memory" in said


async def test_what_people_say_is_on_the_report(get: Get) -> None:
    corrected = text_of((await get(f"/reports/shop/{story(TENANT)[7].name}")).text)
    assert "Corrected by jon" in corrected
    assert "cause: A NetworkPolicy denied the name server" in corrected


async def test_markdown_is_what_the_command_prints(get: Get) -> None:
    found = await get(f"{REPORT}.md")
    assert found.headers["content-type"] == "text/markdown; charset=utf-8"
    assert found.text.startswith("# Deployment/payments/invoices: A required environment variable is not set\n")
    assert "## Evidence" in found.text


async def test_the_document_is_the_report_laid_out(get: Get) -> None:
    page = (await get(f"{REPORT}/document")).text
    assert '<h3 id="seen-before">Seen before</h3>' in page
    assert '<th scope="col">Incident</th>' in page
    assert "&lt;time" not in page


async def test_the_family_tells_fixes_with_their_rates(get: Get) -> None:
    said = text_of((await get(f"/families/{SEARCH.conclusion.signature.key}")).text)
    assert "Seen 3 times Open now 1" in said
    assert "Raise the memory limit" in said
    assert re.search(r"worked \d of \d \d+ %, at least \d+ %", said)


async def test_the_subject_has_its_episodes_on_an_axis(get: Get) -> None:
    said = text_of((await get(PAGES["subject"])).text)
    assert "3 episodes, 1 not resolved." in said
    assert "Recovered TemplateChanged: memory limit of container app: 256Mi -> 512Mi" in said


async def test_a_node_has_its_own_faults_and_what_failed_on_it(get: Get) -> None:
    assert "Failed NodeCondition: 0000:3b:00: GPU error Xid 79" in text_of((await get("/nodes/gpu-node-4")).text)
    said = text_of((await get("/nodes/worker-2")).text)
    assert "No fault of the node itself is remembered, or none that you may read." in said
    assert said.count("Out of memory") == 3
    assert (await get("/subjects/Node/worker-2")).headers["location"] == "/nodes/worker-2"


async def test_an_empty_memory_says_so_and_what_to_do(untold: Memory) -> None:
    async with browsing(untold, settings_of()) as get:
        said = text_of((await get("/")).text)
    assert "Nothing has failed yet" in said
    assert "casebook doctor" in said


@of_every(
    ("path", "title"),
    [
        ("/reports/shop/nothing", "There is no such report"),
        ("/families/0000000000000000", "There is no such family"),
        ("/subjects/Deployment/shop/nothing", "Nothing has happened to it"),
        ("/nodes/nothing", "Nothing has happened on this node"),
        ("/nowhere", "There is no such page"),
        ("/reports/%00/%00", "There is no such report"),
        (f"/reports/{'a' * 3000}/b", "There is no such report"),
        ("/static/../settings.py", "There is no such page"),
    ],
)
async def test_what_is_not_there_is_said_with_what_to_do(get: Get, path: str, title: str) -> None:
    found = await get(path)
    assert found.status_code == 404
    assert f"404 {title}" in text_of(found.text)


@pytest.mark.parametrize(
    "path", ["/nodes/x/", "/families/0000000000000000/", "/reports/shop/x/", "/static/", "/nowhere/"]
)
async def test_no_address_leads_to_the_host_that_a_request_names(get: Get, path: str) -> None:
    """The Ingress, or whoever stands in between, may have let a foreign name through."""
    found = await get(path, headers={"Host": "localhost:1", "X-Forwarded-Host": "evil.example"})
    assert found.status_code == 404
    assert "location" not in found.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_pages_are_published_without_probes_and_metrics(get: Get, path: str) -> None:
    assert (await get(path)).status_code == 404


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("category=cosmic_rays", "There is no category “cosmic_rays”. It is one of: resource_exhaustion"),
        ("state=stuck", "There is no state “stuck”. It is one of: open, resolved."),
        ("severity=loud", "There is no severity “loud”. It is one of: Critical, Warning, Info."),
        ("since=some+day", "In “since” 'some day' is neither today, yesterday"),
        ("before=yesterday", "cut or misspelt"),
        ("after=2026-01-01", "cut or misspelt"),
        ("before=2026-01-01T00:00:00~x", "cut or misspelt"),
    ],
)
async def test_a_list_that_cannot_be_made_says_why(get: Get, query: str, why: str) -> None:
    found = await get(f"/?{query}")
    assert found.status_code == 400
    assert why in text_of(found.text)


async def test_a_program_gets_problems_as_text(get: Get) -> None:
    for path, headers in (("/reports/shop/nothing.md", {}), ("/reports/shop/nothing", {"Accept": "application/json"})):
        found = await get(path, headers=headers)
        assert found.status_code == 404
        assert found.headers["content-type"].startswith("text/plain")
        assert found.text.startswith("There is no such report.\n")


async def test_a_report_whose_parts_are_all_missing_is_shown(untold: Memory) -> None:
    whole = incident_of(STORY[0], TENANT)
    bare: Any = msgspec.structs.replace(
        whole,
        bundle=msgspec.structs.replace(whole.bundle, facts=(), gaps=(), entities=(), template=None),
        conclusion=msgspec.structs.replace(
            whole.conclusion,
            category=Category.UNKNOWN,
            chain=(),
            cited=(),
            actions=(),
            ruled_out=(),
            alternatives=(),
            missing=(),
            looked_for=(),
            entities=(),
            rules=(),
        ),
        resolution=None,
    )
    await untold.record(bare)
    async with browsing(untold, settings_of()) as get:
        found = await get(f"/reports/shop/{bare.name}")
    assert found.status_code == 200
    assert "No facts were collected." in text_of(found.text)
    assert "Nothing similar: no past incident resembles this one closely enough." in text_of(found.text)


async def test_nothing_is_changed_by_asking_otherwise_than_with_get(told: Memory) -> None:
    transport = httpx.ASGITransport(make_app(told, settings_of(), None))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            assert (await client.request(method, REPORT)).status_code == 405
        assert (await client.head(REPORT)).status_code == 200


async def test_what_was_asked_about_and_served_is_answered_and_has_not_recovered(untold: Memory) -> None:
    answered = Resolution(
        kind=ResolutionKind.ANSWERED,
        summary="it served when somebody asked",
        resolved_at=INVOICES.opened_at,
        seconds_to_resolve=0,
    )
    await untold.record(msgspec.structs.replace(INVOICES, similar=(), resolution=answered))
    async with browsing(untold, settings_of()) as get:
        for path in ("/", REPORT):
            page = (await get(path)).text
            assert "</svg>Answered</span>" in page
            assert "</svg>Resolved</span>" not in page
            assert "Recovered after" not in page
            assert ">after 0 s<" not in page
