"""What a flood of slow clients and junk does to probes and readers.

    .venv/bin/python -m bench.web_flood
    .venv/bin/python -m bench.web_flood --tree ../before    # the server of another checkout, under the same flood

`casebook web` runs as a process of its own over an empty memory, `bench.flood` as another one, and this one asks for
``/healthz`` and for a page all the while, each on a connection of its own. The goals are 1 s and 2 s.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from rich.console import Console
from rich.table import Table

from bench.on_paper import sources
from bench.retrieval_machine import machine
from casebook_analyzer.memory import upgrade
from casebook_analyzer.memory.database.embedded import start

ROOT = Path(__file__).parents[1]
_PATIENCE = 10.0
_START_SECONDS = 60


@dataclass(frozen=True)
class Asked:
    """One question: how long it took, in seconds, and whether it was answered with 200."""

    seconds: float
    good: bool


@dataclass(frozen=True)
class Server:
    """`casebook web`, and where its pages and its probes are."""

    process: subprocess.Popen[bytes]
    pages: str
    probes: str


def main() -> None:
    """Start, flood, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose server is flooded")
    parser.add_argument("--slow", type=int, default=2000)
    parser.add_argument("--junk", type=int, default=500, help="requests a second")
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cb-", dir="/tmp") as folder:
        database = start(Path(folder))
        try:
            upgrade(database.dsn)
            with serving(given.tree, database.dsn, Path(folder) / "web.log") as server:
                show(measure(server, given.slow, given.junk, given.seconds), given)
        finally:
            database.stop()


@contextmanager
def serving(tree: Path, dsn: str, log: Path) -> Iterator[Server]:
    """Run the server of a checkout until the context ends."""
    environment = os.environ | {
        "PYTHONPATH": sources(tree),
        "CASEBOOK_DATABASE__URL": dsn,
        "CASEBOOK_LOG__FORMAT": "json",
        "CASEBOOK_WEB__PORT": "0",
    }
    if "probe_port" in (tree / "operator/casebook_operator/settings.py").read_text(encoding="utf-8"):
        environment["CASEBOOK_WEB__PROBE_PORT"] = "0"
    with log.open("wb") as sink:
        command = [sys.executable, "-m", "casebook_operator", "web"]
        process = subprocess.Popen(command, cwd=tree, env=environment, stderr=sink)
    try:
        yield _started(process, log)
    finally:
        process.terminate()
        process.wait(_START_SECONDS)


def _started(process: subprocess.Popen[bytes], log: Path) -> Server:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        for line in log.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            if entry.get("event") == "started":
                pages = entry["http"].rstrip("/")
                return Server(process, pages, entry.get("probes", pages))
        time.sleep(0.1)
    raise SystemExit(log.read_text(encoding="utf-8"))


def measure(server: Server, slow: int, junk: int, seconds: int) -> dict[str, list[Asked]]:
    """Ask before and during the flood; by what was asked for and when."""
    address = urlsplit(server.pages)
    asked = {"/healthz": f"{server.probes}/healthz", "a page": f"{server.pages}/"}
    with ThreadPoolExecutor(len(asked)) as threads:

        def during(span: float) -> Callable[[str], list[Asked]]:
            until = time.monotonic() + span
            return lambda url: list(_asked(url, until))

        quiet = list(threads.map(during(5), asked.values()))
        command = [sys.executable, "-m", "bench.flood", str(address.hostname), str(address.port)]
        flood = subprocess.Popen([*command, f"--slow={slow}", f"--junk={junk}", f"--seconds={seconds + 10}"], cwd=ROOT)
        try:
            flooded = list(threads.map(during(seconds), asked.values()))
        finally:
            flood.terminate()
            flood.wait()
        if server.process.poll() is not None:
            raise SystemExit(f"the server has ended with {server.process.returncode}")
    return {
        f"{name}, {when}": found
        for when, answers in (("quiet", quiet), ("flooded", flooded))
        for name, found in zip(asked, answers, strict=True)
    }


def _asked(url: str, until: float) -> Iterator[Asked]:
    while time.monotonic() < until:
        begin = time.monotonic()
        try:
            good = httpx.get(url, timeout=_PATIENCE).status_code == httpx.codes.OK
        except httpx.TransportError:
            good = False
        yield Asked(time.monotonic() - begin, good)
        time.sleep(0.2)


def show(figures: dict[str, list[Asked]], given: argparse.Namespace) -> None:
    """One row for each question."""
    on = machine()
    flood = f"{given.slow:,} slow connections, {given.junk} junk requests/s, {given.seconds} s"
    table = Table(title=f"{flood}; {on['cores']} cores ({on['machine']}), load {os.getloadavg()[0]:.0f}; milliseconds")
    for name in ("asked", "times", "answered", "p50", "p99", "max"):
        table.add_column(name, justify="left" if name == "asked" else "right")
    for name, found in figures.items():
        times = sorted(one.seconds * 1000 for one in found)
        good = sum(one.good for one in found) / len(found)
        p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        table.add_row(name, str(len(times)), f"{good:.0%}", f"{p50:.0f}", f"{p99:.0f}", f"{times[-1]:.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
