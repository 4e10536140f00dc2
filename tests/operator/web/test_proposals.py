"""A fix that an agent proposed is confirmed at the report by one press of a button, and by nobody who may not."""

import re
from http import HTTPStatus

import httpx
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import CasePast, Category, Feedback, FeedbackSource, FixSource, Verdict
from tests.operator.web.past import NOW
from tests.operator.web.test_ask import FROM_WHERE, HERE
from tests.operator.web.test_feedback import SEARCH, speaking
from tests.operator.web.test_hostile import ALL
from tests.operator.web.test_pages import text_of

REPORT = f"/reports/shop/{SEARCH.name}"
HTML = {"Accept": "text/html"}
FIX = "drop the session cache"


async def propose(memory: Memory, fix: str = FIX) -> int:
    """Have an agent pass on a correction with a fix; its number."""
    word = Feedback(
        verdict=Verdict.CORRECTED, category=Category.SOFTWARE_BUG, cause="a leak", fix=fix, author="ana",
        source=FeedbackSource.AGENT, client="mcp", given_at=NOW,
    )  # fmt: skip
    await memory.give_feedback(SEARCH.id, word)
    return (await past(memory)).proposed[-1].number


async def past(memory: Memory) -> CasePast:
    return await memory.past(SEARCH, View())


async def press(client: httpx.AsyncClient, number: int | str, headers: dict[str, str] = HERE) -> httpx.Response:
    page = (await client.get(REPORT, headers=HTML)).text
    found = re.search(r'/proposals/\d+" method="post"><input type="hidden" name="secret" value="([^"]+)"', page)
    secret = found[1] if found else ""
    return await client.post(f"{REPORT}/proposals/{number}", data={"secret": secret}, headers=headers)


async def test_one_press_confirms_the_fix_and_leaves_the_rest_as_it_was_said(told: Memory) -> None:
    number = await propose(told)
    async with speaking(told) as client:
        page = text_of((await client.get(REPORT, headers=HTML)).text)
        assert f"Proposed by ana (agent), not yet confirmed: {FIX} This fixed it" in page
        answer = await press(client, number)
        assert (answer.status_code, answer.headers["location"]) == (HTTPStatus.SEE_OTHER, REPORT)
        assert "not yet confirmed" not in (await client.get(REPORT, headers=HTML)).text
    known = await past(told)
    word = known.feedback[-1]
    assert (word.fix, word.author, word.source, word.verdict) == (FIX, "ana", FeedbackSource.PAGE, Verdict.CORRECTED)
    assert known.proposed == ()
    assert known.family is not None
    (fix,) = [one for one in known.family.fixes if one.fix == FIX]
    assert fix.source is FixSource.PERSON
    assert known.family.category is Category.SOFTWARE_BUG


async def test_a_fix_that_came_meanwhile_is_not_confirmed_by_a_page_from_before(told: Memory) -> None:
    first = await propose(told)
    async with speaking(told) as client:
        await propose(told, "rm -rf /data")
        assert (await press(client, first)).status_code == HTTPStatus.SEE_OTHER
    assert (await past(told)).feedback[-1].fix == FIX


async def test_a_page_from_before_another_fix_was_named_is_answered_so_and_confirms_nothing(told: Memory) -> None:
    number = await propose(told)
    async with speaking(told) as client:
        named = Feedback(
            verdict=Verdict.CONFIRMED, fix="more memory", author="bea", source=FeedbackSource.COMMAND, given_at=NOW
        )
        await told.give_feedback(SEARCH.id, named)
        newer = await propose(told, "rm -rf /data")
        answer = await press(client, number)
        assert answer.status_code == HTTPStatus.CONFLICT
        said = text_of(answer.text)
        assert "There is no such proposal" in said
        assert f"waits under the number {number}" in said
        assert "Somebody has named a fix since, or it is an old page: open the report anew." in said
    known = await past(told)
    assert [word.fix for word in known.feedback] == [FIX, "more memory", "rm -rf /data"]
    assert [one.number for one in known.proposed] == [newer]


async def test_pressed_twice_it_is_said_once(told: Memory) -> None:
    number = await propose(told)
    async with speaking(told) as client:
        for again in range(2):
            await propose(told, f"another one, {again}")
            assert (await press(client, number)).status_code == HTTPStatus.SEE_OTHER
    assert [word.fix for word in (await past(told)).feedback].count(FIX) == 2  # the agent's and the person's


@pytest.mark.parametrize("number", ["0", "99", "x", "-1", "1e3", "٣", "9" * 50])
async def test_what_does_not_wait_is_refused_with_what_to_do(told: Memory, number: str) -> None:
    await propose(told)
    before = (await past(told)).feedback
    async with speaking(told) as client:
        answer = await press(client, number)
    assert answer.status_code == (HTTPStatus.CONFLICT if number == "99" else HTTPStatus.BAD_REQUEST)
    assert (await past(told)).feedback == before


@pytest.mark.parametrize(("headers", "taken"), FROM_WHERE)
async def test_only_a_press_on_this_page_counts(told: Memory, headers: dict[str, str], taken: bool) -> None:
    number = await propose(told)
    async with speaking(told) as client:
        answer = await press(client, number, headers)
    assert (answer.status_code == HTTPStatus.SEE_OTHER) is taken
    assert bool((await past(told)).proposed) is not taken


async def test_who_may_not_patch_presses_in_vain_and_without_the_form_the_command_stands_there(told: Memory) -> None:
    number = await propose(told)
    async with speaking(told, "get", "list") as client:
        assert (await press(client, number)).status_code == HTTPStatus.FORBIDDEN
    async with speaking(told, feedback=False) as client:
        page = text_of((await client.get(REPORT, headers=HTML)).text)
        assert f"casebook confirm -n shop {SEARCH.name} --proposal {number}" in page
        assert (await press(client, number)).status_code == HTTPStatus.NOT_FOUND
    assert (await past(told)).proposed


async def test_what_an_agent_proposes_is_text_whatever_stands_in_it(told: Memory) -> None:
    await propose(told, ALL[:200])
    async with speaking(told) as client:
        page = (await client.get(REPORT, headers=HTML)).text
    assert page.count("<script") == 1
    assert "<img" not in page


async def test_every_door_says_that_it_is_not_confirmed_and_how_to(told: Memory) -> None:
    number = await propose(told)
    async with speaking(told) as client:
        markdown = (await client.get(f"{REPORT}.md")).text
        shown = (await client.get(f"/api/v1/incidents/shop/{SEARCH.name}")).json()
    assert "**Proposed by ana (agent), not yet confirmed:**" in markdown
    assert f"casebook confirm -n shop {SEARCH.name} --proposal {number}" in markdown
    (one,) = shown["past"]["proposed"]
    assert (one["number"], one["fix"], one["author"]) == (number, FIX, "ana")
