"""What programs change by the API: what people attach, with the rights and within the bounds of the form."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.exhibits import MOST
from casebook_analyzer.models import FeedbackSource, MediaType
from casebook_operator.exhibits.taking import MOST_TEXT
from casebook_operator.kube import Object
from casebook_operator.web.agents.tools import tools
from casebook_operator.web.api.changes import CHANGES, FILE
from casebook_operator.web.app import make_app
from tests.operator.web.addresses import LIST
from tests.operator.web.conftest import settings_of
from tests.operator.web.forged import forged
from tests.operator.web.test_ask import Cluster
from tests.operator.web.test_attach import BILLING, SEARCH, attached, attaching
from tests.operator.web.test_hostile import ALL
from tests.rows import of_every

ONE = f"{LIST}/shop/{SEARCH.name}/exhibits"
FILED = {"Content-Type": FILE}


async def posted(client: httpx.AsyncClient, raw: bytes, name: str = "notes.md", **query: str) -> httpx.Response:
    return await client.post(ONE, params={"name": name} | query, content=raw, headers=FILED)


async def test_a_file_is_kept_under_the_readers_name_listed_and_erased(told: Memory) -> None:
    async with attaching(told) as client:
        made = await posted(client, b"numbat\npassword=hunter2hunter2\n", "C:\\logs\\proxy.log")
        assert made.status_code == 200
        kept = made.json()["exhibit"]
        assert (kept["name"], kept["author"], made.json()["known"]) == ("proxy.log", "ana", False)
        assert "hunter2" not in made.text
        assert (await posted(client, b"numbat\npassword=hunter2hunter2\n")).json()["known"] is False
        listed = (await client.get(f"{LIST}/shop/{SEARCH.name}")).json()["past"]["exhibits"]
        assert kept["digest"] in [one["digest"] for one in listed]
        gone = await client.delete(f"{ONE}/{kept['digest']}")
        assert (gone.status_code, gone.json()["name"]) == (200, "proxy.log")
        assert (await client.delete(f"{ONE}/{kept['digest']}")).status_code == 404
    (one,) = await attached(told)
    assert (one.author, one.source) == ("ana", FeedbackSource.PAGE)


async def test_what_is_there_is_not_kept_twice(told: Memory) -> None:
    async with attaching(told) as client:
        await posted(client, b"numbat")
        assert (await posted(client, b"numbat")).json()["known"] is True
    assert len(await attached(told)) == 1


async def test_of_a_picture_the_text_is_taken_and_cut_and_no_picture(told: Memory) -> None:
    async with attaching(told) as client:
        refused = await posted(client, b"\x89PNG\r\n\x1a\n", "screen.PNG")
        assert refused.status_code == 400
        assert "Of a picture its text is sent" in refused.text
        read_off = b"the proxy refused us\nDB PASSVIORD hunter two"
        assert (await posted(client, read_off, "screen.png", picture="0f" * 32)).status_code == 200
    (one,) = await attached(told)
    assert (one.media_type, one.digest) == (MediaType.PNG, "0f" * 32)
    assert "hunter" not in one.text


@of_every(
    ("raw", "query", "status"),
    [
        (b"x" * (MOST_TEXT + 1), {"name": "a.md"}, 413),
        (b"x" * (16 << 20), {"name": "a.md"}, 413),
        (b"", {"name": "a.md"}, 400),
        (b"\xff", {"name": "a.md"}, 400),
        (b"a\0b", {"name": "a.md"}, 400),
        (b"x", {"name": "a.exe"}, 400),
        (b"x", {}, 400),
        (b"x", {"name": "a" * 300 + ".md"}, 400),
        (b"x", {"name": "a.md", "author": "root"}, 400),
        (b"x", {"name": "a.md", "picture": "0f" * 32}, 400),
        (b"x", {"name": "a.png", "picture": "../../../etc/passwd"}, 400),
    ],
)
async def test_what_cannot_be_taken_is_refused(told: Memory, raw: bytes, query: dict[str, str], status: int) -> None:
    async with attaching(told) as client:
        answer = await client.post(ONE, params=query, content=raw, headers=FILED)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
    assert not await attached(told)


async def test_a_hostile_name_is_a_name(told: Memory) -> None:
    names = (f"{ALL[:200]} x.md", "../../../etc/passwd.md", "a\r\nSet-Cookie: x=1.md", "\x1b[2J\u202e.md", "\0.md")
    async with attaching(told) as client:
        for number, name in enumerate(names):
            answer = await posted(client, f"{number}".encode(), name)
            assert answer.status_code == 200, answer.text
            assert "set-cookie" not in answer.headers
            kept = answer.json()["exhibit"]["name"]
            assert kept.isprintable()
            assert "/" not in kept
            assert len(kept) <= 100


async def test_a_report_takes_only_so_many_by_whichever_way(told: Memory) -> None:
    async with attaching(told) as client:
        for number in range(MOST):
            assert (await posted(client, f"{number}".encode())).status_code == 200
        full = await posted(client, b"one more")
        assert full.status_code == 409
        assert "Erase one" in full.text


@pytest.mark.parametrize("verbs", [("get", "list"), ("patch",), ("get", "list", "create")])
async def test_who_may_see_and_not_edit_changes_nothing(told: Memory, verbs: tuple[str, ...]) -> None:
    async with attaching(told) as client:
        digest = (await posted(client, b"text")).json()["exhibit"]["digest"]
    async with attaching(told, *verbs) as client:
        assert (await posted(client, b"more")).status_code == 403
        assert (await client.delete(f"{ONE}/{digest}")).status_code == 403
    assert len(await attached(told)) == 1


async def test_of_another_namespace_nobody_learns_what_is_there(told: Memory) -> None:
    async with attaching(told) as client:
        places = [f"{LIST}/payments/{name}/exhibits" for name in (BILLING.name, "nothing")]
        answers = [await client.post(one, params={"name": "a.md"}, content=b"x", headers=FILED) for one in places]
        answers += [await client.delete(f"{one}/{'0' * 64}") for one in places]
    assert {(one.status_code, one.text) for one in answers} == {(403, answers[0].text)}


async def test_rights_are_asked_for_before_a_body_is_read(told: Memory) -> None:
    async def never() -> AsyncIterator[bytes]:
        raise AssertionError
        yield b""

    async with attaching(told, "get", "list") as client:
        answer = await client.post(ONE, params={"name": "a.md"}, content=never(), headers=FILED)
    assert answer.status_code == 403


async def test_it_is_off_where_feedback_is(told: Memory) -> None:
    async with attaching(told, feedback=False) as client:
        off = await posted(client, b"x")
        assert off.status_code == 404
        assert "web.feedback" in off.text
        assert (await client.delete(f"{ONE}/{'0' * 64}")).status_code == 404


@of_every(
    ("headers", "status"),
    [
        ({}, 415),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": "multipart/form-data; boundary=b"}, 415),
        ({"Content-Type": f"text/plain; {FILE}"}, 415),
        (FILED | {"Sec-Fetch-Site": "cross-site"}, 403),
        (FILED | {"Sec-Fetch-Site": "same-site"}, 403),
        (FILED | {"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
async def test_what_a_page_of_another_site_can_have_a_browser_send_changes_nothing(
    told: Memory, headers: dict[str, str], status: int
) -> None:
    """The identity is that of a proxy's cookie, which comes with whatever the browser is made to send."""
    async with attaching(told) as client:
        answer = await client.post(ONE, params={"name": "a.md"}, content=b"x", headers=headers)
        assert answer.status_code == status
        asked = await client.options(ONE, headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in asked.headers
    assert len(await attached(told)) == (status == 200)


class Tokens(Cluster):
    """One that knows one token, which is ana's."""

    def __init__(self, known: str, *verbs: str) -> None:
        super().__init__(*verbs)
        self._known = known

    async def create(self, path: str, body: Object) -> Object:
        if not path.endswith("tokenreviews"):
            return await super().create(path, body)
        mine = body["spec"]["token"] == self._known
        user = {"username": "ana", "groups": ["dev"]}
        return {"status": {"authenticated": mine, "audiences": ["casebook"], "user": user if mine else {}}}


@asynccontextmanager
async def with_tokens(memory: Memory, kube: Tokens, **web: Any) -> AsyncIterator[httpx.AsyncClient]:
    settings = settings_of(web={"tokens": True, "feedback": True} | web)
    transport = httpx.ASGITransport(make_app(memory, settings, kube))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://casebook.test") as client:
        yield client


async def test_a_token_attaches_and_that_of_another_cluster_or_none_does_not(told: Memory) -> None:
    mine, other = forged(1), forged(2)
    async with with_tokens(told, Tokens(mine, "get", "list", "patch")) as client:
        for headers in ({}, {"Authorization": f"Bearer {other}"}, {"X-Forwarded-User": "ana"}):
            client.headers = httpx.Headers(headers)
            assert (await posted(client, b"x")).status_code == 401
            assert (await client.delete(f"{ONE}/{'0' * 64}")).status_code == 401
        client.headers = httpx.Headers({"Authorization": f"Bearer {mine}"})
        assert (await posted(client, b"x")).status_code == 200
    assert [one.author for one in await attached(told)] == ["ana"]


def test_no_change_is_a_tool_of_agents() -> None:
    names = {tool.operation.name for tool in tools().values()}
    assert names.isdisjoint(one.name for one in CHANGES)
