"""An agent with a token of the cluster is told what its account may read, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_operator.kube import KubeClient
from casebook_operator.web.app import make_app
from e2e.cluster import Cluster
from tests.operator.web.agents import said
from tests.operator.web.conftest import TENANT, settings_of
from tests.operator.web.past import story
from tests.operator.web.test_cluster_access import AUDIENCE, HALF, here, memory, readers, token

__all__ = ["here", "memory", "readers"]

pytestmark = pytest.mark.cluster

CHECKOUT, BILLING, INVOICES = (story(TENANT)[number] for number in (1, 4, 13))


@asynccontextmanager
async def calling(
    memory: Memory, kube: KubeClient, headers: dict[str, str], mode: str = "auto"
) -> AsyncIterator[Client]:
    """The SDK's client over streamable HTTP, with the headers of an account."""
    settings = settings_of(web={"tokens": True, "audience": AUDIENCE, "mcp": True})
    transport = httpx2.ASGITransport(make_app(memory, settings, kube))
    url = "http://localhost:8081"
    async with (
        httpx2.AsyncClient(transport=transport, base_url=url, headers=headers) as web,
        Client(streamable_http_client(f"{url}/mcp", http_client=web), mode=mode) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_tools_show_an_account_the_namespaces_of_its_role(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str, mode: str
) -> None:
    """By the protocol with a handshake as by the one without."""
    foreign = {"namespace": "payments", "name": BILLING.name}
    own = {"namespace": readers, "name": CHECKOUT.name}
    async with calling(memory, kube, token(cluster, readers, "one"), mode) as client:
        listed = (await client.call_tool("list_incidents", {})).structured_content
        assert {item["namespace"] for item in listed["untrusted_data"]["items"]} == {readers}
        for tool in ("read_incident", "read_facts", "find_similar"):
            assert not (await client.call_tool(tool, own)).is_error
            refused = await client.call_tool(tool, foreign)
            assert refused.is_error
            assert "You may not read the namespace payments" in said(refused)
            assert said(refused) == said(await client.call_tool(tool, foreign | {"name": "nothing"}))
        pair = own | {"pastNamespace": "payments", "pastName": BILLING.name}
        assert (await client.call_tool("explain_pair", pair)).is_error
        assert (await client.call_tool("read_timeline", {"subject": "Deployment/payments/invoices"})).is_error
        families = await client.call_tool("list_families", {})
        family = await client.call_tool("read_family", {"id": INVOICES.conclusion.signature.key})
        found = await client.call_tool("search", {"q": "PAYMENT_API_URL"})
        for answer in (families, family, found):
            assert not answer.is_error
            assert "billing" not in said(answer)
            assert "invoices" not in said(answer)


async def test_half_of_the_rights_are_none_for_agents_too(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str
) -> None:
    for account in (*HALF, "none"):
        async with calling(memory, kube, token(cluster, readers, account)) as client:
            answer = await client.call_tool("read_incident", {"namespace": readers, "name": story(TENANT)[0].name})
            assert answer.is_error, account
            listed = await client.call_tool("list_incidents", {"namespace": readers})
            assert listed.is_error is (account != "lists"), account


async def test_without_a_token_no_tool_is_told_of(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str
) -> None:
    settings = settings_of(web={"tokens": True, "audience": AUDIENCE, "mcp": True})
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    transport = httpx2.ASGITransport(make_app(memory, settings, kube))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8081") as web:
        for headers in ({}, {"Authorization": "Bearer made-up"}, token(cluster, readers, "all", "--duration=10m")):
            refused = await web.post("/mcp", json=call, headers=accept | headers)
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"].startswith("Bearer")
            assert "list_incidents" not in refused.text


async def test_what_people_wrote_for_others_is_neither_shown_nor_counted(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str
) -> None:
    texts = {"all.md": "Restart the settlement.", "theirs.md": "---\nnamespaces: [payments]\n---\nSettlement secret."}
    await memory.knowledge.sync("runbooks", [read_document("runbooks", path, text) for path, text in texts.items()])
    asked = {"q": "settlement secret"}
    for account, seen in (("one", {"all.md"}), ("all", {"all.md", "theirs.md"})):
        async with calling(memory, kube, token(cluster, readers, account)) as client:
            answer = (await client.call_tool("search_knowledge", asked)).structured_content["untrusted_data"]
            assert {hit["path"] for hit in answer["hits"]} == seen, account
            assert answer["searched"] == (2 if account == "all" else 0)
            listed = (await client.call_tool("list_knowledge", {})).structured_content["untrusted_data"]
            assert ({one["path"] for one in listed["items"]}, listed["count"]) == (seen, len(seen)), account
    async with calling(memory, kube, token(cluster, readers, "one")) as client:
        assert (await client.call_tool("search_knowledge", asked | {"namespace": "payments"})).is_error
        assert not (await client.call_tool("search_knowledge", asked | {"namespace": readers})).is_error
    async with calling(memory, kube, token(cluster, readers, "none")) as client:
        assert (await client.call_tool("search_knowledge", asked)).is_error
