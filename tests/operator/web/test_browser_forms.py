"""What a reader who is known sees and does in a real Chromium: the forms that write."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext

from casebook_analyzer.memory import Memory
from casebook_operator.serving import Limits, Server
from casebook_operator.web.app import make_app
from tests.operator.web.chromium import chromium, started, visit
from tests.operator.web.conftest import settings_of
from tests.operator.web.test_ask import ANA, Cluster
from tests.operator.web.test_attach import PAGE, REPORT, attached
from tests.operator.web.test_browser import NARROW, assert_nothing_of_others, faults_of, opened, overheard, picture

pytestmark = pytest.mark.browser


@asynccontextmanager
async def site_of(memory: Memory, kube: Cluster | None = None) -> AsyncIterator[str]:
    """The address of pages that are shown to ``ana``; unless told else, she may patch what is in ``shop``."""
    web = {"proxy": {"peers": ["127.0.0.0/8"]}, "feedback": True, "ask": True}
    kube = kube or Cluster("get", "list", "patch", "create")
    app = make_app(memory, settings_of(web=web), kube)  # type: ignore[arg-type]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(app, Limits(connections=100, per_peer=100))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.stop()
        await running


async def as_ana(browser: Browser, *, scripts: bool = True) -> BrowserContext:
    context = await opened(browser, scripts=scripts)
    await context.set_extra_http_headers(ANA)
    return context


async def test_a_file_is_attached_and_erased_without_scripts(told: Memory, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("the proxy was numbat\n")
    async with site_of(told) as site, started(chromium()) as browser:
        page = await (await as_ana(browser, scripts=False)).new_page()
        await visit(page, site + REPORT)
        await page.click("text=Attach a file")
        await page.set_input_files("input[type=file]", notes)
        await page.click("text=Attach it")
        await page.wait_for_url(f"{site}{REPORT}#attached")
        assert len(await attached(told)) == 1
        await page.click("text=Attach or erase a file")
        await page.click("text=Erase >> nth=0")
        await page.click("text=Keep it")
        await page.click("text=Erase >> nth=0")
        await page.click("button:has-text('Erase it')")
        await page.wait_for_url(site + PAGE)
        await page.locator("text=Nothing is attached yet.").wait_for()
    assert not await attached(told)


async def test_the_forms_shut_nobody_out(told: Memory, tmp_path: Path) -> None:
    """In light, in dark and on a telephone, with a name as long as they come."""
    files = tmp_path / "notes of the night.md", tmp_path / f"{'x' * 90}.log"
    for file in files:
        file.write_text(file.name)
    async with site_of(told) as site, started(chromium()) as browser:
        page = await (await as_ana(browser)).new_page()
        asked, said = overheard(page)
        await visit(page, site + PAGE)
        await picture(page, "attach-empty")
        for file in files:
            await visit(page, site + PAGE)
            await page.set_input_files("input[type=file]", file)
            await page.click("text=Attach it")
            await page.wait_for_url(f"{site}{REPORT}#attached")
        await visit(page, site + PAGE)
        leads = await page.locator("a:has-text('Erase')").first.get_attribute("href")
        for name, path in (("attach", PAGE), ("erase", leads), ("feedback", f"{REPORT}/feedback"), ("ask", "/ask")):
            await visit(page, f"{site}{path}", "networkidle")
            for scheme in ("light", "dark"):
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                await picture(page, f"{name}-{scheme}")
                assert await faults_of(page) == [], (name, scheme)
            await page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            await picture(page, f"{name}-narrow")
            taken, given = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
            assert taken <= given, name
            await page.set_viewport_size({"width": 1280, "height": 900})
        assert_nothing_of_others(asked, said, site)
