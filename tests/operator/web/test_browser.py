"""What a person sees in a real Chromium: on a large and on a small screen, in light and dark, with keys alone."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Page

from tests.databases import Fill
from tests.operator.web.chromium import chromium, started, visit
from tests.operator.web.conftest import TENANT, tell
from tests.operator.web.served import served
from tests.operator.web.test_hostile import PAGES as HOSTILE_PAGES
from tests.operator.web.test_hostile import tell_hostile
from tests.operator.web.test_pages import PAGES as FOUND
from tests.operator.web.test_pages import REPORT

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PAGES = FOUND | {"not-found": "/reports/shop/nothing", "bad-request": "/?state=stuck"}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDE, NARROW = (1280, 900), (390, 844)


@pytest.fixture(scope="module")
def site(template_of: Callable[[Fill], str], new_database: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with (
        new_database(template=template_of(tell)) as dsn,
        served(CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server,
    ):
        yield server.url


@pytest.fixture(scope="module")
def hostile_site(
    template_of: Callable[[Fill], str], new_database: Callable[..., AbstractContextManager[str]]
) -> Iterator[str]:
    with (
        new_database(template=template_of(tell_hostile)) as dsn,
        served(CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server,
    ):
        yield server.url


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with started(chromium()) as browser:
        yield browser


async def opened(
    browser: Browser, scheme: str = "light", size: tuple[int, int] = WIDE, *, scripts: bool = True
) -> BrowserContext:
    return await browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": size[0], "height": size[1]},
        java_script_enabled=scripts,
    )


async def picture(page: Page, name: str) -> None:
    """A screenshot, where somebody wants them: CASEBOOK_SCREENSHOTS names the folder."""
    if folder := os.environ.get("CASEBOOK_SCREENSHOTS"):
        await page.screenshot(path=f"{folder}/{name}.png", full_page=True)


class Seen(NamedTuple):
    """What one visit of a page told."""

    faults: dict[str, list[object]]
    """What shuts somebody out, by colour scheme."""
    wide: tuple[int, int]
    """Pixels that the page takes on a telephone, and those that a telephone has."""
    asked: list[str]
    """Whatever the browser loaded."""
    said: list[str]
    """On its console."""


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=PAGES)
async def seen(request: pytest.FixtureRequest, browser: Browser, site: str) -> Seen:
    """A page in light, then in dark, then on a telephone: to open it anew for each claim took three times as long."""
    name: str = request.param
    context = await opened(browser)
    page = await context.new_page()
    asked, said = overheard(page)
    await visit(page, site + PAGES[name], "networkidle")
    faults = {}
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)
        await page.evaluate("Promise.all(document.getAnimations().map(each => each.finished)).then(() => null)")
        await picture(page, f"{name}-{scheme}")
        faults[scheme] = await faults_of(page)
    await page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    await picture(page, f"{name}-narrow")
    taken, given = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    await context.close()
    return Seen(faults, (taken, given), asked, said)


def overheard(page: Page) -> tuple[list[str], list[str]]:
    """What the page will load, and what it will say."""
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    return asked, said


async def faults_of(page: Page) -> list[object]:
    found = await Axe().run(page, options={"resultTypes": ["violations"], "runOnly": RULES})
    return [
        (one["id"], node["target"], node["failureSummary"])
        for one in found.response["violations"]
        for node in one["nodes"][:3]
    ]


def assert_nothing_of_others(asked: list[str], said: list[str], site: str) -> None:
    assert all(url.startswith(site) for url in asked), asked
    assert [line for line in said if "Failed to load resource" not in line] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_shuts_anybody_out(seen: Seen, scheme: str) -> None:
    assert seen.faults[scheme] == []


async def test_a_telephone_shows_every_page_without_scrolling_sideways(seen: Seen) -> None:
    taken, given = seen.wide
    assert given == NARROW[0]
    assert taken <= given


async def test_nothing_is_refused_by_the_policy_and_nothing_is_asked_of_others(seen: Seen, site: str) -> None:
    assert seen.asked
    assert_nothing_of_others(seen.asked, seen.said, site)


@pytest.mark.parametrize(
    ("name", "size", "in_a_row"),
    [("report", WIDE, True), ("report", NARROW, False), ("long-chain", WIDE, False), ("long-chain", NARROW, False)],
)
async def test_a_short_chain_goes_from_left_to_right_where_there_is_room(
    browser: Browser, site: str, name: str, size: tuple[int, int], in_a_row: bool
) -> None:
    context = await opened(browser, size=size)
    page = await context.new_page()
    await visit(page, site + PAGES[name])
    boxes = [await box.bounding_box() for box in await page.locator(".chain .box").all()]
    await context.close()
    rows = {box["y"] for box in boxes if box}
    assert len(boxes) >= 4
    assert len(rows) == (1 if in_a_row else len(boxes))


async def test_everything_works_without_scripts(browser: Browser, site: str) -> None:
    context = await opened(browser, scripts=False)
    page = await context.new_page()
    await visit(page, site)
    await page.select_option("#namespace", "payments")
    await page.click("text=Filter")
    assert "namespace=payments" in page.url
    await page.click(".row-title >> nth=0")
    assert REPORT in page.url
    await page.click(".chain a.fid >> nth=0")
    assert page.url.endswith("#F10")
    await page.fill("#find", "PAYMENT_API_URL")
    await page.press("#find", "Enter")
    assert "q=PAYMENT_API_URL" in page.url
    assert await page.locator(".row").count() >= 3
    await context.close()


async def test_a_citation_leads_to_its_fact_and_shows_which_it_is(browser: Browser, site: str) -> None:
    context = await opened(browser)
    page = await context.new_page()
    await visit(page, site + REPORT)
    before = await page.locator("#F13").evaluate("e => getComputedStyle(e).borderLeftColor")
    await page.click(".r-Cause a.fid")
    await page.wait_for_timeout(300)
    box = await page.locator("#F13").bounding_box()
    after = await page.locator("#F13").evaluate("e => getComputedStyle(e).borderLeftColor")
    await context.close()
    assert box is not None
    assert 50 <= box["y"] < WIDE[1]  # below the bar that stays on top
    assert before != after


async def test_keys_alone_lead_from_the_list_to_the_evidence(browser: Browser, site: str) -> None:
    context = await opened(browser)
    page = await context.new_page()
    await visit(page, site)
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.textContent") == "Skip to the content"
    await page.keyboard.press("Enter")
    await page.keyboard.press("j")
    assert await page.evaluate("document.activeElement.className") == "row-title"
    outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/reports/**")
    await page.keyboard.press("/")
    assert await page.evaluate("document.activeElement.id") == "find"
    await context.close()


@pytest.mark.parametrize("path", HOSTILE_PAGES)
async def test_hostile_text_is_inert(browser: Browser, hostile_site: str, path: str) -> None:
    context = await opened(browser)
    page = await context.new_page()
    asked, said = overheard(page)
    await visit(page, hostile_site + path, "networkidle")
    title = await page.title()
    links = await page.eval_on_selector_all("a", "all => all.map(a => a.protocol)")
    handlers = await page.evaluate(
        "[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length"
    )
    await picture(page, f"hostile-{HOSTILE_PAGES.index(path)}")
    shown = await page.evaluate("getComputedStyle(document.body).display")
    await context.close()
    assert title.endswith("Casebook")
    assert set(links) <= {"http:"}
    assert (handlers, shown) == (0, "flex")
    assert_nothing_of_others(asked, said, hostile_site)
