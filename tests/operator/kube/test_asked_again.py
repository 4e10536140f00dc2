"""A request whose answer got lost holds nothing up: it is made once more, and the first answer is taken."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from casebook_analyzer.errors import ClusterRefusedError, ClusterUnavailableError
from casebook_operator.investigation import manifest
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, asked_again, connect
from casebook_operator.kube.asked_again import first_answer
from tests.operator.builders import signal, subject
from tests.operator.kubeconfigs import kubeconfig


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_again, "SILENCE_SECONDS", 0.05)


class Scripted:
    """Answers one after the other. ``None`` is no answer; an error is raised."""

    def __init__(self, *answers: str | Exception | None) -> None:
        self.answers = list(answers)
        self.asked = self.cancelled = 0

    async def ask(self) -> str:
        answer = self.answers[self.asked]
        self.asked += 1
        try:
            if answer is None:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(answer, Exception):
            raise answer
        return str(answer)


async def test_what_is_answered_is_asked_once() -> None:
    server = Scripted("here")
    assert (await first_answer(server.ask), server.asked) == ("here", 1)


async def test_what_is_not_answered_is_asked_once_more_and_the_first_is_given_up() -> None:
    server = Scripted(None, "here")
    assert (await first_answer(server.ask), server.asked, server.cancelled) == ("here", 2, 1)


async def test_a_second_connection_that_breaks_does_not_end_the_wait_for_the_first() -> None:
    server, late = Scripted(ClusterUnavailableError("reset")), asyncio.Event()

    async def ask() -> str:
        if not late.is_set():
            late.set()
            await asyncio.sleep(0.2)
            return "late"
        return await server.ask()

    assert (await first_answer(ask), server.asked) == ("late", 1)


async def test_where_neither_is_answered_that_is_said() -> None:
    async def ask() -> str:
        await asyncio.sleep(0.1)
        raise ClusterUnavailableError("no answer")

    with pytest.raises(ClusterUnavailableError, match="no answer"):
        await first_answer(ask)


async def test_a_refusal_is_an_answer() -> None:
    server = Scripted(None, ClusterRefusedError("no"))
    with pytest.raises(ClusterRefusedError):
        await first_answer(server.ask)
    assert server.cancelled == 1


async def test_who_asks_no_longer_leaves_no_request() -> None:
    server = Scripted(None, None)
    asking = asyncio.create_task(first_answer(server.ask))
    while server.asked < 2:
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert server.cancelled == 2


class LosesTheFirst:
    """An API server of Investigations, which does what it is asked first of each kind and never says so."""

    def __init__(self) -> None:
        self.made: dict[str, Any] | None = None
        self.asked: list[str] = []

    async def post(self, request: web.Request) -> web.Response:
        self.asked.append("POST")
        if self.made is None:
            self.made = await request.json() | {"apiVersion": "casebook.dev/v1alpha1"}
            self.made["metadata"] |= {"uid": "u-1", "creationTimestamp": "2026-11-27T08:00:00Z", "resourceVersion": "1"}
            await asyncio.Event().wait()
        return web.json_response({"reason": "AlreadyExists", "message": "it is there"}, status=409)

    async def get(self, _: web.Request) -> web.Response:
        self.asked.append("GET")
        if self.asked.count("GET") == 1:
            await asyncio.Event().wait()
        return web.json_response(self.made)


@asynccontextmanager
async def serving(folder: Path, server: LosesTheFirst) -> AsyncIterator[KubeClient]:
    app = web.Application()
    app.router.add_get("/{path:.*}", server.get)
    app.router.add_post("/{path:.*}", server.post)
    async with (
        TestServer(app) as running,
        await connect(kubeconfig(folder / "c", str(running.make_url("")))) as kube,
    ):
        yield kube


async def test_a_case_whose_creation_was_never_answered_is_open_and_there_once(tmp_path: Path) -> None:
    server = LosesTheFirst()
    body = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    async with serving(tmp_path, server) as kube:
        case = await InvestigationStore(kube).create(body)
    assert (case.uid, server.asked) == ("u-1", ["POST", "POST", "GET", "GET"])
