"""What one database carries that many clusters share: a million incidents of a hundred of them.

    .venv/bin/python -m bench.retrieval_clusters --incidents 1000000 --clusters 100 --largest 100000

One cluster is large, the others share the rest evenly. The large one and one of the others are drawn (see
``retrieval_fill``) and written with COPY; the other clusters are copies of that one under their own names, which nobody
can see from a cluster: every search keeps to its own. A report has as many pieces as ``--pieces`` says, where a real
one has 16: with all of them a million incidents would need a night and 45 GB.

The clusters that are asked have the indexes that memory builds. Those of all others (``--graphs``: how many clusters
have any) are built with a coarser graph, which takes a tenth of the time: nobody asks them, but PostgreSQL plans with
them. Asked are the large cluster and a usual one, as in ``retrieval_speed``: as memory answers, and looking at every
row.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from rich.table import Table

from bench.machine import described
from bench.retrieval_fill import Filler, Template
from bench.retrieval_machine import Processor, bytes_of
from bench.retrieval_speed import Asked, Looked, prepared, search, similar, timed_both
from bench.start import packaged_embedder, quiet
from bench.telling import tell
from casebook_analyzer.memory import Memory, open_memory, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter, IncidentState
from casebook_analyzer.memory.index import hnsw
from casebook_analyzer.models import Category

LARGE, USUAL = "cluster-large", "cluster-001"
SETTINGS = {
    "shared_buffers": "2GB",
    "max_wal_size": "16GB",
    "maintenance_work_mem": "1GB",
    "fsync": "off",
    "full_page_writes": "off",
}
_COARSE = "WITH (m = 4, ef_construction = 16)"
_ROUNDS = 20
LISTS = {
    "newest": EVERY_INCIDENT,
    "open": IncidentFilter(state=IncidentState.OPEN),
    "one namespace": IncidentFilter(namespaces=frozenset({"ns-7"})),
    "rare, resolved": IncidentFilter(category=Category.PCIE_ERROR, state=IncidentState.RESOLVED),
    "one node": IncidentFilter(node="worker-3"),
    "one subject": IncidentFilter(subject="Deployment/shop/app-7"),
}


def main() -> None:
    """Fill, index, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incidents", type=int, default=1_000_000, help="of all clusters")
    parser.add_argument("--clusters", type=int, default=100)
    parser.add_argument("--largest", type=int, default=100_000, help="incidents of the large cluster")
    parser.add_argument("--pieces", type=int, default=1, help="pieces of each report")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--graphs", type=int, default=100, help="how many clusters have indexes; 2 are asked")
    parser.add_argument("--asked-below", type=float, metavar="LOAD", help="ask when other work is below this")
    parser.add_argument("--folder", type=Path, help="where the server lives, and stays; a temporary one by default")
    given = parser.parse_args()
    quiet()
    embedder = packaged_embedder()
    templates, asked, known = prepared(embedder, pieces=given.pieces, queries=given.queries)
    with tempfile.TemporaryDirectory(prefix="cb-", dir="/tmp") as temporary:
        figures = run(given.folder or Path(temporary), given, templates, asked, Looked(embedder, known))
    tell("clusters", table_of(figures), machine=figures["machine"])
    print(json.dumps(figures))


def run(
    folder: Path, given: argparse.Namespace, templates: Sequence[Template], asked: Asked, looked: Looked
) -> dict[str, Any]:
    """All figures."""
    machine = described()
    server = start(folder)
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        for name, value in SETTINGS.items():
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
    server.stop()
    server = start(folder)
    try:
        upgrade(server.dsn)
        space = Space(model=looked.model, revision=looked.revision, dimension=looked.dimension)
        names = [f"cluster-{number:03}" for number in range(1, given.clusters)]
        usual = (given.incidents - given.largest) // len(names)
        total = given.largest + usual * len(names)
        begin = time.perf_counter()
        written = _fill(Filler(server.dsn, templates, space), given.largest, usual, names)
        figures: dict[str, Any] = {
            "machine": machine | SETTINGS,
            "incidents": total,
            "clusters": given.clusters,
            "largest": given.largest,
            "usual": usual,
            "pieces": given.pieces,
            "fill_s": time.perf_counter() - begin,
            **written,
        }
        figures |= asyncio.run(_index(server.dsn, looked, names[: max(1, given.graphs - 1)]))
        _wait_until_load_is(given.asked_below)
        for name, size in ((USUAL, usual), (LARGE, given.largest)):
            figures[name] = asyncio.run(_asked(server.dsn, name, size, asked, looked, Processor(folder)))
        return figures | bytes_of(server.dsn, total) | {"load_after": os.getloadavg()[0]}
    finally:
        server.stop()


def _wait_until_load_is(below: float | None) -> None:
    """Filling takes half an hour at any load; times of queries are told of a machine that has nothing else to do."""
    while below is not None and os.getloadavg()[0] >= below:
        time.sleep(1)


def _fill(filler: Filler, largest: int, usual: int, names: Sequence[str]) -> dict[str, float]:
    seconds: dict[str, float] = {}
    steps: dict[str, Callable[[], None]] = {
        "large_s": lambda: filler.fill(LARGE, largest),
        "usual_s": lambda: filler.fill(USUAL, usual),
        "copies_s": lambda: filler.copy(USUAL, names[1:]),
    }
    for name, step in steps.items():
        begin = time.perf_counter()
        step()
        seconds[name] = time.perf_counter() - begin
        print(f"{name.removesuffix('_s')}: {seconds[name]:.0f} s, load {os.getloadavg()[0]:.0f}", flush=True)
    return seconds


async def _index(dsn: str, looked: Looked, names: Sequence[str]) -> dict[str, float]:
    """Build the indexes of the clusters that are asked, and coarser ones of the others."""
    seconds: dict[str, float] = {}
    begin = time.perf_counter()
    for name in (USUAL, LARGE):
        seconds[f"index_{name}_s"] = await _built(dsn, looked, name)
    fine, hnsw._GRAPH = hnsw._GRAPH, _COARSE  # noqa: SLF001 - nobody searches in these
    try:
        for name in names:
            await _built(dsn, looked, name)
    finally:
        hnsw._GRAPH = fine  # noqa: SLF001
    print(f"indexes: {time.perf_counter() - begin:.0f} s, load {os.getloadavg()[0]:.0f}", flush=True)
    return seconds | {"index_s": time.perf_counter() - begin, "indexed_clusters": len(names) + 1}


async def _built(dsn: str, looked: Looked, tenant: str) -> float:
    begin = time.perf_counter()
    async with open_memory(dsn, tenant=tenant, embedder=looked) as memory:
        await memory.maintain_indexes()
    return time.perf_counter() - begin


async def _asked(dsn: str, tenant: str, size: int, asked: Asked, looked: Looked, used: Processor) -> dict[str, Any]:
    """Both kinds of query and the lists, in one cluster."""
    async with open_memory(dsn, tenant=tenant, embedder=looked) as memory:
        found: dict[str, Any] = {"incidents": size, "load": os.getloadavg()[0]}
        found |= await timed_both("similar", used, asked.cases, lambda case: similar(memory, *case))
        found |= await timed_both("search", used, asked.texts, lambda text: search(memory, text))
        found["lists"] = {name: await _list_times(memory, wanted) for name, wanted in LISTS.items()}
        return found


async def _list_times(memory: Memory, wanted: IncidentFilter) -> dict[str, float]:
    """What a page of the list asks of memory, and the page behind it."""
    last = (await memory.browse(wanted)).rows
    before = last[-1].cursor if last else None

    async def page() -> None:
        await memory.namespaces()
        await memory.browse(wanted)
        await memory.counts(wanted)

    return {
        "page_p50": (times := await _times(page))[0],
        "page_p99": times[1],
        "next_p50": (times := await _times(lambda: memory.browse(wanted, before=before)))[0],
        "next_p99": times[1],
    }


async def _times(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds, p50 and p99."""
    taken = []
    for _ in range(_ROUNDS):
        begin = time.perf_counter()
        await work()
        taken.append(1000 * (time.perf_counter() - begin))
    return float(np.percentile(taken, 50)), float(np.percentile(taken, 99))


def table_of(figures: dict[str, Any]) -> Table:
    """A line for each query in each of the two clusters."""
    title = f"{figures['incidents']} incidents of {figures['clusters']} clusters, {figures['pieces']} pieces a report"
    table = Table(title=f"{title}; milliseconds")
    for name in (
        "cluster of",
        "query",
        "p50",
        "p95",
        "p99",
        "cpu",
        "every row: p50",
        "p99",
        "cpu",
        "recall@10",
        "load",
    ):
        table.add_column(name, justify="right")
    for name in (USUAL, LARGE):
        found = figures[name]
        for query in ("similar", "search"):
            keys = ("p50", "p95", "p99", "cpu", "exact_p50", "exact_p99", "exact_cpu")
            cells = [f"{found[query][key]:.1f}" for key in keys]
            table.add_row(
                str(found["incidents"]), query, *cells, f"{found[query]['recall_at_10']:.3f}", f"{found['load']:.0f}"
            )
        for query, times in found["lists"].items():
            table.add_row(
                str(found["incidents"]), f"list, {query}", f"{times['page_p50']:.1f}", "", f"{times['page_p99']:.1f}"
            )
    sizes = {
        name: f"{figures[name] / 1000:.1f}"
        for name in ("search_table_bytes", "search_index_bytes", "hnsw_bytes", "all_bytes")
    }
    table.caption = f"KB an incident: {sizes}"
    return table


if __name__ == "__main__":
    main()
