"""What Kopf is given: it writes nothing, and does not come back with credentials that were refused."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import kopf
import pytest

from casebook_operator.sensor.handover import Handover
from casebook_operator.sensor.kopf_run import KopfRun, settings
from tests.operator.sensor.scripted import ScriptedServer
from tests.operator.waiting import until
from tests.patience import PATIENCE


class Begun:
    """A run against a server, and what it told."""

    def __init__(self, url: str, *tokens: str) -> None:
        self.seen: list[str] = []
        self.answered: list[str] = []
        self.asked = 0
        self._url = url
        self._tokens = tokens
        self.run = KopfRun(self._credentials, Handover(self._show), self.answered.append)

    def _show(self, body: dict[str, Any], _: bool) -> None:
        self.seen.append(body["metadata"]["name"])

    def _credentials(self) -> Awaitable[kopf.ConnectionInfo]:
        token = self._tokens[min(self.asked, len(self._tokens) - 1)]
        self.asked += 1

        async def found() -> kopf.ConnectionInfo:
            return kopf.ConnectionInfo(server=self._url, token=token)

        return found()


async def test_it_looks_for_kinds_once_and_writes_and_posts_nothing() -> None:
    chosen = settings()
    assert chosen.scanning.disabled
    assert not chosen.posting.enabled
    assert chosen.process.ultimate_exiting_timeout is None
    body, patch = kopf.Body({"metadata": {"annotations": {"a": "b"}}}), kopf.Patch()
    chosen.persistence.diffbase_storage.store(body=body, patch=patch, essence={})
    assert all(name.startswith("casebook.dev/") for name in patch["metadata"]["annotations"])


async def test_it_tells_of_objects_lists_and_watches_until_it_is_stopped() -> None:
    server = ScriptedServer("Taxonomy")
    server.make("one")
    async with server.serving() as url:
        begun, stop = Begun(url, "t"), asyncio.Event()
        running = asyncio.create_task(begun.run(stop))
        await until(lambda: begun.answered == ["list", "watch"] and begun.seen == ["one"])
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await running


async def test_credentials_that_expire_are_asked_for_again_and_those_that_are_refused_are_not_used_again() -> None:
    server = ScriptedServer("Taxonomy")
    server.make("one")
    server.token = "second"
    async with server.serving() as url:
        begun, stop = Begun(url, "first", "second"), asyncio.Event()
        running = asyncio.create_task(begun.run(stop))
        await until(lambda: begun.seen == ["one"])
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await running
        refused = Begun(url, "other")
        before = server.unauthorized
        with pytest.raises(Exception, match="credentials"):
            async with asyncio.timeout(PATIENCE):
                await refused.run(asyncio.Event())
        assert server.unauthorized - before < 10
