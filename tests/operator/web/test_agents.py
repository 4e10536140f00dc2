"""Agents read what pages show, and can tell what Casebook says from what others wrote."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client

from casebook_analyzer.errors import (
    CasebookError,
    ClusterRefusedError,
    ClusterUnavailableError,
    ConfigurationError,
    DatabaseUnavailableError,
    SchemaMismatchError,
)
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Feedback, FeedbackSource, Verdict
from casebook_operator.cli.mcp import _serve as serve_agent
from casebook_operator.web.access.reader import Anybody
from casebook_operator.web.agents import answers
from casebook_operator.web.agents.refusals import refusal
from casebook_operator.web.agents.server import make_server
from casebook_operator.web.agents.tools import tools
from casebook_operator.web.app import make_app
from casebook_operator.web.problems import PageProblem, of_error, unexpected
from casebook_operator.web.reads.families import _unknown
from casebook_operator.web.reads.scope import _nothing_allowed
from casebook_operator.web.records import Records, forbidden
from tests.operator.web.addresses import API, LIST, of_subject
from tests.operator.web.agents import EXTERNAL, TRANSPORTS, agent, said
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import EXHIBIT, NOW, story
from tests.rows import of_every

CHECKOUT, BILLING, SEARCH = (story(TENANT)[number] for number in (1, 4, 10))
FAMILY = CHECKOUT.conclusion.signature.key
ONE = {"namespace": "shop", "name": CHECKOUT.name}
PAIR = {**ONE, "pastNamespace": "payments", "pastName": BILLING.name}

CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "list_incidents": ({"state": "open", "limit": 3}, f"{LIST}?state=open&limit=3"),
    "read_facts": ({**ONE, "id": ["F1"]}, f"{LIST}/shop/{CHECKOUT.name}/facts?id=F1"),
    "read_exhibit": (
        {**ONE, "digest": EXHIBIT.digest},
        f"{LIST}/shop/{CHECKOUT.name}/exhibits/{EXHIBIT.digest}",
    ),
    "find_similar": ({"namespace": "shop", "name": SEARCH.name}, f"{LIST}/shop/{SEARCH.name}/similar"),
    "explain_pair": (PAIR, f"{LIST}/shop/{CHECKOUT.name}/similar/payments/{BILLING.name}"),
    "read_timeline": ({"subject": "Deployment/shop/search"}, of_subject("Deployment/shop/search")),
    "search": (
        {"q": "PAYMENT_API_URL", "namespace": ["shop", "media"], "entity": str(CHECKOUT.bundle.subject)},
        f"{API}/search?q=PAYMENT_API_URL&namespace=shop&namespace=media&entity={CHECKOUT.bundle.subject}",
    ),
    "search_knowledge": (
        {"q": "PAYMENT_API_URL", "namespace": "shop"},
        f"{API}/knowledge?q=PAYMENT_API_URL&namespace=shop",
    ),
    "list_knowledge": ({"text": "oom", "limit": 5}, f"{API}/knowledge/documents?text=oom&limit=5"),
    "read_overview": (
        {"namespace": "shop", "since": "2020-01-01T00:00:00Z", "until": "2099-01-01T00:00:00Z"},
        f"{API}/overview?namespace=shop&since=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z",
    ),
    "list_families": ({"namespace": ["shop", "media"]}, f"{API}/families?namespace=shop&namespace=media"),
    "read_family": ({"id": FAMILY}, f"{API}/families/{FAMILY}"),
}
"""Arguments of tools, and the address of the API that answers the same. What ``read_incident`` gives is shorter."""


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_every_tool_answers_as_the_api_does_and_links_to_pages(transport: str, told_dsn: str, get: Get) -> None:
    async with agent(transport, told_dsn) as client:
        told = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert told.keys() == {*CALLS, "read_incident"}
        for tool in told.values():
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
            assert "untrusted_data" in (tool.description or "")
        for name, (arguments, address) in CALLS.items():
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error, said(answer)
            assert answer.structured_content["untrusted_data"] == (await get(address)).json(), name
            assert json.loads(said(answer)) == answer.structured_content
            links = answer.structured_content["links"]
            assert bool(links) is (name not in {"read_exhibit", "read_facts", "list_knowledge", "search_knowledge"})
            for link in links:
                assert (await get(link.removeprefix(EXTERNAL))).status_code in (200, 307), link
        whole = (await client.call_tool("read_incident", ONE)).structured_content
    incident = whole["untrusted_data"]["incident"]
    assert {fact["id"] for fact in incident["bundle"]["facts"]} == set(CHECKOUT.conclusion.cited)
    assert f"{EXTERNAL}/reports/shop/{CHECKOUT.name}" in whole["links"]
    fixes = whole["untrusted_data"]["past"]["family"]["fixes"]
    assert [one["fix"] for one in fixes] == ["set the environment variable PAYMENT_API_URL"]


def here(told: Memory) -> Client:
    """A client in this process: whoever sits at this machine."""
    return Client(make_server(Records(memory=told, settings=settings_of()), lambda _: Anybody()))


async def test_without_the_extra_a_sentence_says_what_to_install(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.stdio", None)
    monkeypatch.setitem(sys.modules, "casebook_operator.web.agents.endpoint", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'kube-casebook\[mcp\]'"):
        await serve_agent(settings_of())
    with pytest.raises(ConfigurationError, match=r"pip install 'kube-casebook\[mcp\]'"):
        make_app(told, settings_of(web={"mcp": True}), None)


SECRET = "ghp_" + "Zq3vT9xLm2Kc8RwYb5Nd7HsJf4Gp6AuE1oXi"
COMMANDS = re.compile(r"\bcasebook (?!web\b)[a-z]|kubectl|[Tt]his page")
"""Words for whoever sits before a terminal or a browser."""


@pytest.mark.parametrize(
    "problem",
    [
        *(of_error(kind("x")) for kind in (DatabaseUnavailableError, SchemaMismatchError, ClusterUnavailableError)),
        *(of_error(kind("x")) for kind in (ClusterRefusedError, CasebookError)),
        unexpected(),
        forbidden("payments"),
        _nothing_allowed(),
        _unknown("0123"),
    ],
    ids=lambda problem: problem.title,
)
def test_a_refusal_has_no_command_and_says_who_can_help(problem: PageProblem) -> None:
    told = refusal(problem)
    assert problem.text in told
    assert not COMMANDS.search(told)
    assert "list_families" in told or not problem.advice or "tell the one you work for" in told


@of_every(
    ("tool", "arguments", "why"),
    [
        ("delete_incident", {}, "There is no tool 'delete_incident'"),
        ("\x1b[31mred", {}, "There is no tool"),
        ("read_incident", {"namespace": "shop"}, "missing required field `name`"),
        ("read_incident", {**ONE, "force": True}, "unknown field `force`"),
        ("read_incident", {**ONE, "name": 7}, "Expected `str`, got `int`"),
        ("read_incident", {**ONE, "name": "\0\u202ex"}, "There is no such report"),
        (
            "list_incidents",
            {"category": "nonsense"},
            "There is no category 'nonsense'. It is one of: resource_exhaustion",
        ),
        ("list_incidents", {"state": "null"}, "There is no state 'null'. It is one of: open, resolved"),
        ("list_incidents", {"state": 1}, "Expected `str | null`, got `int`"),
        ("list_incidents", {"limit": 1000}, "`int` <= 100"),
        ("search", {}, "missing required field `q`"),
        ("search", {"q": "x", "since": "some day"}, "`since`: 'some day' is neither today, yesterday"),
        ("search", {"q": "x", "since": 1700000000}, "`since`: int is no text, such as today, yesterday"),
        ("list_incidents", {"until": 5.5}, "`until`: float is no text"),
        ("list_incidents", {"since": "1700000000"}, "`since`: '1700000000' is neither"),
        ("read_overview", {"since": "today", "until": "yesterday"}, "since has to be earlier than until"),
        (
            "list_incidents",
            {"entity": "checkout"},
            "entity is written KIND/NAMESPACE/NAME or KIND/NAME, and 'checkout'",
        ),
        ("list_incidents", {"tag": "zone"}, "tag is written KEY=VALUE"),
        ("explain_pair", {**PAIR, "pastNamespace": "shop", "pastName": CHECKOUT.name}, "They are one incident"),
        ("read_timeline", {"subject": "Deployment/shop/nothing"}, "Nothing has happened to it"),
        ("read_family", {"id": "nothing"}, "The families that were seen last: list_families"),
        ("read_incident", {**ONE, "name": "nothing"}, "What memory has of it: search"),
    ],
)
async def test_what_cannot_be_asked_is_told_as_an_error_of_the_tool(
    told: Memory, tool: str, arguments: dict[str, Any], why: str
) -> None:
    async with here(told) as client:
        answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    assert why in said(answer)
    assert not COMMANDS.search(said(answer)), "an agent has tools, and perhaps no command"
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", said(answer))


async def test_times_are_taken_in_the_words_that_pages_and_commands_take(told: Memory) -> None:
    async with here(told) as client:
        for since in ("yesterday", "7d", "2026-03-04", "2026-03-04T05:06:07Z"):
            for tool, needed in (("list_incidents", {}), ("search", {"q": "x"}), ("read_overview", {})):
                answer = await client.call_tool(tool, {**needed, "since": since})
                assert not answer.is_error, said(answer)


def test_an_agent_is_told_which_words_a_time_may_have() -> None:
    for tool in tools().values():
        for name in ("since", "until"):
            if told_of := tool.takes["properties"].get(name):
                assert "yesterday" in told_of["description"]
                assert "format" not in told_of


async def test_an_answer_is_bounded_and_says_how_to_ask_for_less(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_BYTES", 2_000)
    async with here(told) as client:
        answer = await client.call_tool("read_facts", ONE)
        assert answer.is_error
        assert "Ask for less" in said(answer)
        assert not (await client.call_tool("read_facts", {**ONE, "id": ["F1"]})).is_error


async def test_an_incident_that_much_was_said_of_can_be_read_all_the_same(told: Memory) -> None:
    texts = {"cause": "界" * 256, "fix": "界" * 200}
    for number in range(30):
        word = Feedback(
            verdict=Verdict.CORRECTED,
            **texts,
            note=f"{number} " + "界" * 1020,
            source=FeedbackSource.PAGE,
            given_at=NOW,
        )
        await told.give_feedback(CHECKOUT.id, word)
    async with here(told) as client:
        answer = await client.call_tool("read_incident", ONE)
    assert not answer.is_error, said(answer)
    assert [one["note"][:2] for one in answer.structured_content["untrusted_data"]["past"]["feedback"]][-1] == "29"


async def test_what_breaks_inside_is_not_told_in_the_words_of_the_error(
    told: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The SDK tells a client whatever an error says, and it may say what a row or a setting has."""

    async def breaks(*_: Any, **__: Any) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr(Memory, "search", breaks)
    async with here(told) as client:
        answer = await client.call_tool("search", {"q": "x"})
    assert answer.is_error
    assert SECRET not in said(answer)
    assert "Its log has a line" in said(answer)


async def test_incidents_of_other_namespaces_are_masked_as_on_pages(told: Memory) -> None:
    async with here(told) as client:
        text = said(await client.call_tool("read_incident", {"namespace": "payments", "name": BILLING.name}))
    assert "another namespace" in text
    assert "checkout" not in text


@pytest.fixture
async def post(told: Memory) -> Any:
    """``await post(...)`` to /mcp, by a program."""
    transport = httpx.ASGITransport(make_app(told, settings_of(web={"mcp": True}), None))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081") as client:
        yield lambda **how: client.post("/mcp", **how)


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


async def test_it_is_off_until_a_setting_says_so(get: Get, told: Memory) -> None:
    assert (await get("/mcp")).status_code == 404
    async with browsing(told, settings_of(web={"mcp": True})) as with_it:
        refused = await with_it("/mcp")
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
        assert refused.json()["detail"] == "This address takes POST."


async def test_what_is_no_request_of_an_agent_is_refused_within_bounds(post: Any) -> None:
    assert (await post(json=CALL, headers=ACCEPT)).status_code == 200
    assert (await post(json=CALL, headers=ACCEPT | {"Host": "evil.example"})).status_code == 421
    assert (await post(content=b"x" * 70_000, headers=ACCEPT)).status_code == 413
    for body, kind in ((b"{", "application/json"), (json.dumps(CALL).encode(), "text/plain"), (b"", "")):
        assert 400 <= (await post(content=body, headers=ACCEPT | {"Content-Type": kind})).status_code < 500


async def test_every_answer_says_that_nothing_may_be_kept(post: Any) -> None:
    found = await post(json=CALL, headers=ACCEPT)
    assert found.headers["cache-control"] == "no-store"
    assert found.headers["content-type"].startswith("application/json")
    assert "mcp-session-id" not in found.headers


async def test_without_the_proxy_nobody_calls_a_tool(told: Memory, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("correct horse battery staple")
    settings = settings_of(web={"mcp": True, "proxy": {"secret_file": str(tmp_path / "secret")}})
    transport = httpx.ASGITransport(make_app(told, settings, kube=object()))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081") as client:
        refused = await client.post("/mcp", json=CALL, headers=ACCEPT | {"X-Forwarded-User": "ana"})
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer")
