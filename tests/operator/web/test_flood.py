"""Clients that send slowly and clients that send nonsense keep nobody else from reading."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx

from tests.operator.web.conftest import TENANT
from tests.operator.web.served import Served, served

SECONDS = 5
PATIENCE_SECONDS = 120
"""Against hanging alone, beside whatever else the machine does: `bench.web_flood` tells what an answer takes."""


@contextmanager
def flooded(server: Served, *, slow: int, junk: int) -> Iterator[None]:
    address = urlsplit(server.url)
    command = [sys.executable, "-m", "bench.flood", str(address.hostname), str(address.port)]
    flood = subprocess.Popen([*command, f"--slow={slow}", f"--junk={junk}", f"--seconds={PATIENCE_SECONDS * 4}"])
    try:
        yield
    finally:
        flood.kill()
        flood.wait(30)


def test_probes_and_pages_are_answered_while_slow_and_senseless_clients_flood_it(told_dsn: str) -> None:
    with served(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server:
        with flooded(server, slow=600, junk=20):
            time.sleep(2)
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                assert httpx.get(f"{server.probes}/healthz", timeout=PATIENCE_SECONDS).status_code == 200
                assert httpx.get(server.url, timeout=PATIENCE_SECONDS).status_code == 200
        assert server.stop() == 0
