"""Real sockets: what is too slow is cut off, in every phase of a request, and what is not is answered."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.serving import Limits, Server, listening, url_of

QUICK = Limits(connections=8, per_peer=8, head_seconds=0.5, body_seconds=0.5, answer_seconds=1)
PATIENCE = 10
"""Seconds within which a busy machine has cut off what it should within one."""
GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def _answer(request: Request) -> Response:
    body = await request.body()
    return PlainTextResponse(f"{len(body)}\n")


async def _much(_: Request) -> Response:
    return Response(b"x" * 64 * 1024 * 1024)


async def _never(_: Request) -> Response:
    await asyncio.sleep(PATIENCE * 2)
    return PlainTextResponse("late\n")


@asynccontextmanager
async def serving(limits: Limits = QUICK) -> AsyncIterator[tuple[str, int]]:
    routes = [Route("/", _answer, methods=["GET", "POST"]), Route("/much", _much), Route("/never", _never)]
    with listening("127.0.0.1", 0, setting="PORT") as listener:
        server = Server(Starlette(routes=routes), limits)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield listener.getsockname()
        finally:
            server.stop()
            await running


async def trickled(address: tuple[str, int], begin: bytes, more: bytes = b"") -> bytes:
    """Send a byte ten times a second; what was answered until it was cut off."""
    reader, writer = await asyncio.open_connection(*address)
    received = b""
    try:
        async with asyncio.timeout(PATIENCE):
            writer.write(begin)
            while not reader.at_eof():
                writer.write(more)
                try:
                    async with asyncio.timeout(0.1):
                        received += await reader.read(4096)
                except TimeoutError:
                    continue
    except ConnectionError:
        pass
    finally:
        writer.close()
    return received


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nX: ", b"x"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", b"x"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (b"GET /never HTTP/1.1\r\nHost: a\r\n\r\n", b""),
    ],
    ids=["nothing", "header", "body", "chunks", "answer"],
)
async def test_whoever_takes_too_long_is_cut_off_however_busy(begin: bytes, more: bytes) -> None:
    async with serving() as address:
        assert await trickled(address, begin, more) == b""


async def test_an_idle_connection_ends_after_its_answer() -> None:
    async with serving() as address:
        assert (await trickled(address, GET)).endswith(b"\r\n\r\n0\n")


async def test_a_second_request_has_a_deadline_of_its_own() -> None:
    async with serving() as address:
        received = await trickled(address, GET + b"GET / HTTP/1.1\r\nX: ", b"x")
    assert received.count(b"200 OK") == 1


async def test_an_answer_that_nobody_takes_is_not_kept() -> None:
    async with serving() as address:
        reader, writer = await asyncio.open_connection(*address, limit=1024)
        writer.write(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n")
        await asyncio.sleep(2)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(64 * 1024 * 1024)
        writer.close()


async def test_requests_in_a_row_on_one_connection_are_answered_for_as_long_as_they_come() -> None:
    async with serving() as address:
        reader, writer = await asyncio.open_connection(*address)
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            writer.write(GET)
            assert b"200 OK" in await reader.readuntil(b"0\n")
            await asyncio.sleep(0.05)
        writer.close()


async def test_strangers_write_no_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as address:
        assert b"400" in await trickled(address, b"\x16\x03\x01\r\n\r\n")
        await trickled(address, b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    assert caplog.text == ""


async def test_a_full_listener_answers_newcomers() -> None:
    """All places are held by half a header each, and one comes in after the other."""
    patient = Limits(connections=8, per_peer=8)
    async with serving(patient) as address:
        slow = [socket.create_connection(address) for _ in range(30)]
        for one in slow:
            one.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(5):
            reader, writer = await asyncio.open_connection(*address)
            writer.write(GET)
            async with asyncio.timeout(PATIENCE):
                assert b"200 OK" in await reader.readline()
            writer.close()
        for one in slow:
            one.close()


def test_a_port_in_use_is_said_with_what_to_do() -> None:
    with listening("127.0.0.1", 0, setting="CASEBOOK_HTTP__PORT") as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match="CASEBOOK_HTTP__PORT") as told:
            listening("127.0.0.1", port, setting="CASEBOOK_HTTP__PORT").__enter__()
    assert f"127.0.0.1:{port}" in str(told.value)


def test_an_address_that_is_not_ours_is_said_too() -> None:
    with (
        pytest.raises(ConfigurationError, match=r"192\.0\.2\.1"),
        listening("192.0.2.1", 0, setting="CASEBOOK_HTTP__PORT"),
    ):
        pass


def test_an_address_of_ipv6_is_a_link_too() -> None:
    with listening("::1", 0, setting="PORT") as listener:
        assert url_of(listener) == f"http://[::1]:{listener.getsockname()[1]}"
