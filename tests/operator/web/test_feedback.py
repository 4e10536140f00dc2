"""Feedback by the form: who may give it, for whom it is sent, and what becomes of it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import story
from tests.operator.web.test_ask import FROM_WHERE, HERE, Cluster, visiting
from tests.operator.web.test_hostile import ALL
from tests.rows import of_every

SEARCH, BILLING = story(TENANT)[10], story(TENANT)[4]
PAGE = f"/reports/shop/{SEARCH.name}/feedback"
RIGHT = {"verdict": "confirmed"}


@asynccontextmanager
async def speaking(memory: Memory, *verbs: str, feedback: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    async with visiting(memory, Cluster(*(verbs or ("get", "list", "patch"))), feedback=feedback) as client:
        yield client


async def sent(
    client: httpx.AsyncClient, headers: dict[str, str] = HERE, page: str = PAGE, **fields: str
) -> httpx.Response:
    found = re.search(r'name="secret" value="([^"]+)"', (await client.get(page)).text)
    secret = {"secret": found[1]} if found else {}
    return await client.post(page, data=secret | RIGHT | fields, headers=headers)


async def words(memory: Memory) -> list[Feedback]:
    return list((await memory.past(SEARCH, View())).feedback)


async def test_what_a_reader_says_is_kept_under_the_name_that_the_cluster_knows(told: Memory) -> None:
    async with speaking(told) as client:
        report = await client.get(f"/reports/shop/{SEARCH.name}", headers={"Accept": "text/html"})
        assert f'href="{PAGE}"' in report.text
        before = await words(told)
        answer = await sent(
            client, verdict="corrected", category="software_bug", cause="a leak", fix="raise the memory limit",
            note="it grew for days", link="https://git.example.com/shop/pull/7", author="somebody else",
        )  # fmt: skip
        assert (answer.status_code, answer.headers["location"]) == (303, f"/reports/shop/{SEARCH.name}")
        (word,) = (await words(told))[len(before) :]
        assert (word.verdict, word.category, word.source) == (
            Verdict.CORRECTED, Category.SOFTWARE_BUG, FeedbackSource.PAGE
        )  # fmt: skip
        assert (word.author, word.client) == ("ana", "web")
        assert word.note == "it grew for days https://git.example.com/shop/pull/7"
        shown = await client.get(answer.headers["location"], headers={"Accept": "text/html"})
        assert "a leak" in shown.text
        assert 'href="https://git.example.com' not in shown.text


@of_every(("headers", "ok"), FROM_WHERE)
async def test_a_form_of_another_site_says_nothing(told: Memory, headers: dict[str, str], *, ok: bool) -> None:
    before = len(await words(told))
    async with speaking(told) as client:
        answer = await sent(client, headers, note=f"{headers}"[:60])
    assert answer.status_code == (303 if ok else 403)
    assert len(await words(told)) == before + ok


async def test_without_what_this_site_gave_the_browser_nothing_is_said(told: Memory) -> None:
    before = await words(told)
    async with speaking(told) as client:
        for secret in ("", "guessed", "\u00fc"):
            assert (await sent(client, secret=secret)).status_code == 403
        secret = client.cookies["casebook-feedback"]
        client.cookies.clear()
        forged = await client.post(PAGE, data=RIGHT | {"secret": secret}, headers=HERE)
        assert forged.status_code == 403
    assert await words(told) == before


@pytest.mark.parametrize("verbs", [("get", "list"), ("patch",), ("get", "list", "create")])
async def test_who_may_not_patch_or_not_read_says_nothing(told: Memory, verbs: tuple[str, ...]) -> None:
    before = await words(told)
    async with speaking(told, *verbs) as client:
        assert (await client.get(PAGE)).status_code == 403
        assert (await client.post(PAGE, data=RIGHT, headers=HERE)).status_code == 403
    assert await words(told) == before


async def test_nothing_is_said_of_other_namespaces_nor_of_what_is_not_there(told: Memory) -> None:
    async with speaking(told) as client:
        secret = re.findall(r'name="secret" value="([^"]+)"', (await client.get(PAGE)).text)[0]
        for path, status in (
            (f"/reports/payments/{BILLING.name}/feedback", 403),
            ("/reports/shop/nothing/feedback", 404),
        ):
            assert (await client.get(path)).status_code == status, path
            cookie = {"Cookie": f"casebook-feedback={secret}"}
            answer = await client.post(path, data=RIGHT | {"secret": secret}, headers=HERE | cookie)
            assert answer.status_code == status, path


async def test_it_is_off_unless_it_is_asked_for_and_needs_somebody(told: Memory) -> None:
    async with speaking(told, feedback=False) as client:
        assert (await client.get(PAGE)).status_code == 404
        assert (await client.post(PAGE, data=RIGHT, headers=HERE)).status_code == 404
        report = await client.get(f"/reports/shop/{SEARCH.name}", headers={"Accept": "text/html"})
        assert PAGE not in report.text
    async with speaking(told) as client:
        del client.headers["X-Forwarded-User"]
        assert (await client.get(PAGE)).status_code in (401, 403)


@of_every(
    "fields",
    [
        {"verdict": "loved"},
        {"verdict": ""},
        {"category": "cosmic_rays"},
        {"verdict": "corrected"},
        {"fix": "x" * 201},
        {"note": "x" * 1025},
        {"link": "javascript:alert(1)"},
        {"link": "data:text/html,x"},
        {"link": "//evil.example/x"},
        {"link": "https://"},
        {"link": "https://[::1"},
        {"link": "https://bank.example@evil.example/"},
        {"link": "https://a.example/\u202e"},
        {"link": "https://a.example/ x"},
        {"link": f"https://a.example/{'x' * 300}"},
    ],
)
async def test_what_cannot_be_understood_is_refused_and_nothing_is_kept(told: Memory, fields: dict[str, str]) -> None:
    before = await words(told)
    async with speaking(told) as client:
        answer = await sent(client, **fields)
    assert answer.status_code == 400
    assert await words(told) == before


async def test_a_form_with_many_fields_is_refused(told: Memory) -> None:
    async with speaking(told) as client:
        assert (await sent(client, **{f"f{number}": "x" for number in range(30)})).status_code == 400


async def test_a_large_form_is_refused(told: Memory) -> None:
    async with speaking(told) as client:
        assert (await sent(client, note="x" * 40_000)).status_code == 413


async def test_sent_twice_it_is_said_once_and_what_is_hostile_in_it_is_text(told: Memory) -> None:
    before = len(await words(told))
    async with speaking(told) as client:
        for _ in range(2):
            assert (await sent(client, note=ALL[:700])).status_code == 303
        shown = (await client.get(f"/reports/shop/{SEARCH.name}", headers={"Accept": "text/html"})).text
    (word,) = (await words(told))[before:]
    assert word.author == "ana"
    assert shown.count("<script") == 1
    assert "<img" not in shown


async def test_a_secret_in_what_is_said_is_taken_out(told: Memory) -> None:
    async with speaking(told) as client:
        assert (await sent(client, note="it was password=hunter2hunter2")).status_code == 303
    said = str(await words(told))
    assert "it was password" in said
    assert "hunter2" not in said
