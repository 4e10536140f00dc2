"""The API answers what pages show, in the shapes that its document promises."""

from datetime import timedelta
from typing import Any

import httpx
import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Entity, Severity
from casebook_operator.web.api.changes import CHANGES
from casebook_operator.web.api.openapi import document
from casebook_operator.web.api.operations import OPERATIONS
from tests.operator.web.addresses import API, LIST, of_incident, of_report, of_subject
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import story
from tests.operator.web.served import served
from tests.rows import of_every

CHECKOUT, SECOND_SEARCH, BILLING, XID, INVOICES = (story(TENANT)[number] for number in (1, 3, 4, 11, 13))
ONE = f"{LIST}/shop/{SECOND_SEARCH.name}"


def names(found: httpx.Response) -> list[str]:
    assert found.status_code == 200, found.text
    return [item["name"] for item in found.json()["items"]]


@of_every("path", of_incident(CHECKOUT))
async def test_every_answer_has_the_shape_that_is_promised(get: Get, path: str) -> None:
    found = await get(path)
    if path.endswith(f"similar/shop/{CHECKOUT.name}"):
        path = f"{LIST}/shop/{CHECKOUT.name}/similar/payments/{BILLING.name}"
        found = await get(path)
    assert found.status_code == 200, found.text
    assert found.headers["content-type"] == "application/json"
    (one,) = (one for one in OPERATIONS if _fits(f"{API}{one.path}", path.partition("?")[0]))
    msgspec.json.decode(found.content, type=one.answer)


def _fits(pattern: str, path: str) -> bool:
    parts, given = pattern.split("/"), path.split("/")
    if parts[-1].endswith(":path}"):
        given = [*given[: len(parts) - 1], "/".join(given[len(parts) - 1 :])]
    same = all(one == other or one.startswith("{") for one, other in zip(parts, given, strict=False))
    return len(parts) == len(given) and same


async def test_the_list_has_every_incident_the_latest_first_and_pages_join(get: Get) -> None:
    whole = [one.name for one in reversed(story(TENANT))]
    assert names(await get(LIST)) == whole
    seen, cursor = [], ""
    while True:
        page = await get(LIST, params={"limit": 4, "cursor": cursor})
        seen += names(page)
        cursor = page.json()["next"]
        if not cursor:
            break
    assert seen == whole


@of_every(
    ("query", "workloads"),
    [
        ({"namespace": "payments"}, ["invoices", "billing"]),
        ({"category": "pcie_error"}, ["gpu-node-4"]),
        ({"state": "open", "namespace": "media"}, ["legacy-sync"]),
        ({"severity": "Critical", "state": "open"}, ["gpu-node-4"]),
        ({"owner": "nobody"}, []),
        ({"subject": "Deployment/shop/search", "limit": "2"}, ["search", "search"]),
        ({"node": "worker-3"}, ["gateway"]),
        ({"role": "follower"}, ["search"]),
        ({"family": CHECKOUT.conclusion.signature.key}, ["invoices", "billing", "checkout"]),
        ({"entity": "Deployment/payments/billing"}, ["billing"]),
        ({"entity": "Nothing/shop/x"}, []),
        ({"tag": "nothing=x"}, []),
        ({"since": (INVOICES.opened_at - timedelta(minutes=1)).isoformat()}, ["invoices"]),
        ({"until": (CHECKOUT.opened_at + timedelta(seconds=1)).isoformat()}, ["checkout", "search"]),
        ({"until": CHECKOUT.opened_at.isoformat()}, ["search"]),
    ],
    ids=lambda row: "-".join(row[0].values()),  # without times, which differ from process to process
)
async def test_the_list_is_filtered(get: Get, query: dict[str, str], workloads: list[str]) -> None:
    found = (await get(LIST, params=query)).json()["items"]
    assert [item["subject"].rpartition("/")[2] for item in found] == workloads


async def test_an_overview_is_of_the_last_month_unless_something_else_is_asked_for(get: Get) -> None:
    whole = (await get(f"{API}/overview?since=1970-01-01T00:00:00Z")).json()
    assert (whole["opened"], whole["resolved"], len(whole["steps"]) > 20) == (14, 9, True)
    assert sum(one["count"] for one in whole["open"]) == 5
    assert (await get(f"{API}/overview")).json()["opened"] == 14
    shop = (await get(f"{API}/overview?namespace=shop&category=resource_exhaustion")).json()
    assert [(one["count"], one["open"]) for one in shop["recurring"]] == [(3, 1)]
    one = (await get(f"{API}/overview?entity=Deployment/payments/billing")).json()
    assert (one["opened"], (await get(f"{API}/overview?tag=zone%3Dnowhere")).json()["opened"]) == (1, 0)


async def test_incidents_are_found_by_object_and_tag_wherever_they_are_asked_for(untold: Memory) -> None:
    conclusion = msgspec.structs.replace(
        CHECKOUT.conclusion,
        entities=(Entity(kind="Secret", namespace="shop", name="pay", role="cause"), Entity(kind="Node", name="n1")),
        environment_tags=("zone=a", "kubernetes=1.37"),
        severity=Severity.INFO,
    )
    await untold.record(msgspec.structs.replace(CHECKOUT, conclusion=conclusion))
    await untold.record(BILLING)
    async with browsing(untold, settings_of()) as get:
        for query in ("entity=Secret/shop/pay", "entity=Node/n1", "tag=zone%3Da", "severity=Info"):
            found = await get(f"{LIST}?{query}")
            assert names(found) == [CHECKOUT.name], query
            assert found.json()["items"][0]["severity"] == "Info"
            assert (await get(f"{API}/overview?since=1970-01-01T00:00:00Z&{query}")).json()["opened"] == 1, query
            assert [one["id"] for one in (await get(f"{API}/search?q=memory&{query}")).json()["hits"]] == [CHECKOUT.id]
            families = (await get(f"{API}/families?{query}")).json()["items"]
            assert [one["id"] for one in families] == [CHECKOUT.conclusion.signature.key], query
            for place in (str(CHECKOUT.bundle.subject), f"Namespace/{CHECKOUT.namespace}"):
                assert (await get(f"{API}/timelines/{place}?{query}")).json()["episodes"] == 1, (place, query)
        for query in ("entity=Secret/pay/shop", "entity=Secret/zone", "entity=a/%00", "tag=zone%3Db", "tag=%00%3D%00"):
            assert names(await get(f"{LIST}?{query}")) == [], query
            assert (await get(f"{API}/overview?since=1970-01-01T00:00:00Z&{query}")).json()["opened"] == 0, query
            assert (await get(f"{API}/timelines/Namespace/shop?{query}")).json()["episodes"] == 0, query


async def test_an_incident_has_its_chain_evidence_past_and_nothing_that_no_page_shows(get: Get) -> None:
    found = (await get(ONE)).json()
    incident, past = found["incident"], found["past"]
    assert incident["conclusion"]["chain"][0]["facts"]
    assert {fact["id"] for fact in incident["bundle"]["facts"]} >= set(incident["conclusion"]["cited"])
    assert (incident["bundle"]["template"], incident["bundle"]["objects"], incident["report"]) == (None, [], "")
    assert past["family"]["fixes"][0]["fix"] == "raise the memory limit"
    assert past["earlier"][0]["number"] == 1
    assert past["similar"]


async def test_only_what_has_ended_is_told_to_programs_as_fixed_or_not(get: Get) -> None:
    rows = [
        row
        for one in story(TENANT)
        for row in (await get(f"{LIST}/{one.namespace}/{one.name}/similar")).json()["incidents"]
    ]
    assert {(bool(row["resolution"]), row["fixed"]) for row in rows} >= {(True, True), (False, None)}
    assert {row["fixed"] for row in rows if not row["resolution"]} == {None}
    assert None not in {row["fixed"] for row in rows if row["resolution"]}


async def test_a_head_that_no_page_would_name_is_not_named(untold: Memory) -> None:
    for one in (CHECKOUT, BILLING, SECOND_SEARCH):
        await untold.record(one)
    await untold.hang([BILLING.id, SECOND_SEARCH.id], CHECKOUT.id)
    for visibility, seen in (("Namespace", ""), ("Cluster", CHECKOUT.id)):
        async with browsing(untold, settings_of(memory={"visibility": visibility})) as get:
            assert (await get(ONE)).json()["incident"]["caused_by"] == CHECKOUT.id
            other = (await get(f"{LIST}/payments/{BILLING.name}")).json()
            assert other["incident"]["caused_by"] == seen


async def test_facts_come_by_their_ids(get: Get) -> None:
    whole = (await get(f"{ONE}/facts")).json()["facts"]
    chosen = (await get(f"{ONE}/facts?id=F2&id=F1&id=F99&id=F99")).json()
    assert [fact["id"] for fact in chosen["facts"]] == ["F1", "F2"]
    assert chosen["facts"] == whole[:2]
    assert chosen["unknown"] == ["F99"]


async def test_a_timeline_of_a_namespace_within_a_period(get: Get) -> None:
    whole = (await get(of_subject("Namespace/shop"))).json()
    assert (whole["episodes"], whole["open"]) == (7, 2)
    assert {one["on"] for one in whole["moments"]} == {"Namespace/shop"}
    part_ = await get(of_subject("Namespace/shop"), params={"until": CHECKOUT.opened_at.isoformat()})
    assert part_.json()["episodes"] == 1
    assert (await get(of_subject("Namespace/nowhere"))).json()["moments"] == []


async def test_a_timeline_of_several_namespaces_says_of_each_moment_where_it_was(get: Get) -> None:
    one, other, both = [
        (await get(of_subject(f"Namespace/{names}"))).json() for names in ("shop", "media", "shop, media,shop")
    ]
    assert both["subject"] == "Namespace/media,shop"
    assert (both["episodes"], both["open"]) == tuple(one[name] + other[name] for name in ("episodes", "open"))
    assert len(both["moments"]) == len(one["moments"]) + len(other["moments"])
    assert {row["text"].split("/")[1] for row in both["moments"] if row["on"] == both["subject"]} == {"media", "shop"}
    many = ",".join(f"ns-{number}" for number in range(101))
    assert (await get(of_subject(f"Namespace/{many}"))).status_code == 400


async def test_a_timeline_of_a_workload_and_of_a_node(get: Get) -> None:
    found = (await get(of_subject("Deployment/shop/search"))).json()
    assert (found["episodes"], found["open"]) == (3, 1)
    assert found["moments"][0]["time"] < found["moments"][-1]["time"]
    since = (await get(of_subject("Deployment/shop/search"), params={"limit": 1})).json()
    assert since["episodes"] == 1
    assert (await get(of_subject("Node/gpu-node-4"))).json()["episodes"] == 2


async def test_a_search_finds_the_place_and_a_pair_is_explained(get: Get) -> None:
    hits = (await get(f"{API}/search?q=PAYMENT_API_URL&state=open")).json()["hits"]
    assert [hit["name"] for hit in hits] == [INVOICES.name]
    assert "PAYMENT_API_URL" in hits[0]["excerpt"]
    pair = (await get(f"{LIST}/shop/{CHECKOUT.name}/similar/payments/{BILLING.name}")).json()
    assert (pair["incident"], pair["hit"]) == (f"shop/{CHECKOUT.name}", f"payments/{BILLING.name}")
    assert pair["fields"][0] == {"name": "subject", "here": "Deployment/shop/checkout",
                                 "there": "Deployment/payments/billing"}  # fmt: skip


async def test_families_and_one_of_them(get: Get) -> None:
    items = (await get(f"{API}/families?limit=3")).json()["items"]
    assert items[0]["id"] == INVOICES.conclusion.signature.key
    assert len(items) == 3
    own = (await get(f"{API}/families?namespace=shop")).json()["items"]
    assert {place for one in own for place in one["namespaces"]} == {"shop"}
    several = (await get(f"{API}/families?namespace=shop&namespace=payments")).json()["items"]
    assert {place for one in several for place in one["namespaces"]} == {"payments", "shop"}
    assert several[0] == items[0]
    family = (await get(f"{API}/families/{items[0]['id']}")).json()
    both = (await get(f"{API}/families/{items[0]['id']}?namespace=shop&namespace=payments")).json()
    assert (both["family"]["namespaces"], both["family"]["elsewhere"]) == (["payments", "shop"], 0)
    assert [one["name"] for one in family["incidents"]] == [INVOICES.name, BILLING.name, CHECKOUT.name]
    assert family["signature"]["key"] == items[0]["id"]


@of_every(
    ("path", "status", "title"),
    [
        (f"{LIST}?category=nonsense", 400, "This cannot be asked"),
        (f"{LIST}?colour=red", 400, "This cannot be asked"),
        (f"{LIST}?limit=0", 400, "This cannot be asked"),
        (f"{LIST}?limit=101", 400, "This cannot be asked"),
        (f"{LIST}?limit=1&limit=2", 400, "This cannot be asked"),
        (f"{LIST}?since=2026-01-01T00:00:00", 400, "This cannot be asked"),
        (f"{LIST}?since=1700000000", 400, "This cannot be asked"),
        (f"{LIST}?until=20260304", 400, "This cannot be asked"),
        (f"{LIST}?since=yesterday", 400, "This cannot be asked"),
        (f"{LIST}?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", 400, "This cannot be asked"),
        (f"{API}/overview?since=2999-01-01T00:00:00Z", 400, "This cannot be asked"),
        (f"{of_subject('Namespace/shop')}?since=2999-01-01T00:00:00Z", 400, "This cannot be asked"),
        (f"{LIST}?cursor=x", 400, "This is no cursor"),
        (f"{LIST}?cursor=2026-01-01T00:00:00~x", 400, "This is no cursor"),
        (f"{LIST}?namespace={'x' * 300}", 400, "This cannot be asked"),
        (f"{API}/search", 400, "This cannot be asked"),
        (f"{API}/search?q={'x' * 501}", 400, "This cannot be searched"),
        (of_report("shop", CHECKOUT.name)[4], 400, "They are one incident"),
        (of_report("shop", BILLING.name)[5], 404, "There is no such report"),
        (of_report("payments", BILLING.name)[5], 404, "There is no such attachment"),
        (of_report("shop", "nothing")[0], 404, "There is no such report"),
        (of_report("shop", "%00")[0], 404, "There is no such report"),
        (of_subject("Deployment/shop/nothing"), 404, "Nothing has happened to it"),
        (f"{API}/families/nothing", 404, "There is no such family"),
        (f"{API}/nowhere", 404, "There is no such page"),
        ("/api/v2/incidents", 404, "There is no such page"),
    ],
)
async def test_what_cannot_be_answered_is_a_problem_that_says_why(get: Get, path: str, status: int, title: str) -> None:
    found = await get(path, headers={"Accept": "text/html"})
    assert found.headers["content-type"] == "application/problem+json"
    problem = found.json()
    assert (found.status_code, problem["status"], problem["title"]) == (status, status, title)
    assert problem["detail"]


@of_every(
    ("query", "why"),
    [
        ("category=nonsense", "There is no category 'nonsense'. It is one of: resource_exhaustion, config_error, "),
        ("severity=critical", "There is no severity 'critical'. It is one of: Critical, Warning, Info."),
        *((f"{name}=null", f"There is no {name} 'null'. It is one of: ") for name in ("severity", "role", "state")),
        ("limit=null", "Expected `int`, got `str`"),
    ],
)
async def test_a_choice_that_there_is_not_is_told_with_those_that_there_are(get: Get, query: str, why: str) -> None:
    """A program that puts ``null`` into an address has nothing chosen by mistake, and means hardly all."""
    found = await get(f"{LIST}?{query}")
    assert (found.status_code, why in found.json()["detail"]) == (400, True)


async def test_what_a_client_has_is_not_sent_again_and_nothing_is_kept_by_caches(get: Get) -> None:
    first = await get(ONE)
    assert first.headers["cache-control"] == "no-store"
    tag = first.headers["etag"]
    for header in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = await get(ONE, headers={"If-None-Match": header})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (await get(ONE, headers={"If-None-Match": '"x"'})).status_code == 200
    assert (await get(f"{LIST}/shop/{CHECKOUT.name}")).headers["etag"] != tag


def test_a_process_answers_head_without_a_body_and_refuses_to_write(told_dsn: str) -> None:
    with served(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server:
        whole, head = httpx.get(server.url + ONE), httpx.head(server.url + ONE)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(whole.content))
        assert head.headers["etag"] == whole.headers["etag"]
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            refused = httpx.request(method, server.url + ONE, json={})
            assert (refused.status_code, set(refused.headers["allow"].split(", "))) == (405, {"GET", "HEAD"})
            assert refused.headers["content-type"] == "application/problem+json"


async def test_the_document_describes_all_of_it(get: Get) -> None:
    served_document = (await get(f"{API}/openapi.json")).json()
    assert served_document == msgspec.json.decode(msgspec.json.encode(document()))
    named = [one["operationId"] for ways in served_document["paths"].values() for one in ways.values()]
    assert sorted(named) == sorted(one.name for one in (*OPERATIONS, *CHANGES))
    for reference in _references(served_document):
        _, *parts = reference.split("/")
        found: Any = served_document
        for one in parts:
            found = found[one]
    schemas = served_document["components"]["schemas"]
    assert "One line, redacted" in schemas["Fact"]["properties"]["text"]["description"]
    for ways in served_document["paths"].values():
        for way in ways.values():
            assert way["summary"]
            assert all(one["description"] for one in way["parameters"])


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [one for below in value.values() for one in _references(below)]
    return [one for below in value for one in _references(below)] if isinstance(value, list) else []
