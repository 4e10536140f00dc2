"""A real browser, as whoever gets the message has one."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e.alerting.errors import AlertingError

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

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_PACKAGES = ("chromium", "fonts-inter", "fonts-jetbrains-mono")
_INSTALL_SECONDS = 900


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
    if os.geteuid() != 0 or not Path("/etc/debian_version").is_file() or not shutil.which("apt-get"):
        raise AlertingError("there is no Chromium on the PATH, and only root on Debian can install it here")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *_PACKAGES)):
        done = subprocess.run(
            ["apt-get", *command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=_INSTALL_SECONDS,
            check=False,
        )
        if done.returncode:
            raise AlertingError(f"Chromium cannot be installed: {done.stderr.strip()[-200:]}")
    if found := _found():
        return found
    raise AlertingError("Debian's package has no program that is called chromium")


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
