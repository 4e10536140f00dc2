"""A real browser, as whoever gets the message has one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e.alerting.errors import AlertingError
from e2e.packages import PackageError, require

ARGUMENTS = (
    "--no-sandbox",  # as root there is none; nothing but Casebook's own pages is opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""How Chromium is started: with nothing of its own that asks anybody for anything."""

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without a window, which takes half the processor time."""
_PACKAGES = ("chromium-headless-shell", "fonts-inter", "fonts-jetbrains-mono")


@dataclass(frozen=True)
class Page:
    """What a browser shows after a link was followed."""

    status: int
    title: str
    text: str


def chromium() -> Path:
    """Return Chromium: the one on PATH, else that of Debian's package, which root may install.

    A browser that playwright would fetch by itself is not needed.
    """
    if found := _found():
        return found
    try:
        require(_NAMES[:1], _PACKAGES)
    except PackageError as error:
        raise AlertingError(f"there is no Chromium on PATH: {error}") from error
    return _found() or Path(_NAMES[0])


def _found() -> Path | None:
    return next((Path(path) for path in map(shutil.which, _NAMES) if path), None)


def follow(link: str, screenshot: Path) -> Page:
    """Open a link, keep a picture of what it shows, and return what a reader sees."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            answer = page.goto(link)
            page.screenshot(path=screenshot, full_page=True)
            return Page(answer.status if answer else 0, page.title(), page.locator("body").inner_text())
        finally:
            browser.close()
