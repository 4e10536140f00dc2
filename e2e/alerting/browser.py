"""A real browser, as whoever gets the message has one."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e.alerting.errors import AlertingError

_INSTALL = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"]
_INSTALL_SECONDS = 600


@dataclass(frozen=True)
class Page:
    """What a browser shows after a link was followed."""

    status: int
    title: str
    text: str


def chromium() -> Path:
    """Return Chromium: the one on PATH, else Debian's package, which root may install."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        done = subprocess.run(_INSTALL, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False)
        if done.returncode:
            raise AlertingError(f"Chromium cannot be installed: {done.stderr.strip()}")
        found = shutil.which("chromium")
    if found is None:
        raise AlertingError("Chromium is not on PATH; install it")
    return Path(found)


def follow(link: str, screenshot: Path) -> Page:
    """Open a link, keep a picture of what it shows, and return what a reader sees."""
    with sync_playwright() as playwright:
        # As root there is no sandbox. Nothing but Casebook's own pages is opened.
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            answer = page.goto(link)
            page.screenshot(path=screenshot, full_page=True)
            return Page(answer.status if answer else 0, page.title(), page.locator("body").inner_text())
        finally:
            browser.close()
