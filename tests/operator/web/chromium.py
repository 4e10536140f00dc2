"""A real Chromium for the tests of pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from e2e.alerting import browser
from e2e.alerting.errors import AlertingError


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
