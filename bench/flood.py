"""Clients that nobody wants: they send slowly, or quickly and nonsense.

    .venv/bin/python -m bench.flood 127.0.0.1 8081 --slow 600 --junk 100 --seconds 5

A slow client sends half a header, half a body, or one request and then nothing more, keeps that alive with a byte
each second, and comes back at once when it is cut off. Junk is 404s, bodies that nobody asked for, and what is no HTTP,
each on a connection of its own. Only addresses of the loopback are flooded.
"""

import argparse
import asyncio
import itertools
import resource
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

_SLOW = (
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"x"),
    (b"POST /api/v1/alerts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{", b" "),
    (b"GET /static/casebook.css HTTP/1.1\r\nHost: localhost\r\n\r\n", b""),
)
"""How each kind begins, and what it goes on with."""
_JUNK = (
    b"GET /wp-admin/setup.php HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 10\r\n\r\n0123456789",
    b"GET /reports/a/b/c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer junk\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
)
_PATIENCE = 5.0


def main() -> None:
    """Flood for a while."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--slow", type=int, default=2000)
    parser.add_argument("--junk", type=float, default=500, help="requests a second")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    if not ip_address(given.host).is_loopback:
        parser.error(f"{given.host} is not of this machine")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(_flood(given.host, given.port, slow=given.slow, junk=given.junk, seconds=given.seconds))


async def _flood(host: str, port: int, *, slow: int, junk: float, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for number in range(slow):
                group.create_task(_slow(host, port, *_SLOW[number % len(_SLOW)]))
            if junk:
                group.create_task(_throw(host, port, junk, group.create_task))


async def _slow(host: str, port: int, begin: bytes, more: bytes) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(begin)
                while not (reader.at_eof() or writer.is_closing()):
                    writer.write(more)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await reader.read(64 * 1024)
            finally:
                writer.close()


async def _throw(host: str, port: int, rate: float, start: Callable[..., object]) -> None:
    """As many as the rate asks for, also when the answers take long."""
    begin = asyncio.get_running_loop().time()
    for number in itertools.count():
        start(_junk(host, port, _JUNK[number % len(_JUNK)]))
        await asyncio.sleep(max(0.0, begin + (number + 1) / rate - asyncio.get_running_loop().time()))


async def _junk(host: str, port: int, request: bytes) -> None:
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(request)
                await reader.read()
            finally:
                writer.close()


if __name__ == "__main__":
    main()
