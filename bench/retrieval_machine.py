"""What a benchmark of memory uses: processors, memory and disk."""

import os
import platform
import re
import resource
import time
from pathlib import Path
from typing import Any, final

import psycopg

SEARCH_TABLES = ("case_lexical", "case_vector", "report_lexical", "chunk_lexical", "chunk_vector")


@final
class Processor:
    """What this process and the server have used of the processors: on a busy machine the only honest clock."""

    def __init__(self, folder: Path) -> None:
        self._postmaster = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        self._ticks = os.sysconf("SC_CLK_TCK")

    def seconds(self) -> float:
        """Client and server, ended processes of the server included."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            own, ended = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
            if int(fields[1]) == self._postmaster:
                ticks += own
            elif int(stat.parent.name) == self._postmaster:
                ticks += own + ended
        return time.process_time() + ticks / self._ticks


def bytes_of(dsn: str, incidents: int) -> dict[str, Any]:
    """Bytes per incident, and what the processes hold."""
    query = (
        "SELECT sum(pg_table_size(oid)) FILTER (WHERE relname = ANY(%(names)s)), "
        "sum(pg_indexes_size(oid)) FILTER (WHERE relname = ANY(%(names)s)), "
        "(SELECT coalesce(sum(pg_relation_size(oid)), 0) FROM pg_class WHERE starts_with(relname, 'hnsw')), "
        "sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    with psycopg.connect(dsn) as connection:
        table, index, hnsw, wide = connection.execute(query, {"names": list(SEARCH_TABLES)}).fetchone() or (0,) * 4
    return {
        "search_table_bytes": int(table) // incidents,
        "search_index_bytes": int(index) // incidents,
        "hnsw_bytes": int(hnsw) // incidents,
        "all_bytes": int(wide) // incidents,
        "client_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "server_mib": _server_mib(),
    }


def _server_mib() -> int:
    """Proportional: what the processes share counts once."""
    kib = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text().startswith("postgres"):
                found = re.search(r"^Pss:\s+(\d+)", (folder / "smaps_rollup").read_text(), re.MULTILINE)
                kib += int(found[1]) if found else 0
        except OSError:
            continue
    return kib // 1024


def machine() -> dict[str, Any]:
    """Where this ran."""
    return {"cores": os.cpu_count(), "machine": platform.machine()}
