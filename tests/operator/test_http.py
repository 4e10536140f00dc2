"""Metrics and probes tell the truth, and a port that is taken is said."""

import socket

import aiohttp
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.http import serve
from casebook_operator.settings import HttpSettings


async def fine() -> tuple[str, ...]:
    return ()


async def broken() -> tuple[str, ...]:
    return ("pods were not listed yet", "the database is away")


async def answer(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def test_probes_answer_ok_when_nothing_is_wrong() -> None:
    async with serve(HttpSettings(port=0), alive=fine, ready=fine) as url:
        assert await answer(f"{url}/healthz") == (200, "ok\n")
        assert await answer(f"{url}/readyz") == (200, "ok\n")


async def test_probes_say_what_is_wrong() -> None:
    async with serve(HttpSettings(port=0), alive=fine, ready=broken) as url:
        assert (await answer(f"{url}/healthz"))[0] == 200
        assert await answer(f"{url}/readyz") == (503, "pods were not listed yet\nthe database is away\n")


async def test_metrics_are_served_with_their_help() -> None:
    async with serve(HttpSettings(port=0), alive=fine, ready=fine) as url:
        status, text = await answer(f"{url}/metrics")
    assert status == 200
    assert "# HELP casebook_investigations_opened_total" in text


async def test_a_port_in_use_is_said_with_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match="CASEBOOK_HTTP__PORT") as told:
            async with serve(HttpSettings(port=port), alive=fine, ready=fine):
                pass
    assert f"127.0.0.1:{port}" in str(told.value)


async def test_an_address_that_is_not_ours_is_said_too() -> None:
    with pytest.raises(ConfigurationError, match=r"192\.0\.2\.1"):
        async with serve(HttpSettings(host="192.0.2.1", port=0), alive=fine, ready=fine):
            pass
