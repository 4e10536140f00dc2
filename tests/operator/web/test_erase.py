"""Erasing by the form: who may, what is left, and what is told where nothing is."""

import re

import httpx
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.exhibits import MOST
from casebook_analyzer.models import FeedbackSource
from tests.operator.web.test_ask import FROM_WHERE, HERE
from tests.operator.web.test_attach import BILLING, HTML, PAGE, REPORT, SEARCH, attached, attaching, sent
from tests.rows import of_every


async def path_of(client: httpx.AsyncClient, name: str = "notes.md") -> str:
    """Where the page of what is attached leads to erase it."""
    page = (await client.get(PAGE, headers=HTML)).text
    return re.findall(rf'href="({REPORT}/exhibits/[0-9a-f]{{64}}/erase)">Erase<span class="hidden"> {name}<', page)[0]


async def erased(client: httpx.AsyncClient, path: str, headers: dict[str, str] = HERE) -> httpx.Response:
    found = re.search(r'name="secret" value="([^"]+)"', (await client.get(path)).text)
    return await client.post(path, data={"secret": found[1]} if found else {}, headers=headers)


async def test_what_was_attached_is_erased_by_a_page_that_asks_first(told: Memory) -> None:
    async with attaching(told) as client:
        await sent(client, b"wallaby", "first.md")
        await sent(client, b"numbat", "second.md")
        assert "Attach or erase a file" in (await client.get(REPORT, headers=HTML)).text
        path = await path_of(client, "first.md")
        asked = (await client.get(path, headers=HTML)).text
        assert "Erase first.md?" in asked
        assert "Attached by ana" in asked
        assert len(await attached(told)) == 2
        answer = await erased(client, path)
        assert (answer.status_code, answer.headers["location"]) == (303, PAGE)
        assert [one.name for one in await attached(told)] == ["second.md"]
        shown = (await client.get(REPORT, headers=HTML)).text
        assert "numbat" in shown
        assert "wallaby" not in shown
        assert "was erased by ana at" in shown
        assert "was erased by ana" in (await client.get(PAGE, headers=HTML)).text
        assert f'href="{REPORT}"' not in (await client.get("/?q=wallaby", headers=HTML)).text
    (word,) = (await told.past(SEARCH, View())).erased
    assert (word.author, word.source) == ("ana", FeedbackSource.PAGE)


async def test_who_comes_late_is_told_that_it_is_gone(told: Memory) -> None:
    async with attaching(told) as client:
        await sent(client, b"wallaby")
        path = await path_of(client)
        page = await client.get(path)
        await erased(client, path)
        secret = re.findall(r'name="secret" value="([^"]+)"', page.text)[0]
        cookie = {"Cookie": f"casebook-erase={secret}"}
        late = await client.post(path, data={"secret": secret}, headers=HERE | HTML | cookie)
        assert late.status_code == 404
        assert "or it was erased" in late.text
        assert (await client.get(path)).status_code == 404


async def test_the_page_says_what_is_attached_and_what_to_do_where_no_more_is_taken(told: Memory) -> None:
    async with attaching(told) as client:
        assert "Nothing is attached yet." in (await client.get(PAGE, headers=HTML)).text
        for number in range(MOST):
            await sent(client, f"{number}".encode(), f"{number}.md")
        full = (await client.get(PAGE, headers=HTML)).text
        assert "Erase one, and attach another then." in full
        assert 'type="file"' not in full
        await erased(client, await path_of(client, "3.md"))
        assert 'type="file"' in (await client.get(PAGE, headers=HTML)).text


@of_every(("headers", "ok"), FROM_WHERE)
async def test_a_form_of_another_site_erases_nothing(told: Memory, headers: dict[str, str], *, ok: bool) -> None:
    async with attaching(told) as client:
        await sent(client, f"{headers}".encode())
        before = len(await attached(told))
        answer = await erased(client, await path_of(client), headers)
    assert answer.status_code == (303 if ok else 403)
    assert len(await attached(told)) == before - ok


async def test_without_what_this_site_gave_the_browser_nothing_is_erased(told: Memory) -> None:
    async with attaching(told) as client:
        await sent(client, b"text")
        path = await path_of(client)
        await client.get(path)
        other = re.findall(r'name="secret" value="([^"]+)"', (await client.get(PAGE)).text)[0]
        for data in ({}, {"secret": "guessed"}, {"secret": other}):
            assert (await client.post(path, data=data, headers=HERE)).status_code == 403
        assert (await client.get(f"{path}?secret=x")).status_code == 200  # a GET only asks
    assert len(await attached(told)) == 1


@pytest.mark.parametrize("verbs", [("get", "list"), ("patch",), ("get", "list", "create")])
async def test_who_may_not_patch_or_not_read_erases_nothing_and_is_not_offered_it(
    told: Memory, verbs: tuple[str, ...]
) -> None:
    async with attaching(told) as client:
        await sent(client, b"text")
        path = await path_of(client)
    async with attaching(told, *verbs) as client:
        for one in (path, f"{REPORT}/exhibits/{'0' * 64}/erase", f"/reports/payments/{BILLING.name}/exhibits/0/erase"):
            assert (await client.get(one)).status_code == 403
            assert (await client.post(one, headers=HERE)).status_code == 403
    assert len(await attached(told)) == 1


async def test_of_another_namespace_nobody_learns_what_is_there(told: Memory) -> None:
    async with attaching(told) as client:
        answers = [
            (await client.request(method, f"/reports/payments/{name}/{rest}", headers=HERE | HTML)).text
            for method in ("GET", "POST")
            for name in (BILLING.name, "nothing")
            for rest in ("attach", f"exhibits/{'0' * 64}/erase")
        ]
    assert len(set(answers)) == 1
    assert "You may not say anything of the namespace payments" in answers[0]


async def test_it_is_off_where_feedback_is_and_says_so(told: Memory) -> None:
    async with attaching(told) as client:
        await sent(client, b"text")
        path = await path_of(client)
    async with attaching(told, feedback=False) as client:
        off = await client.get(path, headers=HTML)
        assert off.status_code == 404
        assert "web.feedback" in off.text
        assert (await client.post(path, headers=HERE)).status_code == 404
    assert len(await attached(told)) == 1
