"""A real Chromium for the tests of pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
import stamina
from playwright.async_api import Browser, Error, Page, async_playwright

from e2e.alerting import browser
from e2e.alerting.errors import AlertingError

_TRIES = 20


def chromium() -> Path:
    """The program, installed if that can be done. Skips the tests that need it otherwise, and says why."""
    try:
        return browser.chromium()
    except AlertingError as error:
        pytest.skip(str(error))


@asynccontextmanager
async def started(program: Path) -> AsyncIterator[Browser]:
    """The browser, until the tests have ended."""
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=program, args=list(browser.ARGUMENTS))
        yield running
        await running.close()


async def visit(page: Page, address: str, until: Literal["load", "networkidle"] = "load") -> None:
    """Open a page, as often as the machine's networks change meanwhile.

    A test cluster beside these tests makes and takes away bridges, and Chromium gives up what it loads then
    (net/base/net_error_list.h, ERR_NETWORK_CHANGED).
    """
    async for attempt in stamina.retry_context(on=_network_changed, attempts=_TRIES):
        with attempt:
            await page.goto(address, wait_until=until)


def _network_changed(error: Exception) -> bool:
    """Whether Chromium gave up because an address of the machine came or went."""
    return isinstance(error, Error) and "ERR_NETWORK_CHANGED" in error.message
