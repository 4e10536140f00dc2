"""What it takes to be in a fleet: to share, and to compare each case with what another cluster shares.

    .venv/bin/python -m bench.fleet --incidents 10000

Two clusters of one database, filled as for ``bench.retrieval_speed``, without reports. The same cases are asked of the
smaller one twice, as if it were alone and as one of a fleet, with so many places that others always get some. ``cpu``
is the processor time of a query, client and server together.
"""

import argparse
import asyncio
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import psycopg
from rich.table import Table

from bench.machine import described
from bench.retrieval_fill import Filler
from bench.retrieval_machine import Processor
from bench.retrieval_speed import NO_VECTORS, Asked, Looked, prepared
from bench.start import packaged_embedder, quiet
from bench.telling import tell
from casebook_analyzer.memory import Memory, join_fleet, open_memory, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.memory.encoding.encoder import Space

OWN, OTHER = "own", "other"
OWN_INCIDENTS = 1000
PLACES = 20
WARM = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incidents", type=int, default=10_000, help="of the other cluster")
    given = parser.parse_args()
    quiet()
    embedder = packaged_embedder()
    templates, asked, known = prepared(embedder, pieces=1)
    templates = [msgspec.structs.replace(one, chunks=(), chunk_vectors=NO_VECTORS) for one in templates]
    looked, machine = Looked(embedder, known), described()
    with tempfile.TemporaryDirectory(prefix="cb-", dir="/tmp") as folder:
        server = start(Path(folder))
        try:
            upgrade(server.dsn)
            space = Space(model=looked.model, revision=looked.revision, dimension=looked.dimension)
            filler = Filler(server.dsn, templates, space)
            filler.fill(OWN, OWN_INCIDENTS)
            filler.fill(OTHER, given.incidents)
            figures = asyncio.run(measure(server.dsn, looked, asked, Processor(Path(folder))))
        finally:
            server.stop()
    table = Table("", "p50", "p95", "cpu", title=f"similar, beside {figures['families']} families; milliseconds")
    for name in ("alone", "fleet"):
        table.add_row(name, *(f"{figures[name][key]:.1f}" for key in ("p50", "p95", "cpu")))
    tell("fleet", table, machine=machine)
    print(figures)


async def measure(dsn: str, looked: Looked, asked: Asked, used: Processor) -> dict[str, Any]:
    """Share everything, then ask."""
    await _shared(dsn, OWN, looked)
    begin = time.perf_counter()
    figures: dict[str, Any] = {"families": await _shared(dsn, OTHER, looked), "share_s": time.perf_counter() - begin}
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE shared_family")
        size = connection.execute("SELECT pg_total_relation_size('shared_family') / count(*) FROM shared_family")
        figures["bytes_of_family"] = int(next(size)[0])
    begin, before = time.perf_counter(), used.seconds()
    for _ in range(WARM):
        assert await _shared(dsn, OTHER, looked) == 0, "what was shared is shared again"
    figures["look_ms"] = 1000 * (time.perf_counter() - begin) / WARM
    figures["look_cpu_ms"] = 1000 * (used.seconds() - before) / WARM
    for name, fleet in (("alone", False), ("fleet", True)):
        async with open_memory(dsn, tenant=OWN, embedder=looked, fleet=fleet) as memory:
            figures[name] = await _asked(memory, asked, used)
    return figures


async def _shared(dsn: str, tenant: str, looked: Looked) -> int:
    join_fleet(dsn, tenant, "all")
    families = 0
    async with open_memory(dsn, tenant=tenant, embedder=looked, fleet=True) as memory:
        while written := await memory.fleet.publish(datetime.now(UTC)):
            families += written
    return families


async def _asked(memory: Memory, asked: Asked, used: Processor) -> dict[str, float]:
    times, others = [], 0
    for case in asked.cases[:WARM]:
        await memory.similar(*case, limit=PLACES)
    before = used.seconds()
    for case in asked.cases:
        begin = time.perf_counter()
        found = await memory.similar(*case, limit=PLACES)
        times.append(1000 * (time.perf_counter() - begin))
        others += any(one.cluster for one in found.incidents)
    cpu = 1000 * (used.seconds() - before) / len(times)
    return {"cpu": cpu, "with_others": others} | {f"p{part}": float(np.percentile(times, part)) for part in (50, 95)}


if __name__ == "__main__":
    main()
