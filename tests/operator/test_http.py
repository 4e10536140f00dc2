"""Metrics and probes tell the truth, tell strangers no more than that, and answer while the process is busy."""

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import aiohttp
import pytest
import structlog.testing

from casebook_operator import http
from casebook_operator.http import Complaints, serve
from casebook_operator.serving import listening

WRONG = ("pods in shop were not listed yet", 'connection to "db.internal" as casebook refused')


async def fine() -> tuple[str, ...]:
    return ()


async def broken() -> tuple[str, ...]:
    return WRONG


@asynccontextmanager
async def serving(alive: Complaints = fine, ready: Complaints = fine) -> AsyncIterator[str]:
    with listening("127.0.0.1", 0, setting="PORT") as listener:
        async with serve(listener, alive=alive, ready=ready) as url:
            yield url


async def answer(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def test_probes_answer_ok_when_nothing_is_wrong() -> None:
    async with serving() as url:
        assert await answer(f"{url}/healthz") == (200, "ok\n")
        assert await answer(f"{url}/readyz") == (200, "ok\n")


async def test_what_is_wrong_is_for_the_log_and_not_for_whoever_asks() -> None:
    with structlog.testing.capture_logs() as logged:
        async with serving(ready=broken) as url:
            assert (await answer(f"{url}/healthz"))[0] == 200
            found = [await answer(f"{url}/readyz") for _ in range(3)]
    assert {status for status, _ in found} == {503}
    assert not any(word in text for _, text in found for word in ("shop", "db.internal", "casebook refused"))
    assert [line["wrong"] for line in logged if line["event"] == "probe"] == [list(WRONG)]


async def test_however_many_ask_the_loop_is_asked_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is one to the database, and a turn of the loop that investigates."""
    monkeypatch.setattr(http, "_KEPT_SECONDS", 60)
    asked, collected = 0, 0
    counted = http._counted

    async def ready() -> tuple[str, ...]:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.05)
        return WRONG

    async def counting() -> http._Counted:
        nonlocal collected
        collected += 1
        return await counted()

    monkeypatch.setattr(http, "_counted", counting)
    async with serving(ready=ready) as url:
        found = await asyncio.gather(*(answer(f"{url}/{path}") for path in ["readyz", "metrics"] * 8))
        found.append(await answer(f"{url}/readyz"))
    assert {status for status, _ in found} == {503, 200}
    assert (asked, collected) == (1, 1)


async def test_the_next_one_who_asks_is_told_what_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_KEPT_SECONDS", 0)
    wrong: tuple[str, ...] = WRONG

    async def ready() -> tuple[str, ...]:
        return wrong

    async with serving(ready=ready) as url:
        assert (await answer(f"{url}/readyz"))[0] == 503
        wrong = ()
        assert (await answer(f"{url}/readyz"))[0] == 200


async def test_metrics_are_served_with_their_help() -> None:
    async with serving() as url:
        status, text = await answer(f"{url}/metrics")
    assert status == 200
    assert "# HELP casebook_investigations_opened_total" in text


async def test_nothing_else_is_served_and_nobody_is_led_elsewhere() -> None:
    async with serving() as url:
        assert (await answer(f"{url}/healthz/"))[0] == 404
        assert (await answer(f"{url}/"))[0] == 404


async def test_a_process_that_is_busy_is_alive() -> None:
    async with serving() as url:
        assert while_this_loop_stands(f"{url}/healthz") == (200, "ok\n")


async def test_a_loop_that_has_stopped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_STILL_SECONDS", 0.2)
    async with serving() as url:
        assert while_this_loop_stands(f"{url}/healthz", since=0.5)[0] == 503


async def test_a_loop_that_has_no_time_to_say_whether_it_is_ready_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_ANSWER_SECONDS", 0.2)
    async with serving() as url:
        assert while_this_loop_stands(f"{url}/readyz")[0] == 503
        assert while_this_loop_stands(f"{url}/metrics")[0] == 503


def while_this_loop_stands(url: str, *, since: float = 0) -> tuple[int, str]:
    def asked() -> tuple[int, str]:
        time.sleep(since)
        return asyncio.run(answer(url))

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asked).result(60)
