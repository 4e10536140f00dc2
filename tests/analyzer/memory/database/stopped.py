"""A program that writes several rows at once and is stopped among them, with the tenant's statistics in its hands.

``python -m tests.analyzer.memory.database.stopped DSN SECONDS``: SIGSTOP at the third of four rows. PostgreSQL ends its
transaction when it has said nothing for so many seconds.
"""

import asyncio
import os
import signal
import sys

from psycopg.adapt import Dumper
from sqlalchemy import text

from casebook_analyzer.memory.database import engine as engine_module
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.index import corpora

TENANT = "test"
STOPS_AT = 3


class Row(int):
    """A value that is looked at when its row is sent."""


class _Stops(Dumper):
    def dump(self, obj: Row) -> bytes:
        if obj == STOPS_AT:
            os.kill(os.getpid(), signal.SIGSTOP)
        return str(int(obj)).encode()


async def _write(dsn: str) -> None:
    session = Session(engine_module.create_engine(parse_dsn(dsn)), TENANT)
    async with session.transaction() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        driver.adapters.register_dumper(Row, _Stops)
        await corpora.lock(connection, TENANT)  # as every writer of a tenant does
        await connection.execute(text("SELECT CAST(:row AS text)"), [{"row": Row(row)} for row in range(1, 5)])


if __name__ == "__main__":
    engine_module.IDLE_SECONDS = float(sys.argv[2])
    asyncio.run(_write(sys.argv[1]))
