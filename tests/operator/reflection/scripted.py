"""An endpoint with OpenAI's API on the loopback, which answers as it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from aiohttp import web

Step = Callable[["ScriptedModels", web.Request], Awaitable[web.StreamResponse]]

GOOD: Mapping[str, Any] = {
    "category": "config_error",
    "cause": "The program needs DATABASE_URL and does not have it.",
    "reasoning": "The log says so, and the template lost it.",
    "facts": ["F1", "F2"],
    "entities": ["DATABASE_URL"],
}
USAGE = {"prompt_tokens": 900, "completion_tokens": 60}


class ScriptedModels:
    """Keeps what it was asked, and takes one step for each request; the last one for all that follow."""

    def __init__(self) -> None:
        self.steps: list[Step] = [answer(GOOD)]
        self.asked: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.url = ""

    @property
    def models(self) -> list[str]:
        return [body["model"] for body in self.asked]

    async def post(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(msgspec.json.decode(await request.read()))
        self.headers.append(dict(request.headers))
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return await step(self, request)


@asynccontextmanager
async def serving() -> AsyncIterator[ScriptedModels]:
    models = ScriptedModels()
    app = web.Application()
    app.router.add_post("/v1/chat/completions", models.post)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    models.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    try:
        yield models
    finally:
        await runner.cleanup()


def completion(text: str, usage: Any = USAGE) -> bytes:
    return msgspec.json.encode({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage})


def answer(said: Mapping[str, Any], usage: Any = USAGE) -> Step:
    return says(msgspec.json.encode(said).decode(), usage)


def says(text: str, usage: Any = USAGE) -> Step:
    """An answer whose content is a text of any kind."""
    return responds(completion(text, usage))


def responds(body: bytes, status: int = 200, **headers: str) -> Step:
    async def step(_: ScriptedModels, __: web.Request) -> web.StreamResponse:
        return web.Response(body=body, status=status, headers=headers, content_type="application/json")

    return step


async def is_silent(_: ScriptedModels, __: web.Request) -> web.StreamResponse:
    """Takes the question, and never answers."""
    await asyncio.sleep(3600)
    raise AssertionError


async def trickles(_: ScriptedModels, request: web.Request) -> web.StreamResponse:
    """One byte after the other, without an end."""
    response = web.StreamResponse()
    await response.prepare(request)
    while True:
        await response.write(b" ")
        await asyncio.sleep(0.005)


async def floods(_: ScriptedModels, request: web.Request) -> web.StreamResponse:
    """As much as one can take, without an end."""
    response = web.StreamResponse()
    await response.prepare(request)
    while True:
        await response.write(b'{"choices": "' + b"x" * 65_536)
