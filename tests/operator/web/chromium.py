"""A real Chromium, from Debian: browsers that playwright would fetch by itself are not needed."""

import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_PACKAGES = ("chromium", "fonts-inter", "fonts-jetbrains-mono")
_INSTALL_SECONDS = 900


def chromium() -> str:
    """The program, installed if that can be done. Skips the tests that need it otherwise, and says why."""
    if found := _found():
        return found
    if os.geteuid() != 0 or not Path("/etc/debian_version").is_file() or not shutil.which("apt-get"):
        pytest.skip("there is no Chromium on the PATH, and only root on Debian can install it here")
    for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *_PACKAGES)):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(
            ["apt-get", *command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=_INSTALL_SECONDS,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"Chromium cannot be installed: {done.stderr.strip()[-200:]}")
    return _found() or pytest.skip("Debian's package has no program that is called chromium")


def _found() -> str:
    return next((path for path in map(shutil.which, _NAMES) if path), "")


@asynccontextmanager
async def started(program: str) -> AsyncIterator[Browser]:
    """The browser, with nothing of its own that asks anybody for anything."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        await browser.close()
