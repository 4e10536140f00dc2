"""Writes the snapshots of SQL anew, from a PostgreSQL that it starts in a temporary folder: ``python -m tools.sql``."""

import asyncio
import tempfile
from pathlib import Path

from casebook_analyzer.memory import resolve_dsn, upgrade
from tools.places import write
from tools.sql import schema, statements

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, resolve_dsn(f"embedded:{folder}") as dsn:
        upgrade(dsn)
        write(schema.SNAPSHOT, schema.render(dsn))
        found = asyncio.run(statements.render(dsn))
    for stale in set(statements.SNAPSHOTS.glob("*.sql")) - {Path(path) for path in found}:
        stale.unlink()
    for path, text in found.items():
        write(path, text)
