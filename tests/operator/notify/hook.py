"""Somebody who takes messages, or does not: a webhook on the loopback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer


class Hook:
    """Keeps what it was sent. Answers are 200, or those that a test asks for, one after the other."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.answers: list[int] = []
        self.asked = 0
        self.address = ""

    @property
    def titles(self) -> list[str]:
        return [one["title"] for one in self.taken]

    async def answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        status = self.answers.pop(0) if self.answers else 200
        if status == 200:
            self.taken.append(await request.json())
        return web.Response(status=status, text="token hunter2hunter2hunter2 is unknown" if status != 200 else "")

    def told_in(self, path: Path) -> Path:
        """A file with its address."""
        path.write_text(f"# where people look\n{self.address}\n")
        return path


@asynccontextmanager
async def hooked() -> AsyncIterator[Hook]:
    hook = Hook()
    app = web.Application()
    app.router.add_post("/", hook.answer)
    async with TestServer(app) as server:
        hook.address = f"json://127.0.0.1:{server.port}/"
        yield hook
