"""How long pages take at 100,000 incidents: what a person waits for, without the network.

    .venv/bin/python -m bench.web_pages --incidents 100000

A database is filled as for ``bench.retrieval_speed`` (without a model: pages load none) in a server of its own, nine of
ten incidents are resolved, and each page is asked for through the whole application. The goal is 200 ms.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import httpx
import numpy as np
import psycopg
from rich.console import Console
from rich.table import Table
from starlette.requests import Request

from bench.retrieval_fill import Filler, Template
from bench.retrieval_machine import machine
from bench.start import quiet
from casebook_analyzer.embedding import WordSplitter
from casebook_analyzer.memory import Memory, case_text, open_memory, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.memory.encoding.chunks import cut
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_operator import garbage
from casebook_operator.settings import Settings
from casebook_operator.web.access.authenticator import Authenticator
from casebook_operator.web.access.reader import EVERYWHERE, Anybody, Reader, Verb
from casebook_operator.web.app import make_app
from tools.golden.cases import FAILING, analysis_of

TENANT = "bench"
GOAL_MS = 200
_SPACE = Space(model="none", revision="0", dimension=8)
_ROUNDS = 40
_READER = "X-Reader"
_HALF = ", for a reader of half of it"
_RARE, _COMMON = "rack%3Dr-{}", "zone%3Deu-west-1a"
"""Tags that ``retrieval_fill`` gives to twenty of 100,000 incidents, and to every third."""


def main() -> None:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incidents", type=int, default=100_000)
    incidents = parser.parse_args().incidents
    quiet()
    with tempfile.TemporaryDirectory(prefix="cb-", dir="/tmp") as folder:
        server = start(Path(folder))
        try:
            upgrade(server.dsn)
            fill(server.dsn, incidents)
            garbage.settle(first=True)  # as `casebook web` does: what is imported is not looked at in a request
            with patch.object(Authenticator, "reader", _reader):
                figures = asyncio.run(measure(server.dsn, incidents))
        finally:
            server.stop()
    show(figures, incidents)


def templates() -> list[Template]:
    """The golden cases, with vectors that nobody reads."""
    made = []
    for folder in FAILING:
        analysis = analysis_of(folder)
        chunks = cut(analysis.report, WordSplitter())
        made.append(
            Template(
                bundle=analysis.bundle,
                conclusion=analysis.conclusion,
                case=case_text(analysis.bundle, analysis.conclusion),
                case_vector=np.ones(_SPACE.dimension, dtype=np.float32),
                chunks=chunks,
                chunk_vectors=np.ones((len(chunks), _SPACE.dimension), dtype=np.float32),
            )
        )
    return made


def fill(dsn: str, incidents: int) -> None:
    """Of ten incidents nine are over, after a minute to two days."""
    Filler(dsn, templates(), _SPACE).fill(TENANT, incidents)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "UPDATE incident SET instructive = true, "
            "ended_at = opened_at + interval '1 second' * round(exp(4 + abs(hashtext(name)) % 800 / 100.0)) "
            "WHERE abs(hashtext(id)) % 10 > 0"
        )
        connection.execute(
            "INSERT INTO resolution "
            "(tenant, incident_id, kind, summary, changes, fix, resolved_at, seconds_to_resolve) "
            "SELECT tenant, id, 'TemplateChanged', 'memory limit raised', '[]', 'raise the memory limit', "
            "ended_at, extract(epoch FROM ended_at - opened_at) FROM incident WHERE ended_at IS NOT NULL"
        )
        connection.execute("VACUUM (ANALYZE)")


async def measure(dsn: str, incidents: int) -> dict[str, list[float]]:
    """Milliseconds per page, each asked for in turn so that none has the caches for itself."""
    settings = Settings.model_validate({"cluster": {"name": TENANT}})
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        pages = await _pages(memory, incidents)
        transport = httpx.ASGITransport(make_app(memory, settings, None))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            figures: dict[str, list[float]] = {name: [] for name in pages}
            for number in range(_ROUNDS + 1):
                for name, paths in pages.items():
                    begin = time.perf_counter()
                    headers = {"Accept": "text/html", _READER: "half" if name.endswith(_HALF) else "all"}
                    found = await client.get(paths[number % len(paths)], headers=headers)
                    took = (time.perf_counter() - begin) * 1000
                    found.raise_for_status()
                    if number:  # the first round fills caches and compiles templates
                        figures[name].append(took)
    return figures


class _Half:
    """Who may read every second namespace."""

    name = "half"

    async def may(self, verb: Verb, namespace: str) -> bool:  # noqa: ARG002
        return namespace != EVERYWHERE and int(namespace.removeprefix("ns-")) % 2 == 0


async def _reader(_: Authenticator, request: Request) -> Reader:
    """A header says who asks, in the place of a token and an API server."""
    return _Half() if request.headers[_READER] == "half" else Anybody()


async def _pages(memory: Memory, incidents: int) -> dict[str, Sequence[str]]:
    every = [f"/reports/ns-{number % 50}/app-{number}" for number in range(0, incidents, max(1, incidents // 40))]
    async with memory.session.transaction() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT opened_at, id, family, node FROM incident ORDER BY opened_at LIMIT 20 OFFSET %s",
            (incidents // 2,),
        )
        middle = rows.all()
    deep = [quote(f"{row.opened_at.isoformat()}~{row.id}") for row in middle]
    return {
        "list": ["/"],
        "list, open": ["/?state=open"],
        "list, one namespace": [f"/?namespace=ns-{number}" for number in range(10)],
        "list, rare category, resolved": ["/?category=pcie_error&state=resolved"],
        "list, page in the middle": [f"/?before={key}" for key in deep],
        "list, filtered page in the middle": [f"/?before={key}&state=open&category=config_error" for key in deep],
        "list, a severity": ["/?severity=Critical"],
        "list, an owner": [f"/?owner=team-{number}" for number in range(10)],
        "list, an object of one": [f"/?entity=Pod/ns-{number}/app-{number}-x2x4z" for number in range(10)],
        "list, an object of every third": ["/?entity=Service/data/postgres-1"],
        "list, a tag of twenty": [f"/?tag={_RARE.format(number)}" for number in range(10)],
        "list, a tag of every third": [f"/?tag={_COMMON}"],
        **_overviews(middle[0].opened_at),
        "search": ["/?q=no+space+left+on+device", "/?q=Xid+79", "/?q=required+environment+variable"],
        "search in a namespace": ["/?q=permission+denied&namespace=ns-7"],
        "search, a tag of twenty": [f"/?q=no+space+left+on+device&tag={_RARE.format(number)}" for number in range(10)],
        "search, a tag of every third": [f"/?q=no+space+left+on+device&tag={_COMMON}"],
        "report": every,
        "report as markdown": [f"{path}.md" for path in every],
        "family": [f"/families/{row.family}" for row in middle],
        "subject": [f"/subjects/Deployment/shop/app-{number}" for number in range(5)],
        "node": [f"/nodes/{quote(row.node, safe='')}" for row in middle if row.node] or ["/"],
        **_api(incidents, [str(row.family) for row in middle]),
    }


def _overviews(middle: datetime) -> dict[str, Sequence[str]]:
    """Of a month, which has some 8,600 incidents, and of everything."""
    month = f"since={(middle - timedelta(days=15)).date()}&until={(middle + timedelta(days=15)).date()}"
    return {
        "overview, a month": [f"/overview?{month}"],
        "overview, a month of a namespace": [f"/overview?{month}&namespace=ns-{number}" for number in range(10)],
        "overview, everything": ["/overview?since=1970-01-01"],
        f"overview, everything{_HALF}": ["/overview?since=1970-01-01"],
        "overview, an object of every third": ["/overview?since=1970-01-01&entity=Service/data/postgres-1"],
        "overview, a tag of twenty": [f"/overview?since=1970-01-01&tag={_RARE.format(number)}" for number in range(10)],
        f"overview, a tag of twenty{_HALF}": [f"/overview?since=1970-01-01&tag={_RARE.format(7)}"],
        "overview, a tag of every third": [f"/overview?since=1970-01-01&tag={_COMMON}"],
        f"overview, a tag of every third{_HALF}": [f"/overview?since=1970-01-01&tag={_COMMON}"],
    }


def _api(incidents: int, families: Sequence[str]) -> dict[str, Sequence[str]]:
    """The same for programs."""
    api = "/api/v1/incidents"
    every = [f"{api}/ns-{number % 50}/app-{number}" for number in range(0, incidents, max(1, incidents // 40))]
    return {
        "API: list": [api],
        "API: list, a severity": [f"{api}?severity=Critical"],
        "API: list, an object that is nowhere": [f"{api}?entity=Service/nowhere/x"],
        "API: list, a tag that is nowhere": [f"{api}?tag=zone%3Dnowhere"],
        "API: families, a tag of twenty": [f"/api/v1/families?tag={_RARE.format(number)}" for number in range(10)],
        "API: timeline of a namespace, a tag of every third": [f"/api/v1/timelines/Namespace/ns-7?tag={_COMMON}"],
        "API: incident": every,
        "API: family": [f"/api/v1/families/{family}" for family in families],
    }


def show(figures: dict[str, list[float]], incidents: int) -> None:
    """One row for each page."""
    on = machine()
    title = f"{incidents:,} incidents, {on['cores']} cores ({on['machine']}); milliseconds, goal {GOAL_MS}"
    table = Table(title=title)
    for name in ("page", "p50", "p95", "max", ""):
        table.add_column(name, justify="left" if name == "page" else "right")
    for name, times in figures.items():
        p50, p95 = statistics.median(times), statistics.quantiles(times, n=20, method="inclusive")[-1]
        verdict = "" if p95 < GOAL_MS else "over"
        table.add_row(name, f"{p50:.0f}", f"{p95:.0f}", f"{max(times):.0f}", verdict)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
