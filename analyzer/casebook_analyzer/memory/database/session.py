"""Transactions of one tenant, and the only way to the database for everything that reads or writes incidents."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Protocol, TypeVar, final

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory.database.driver_errors import translated
from casebook_analyzer.memory.database.migrate import read_status, require_current, require_vector
from casebook_analyzer.memory.database.role import APP_ROLE, require_bound, require_tenant
from casebook_analyzer.memory.database.tables import TENANT_SETTING

_SET = text(
    "SELECT set_config(name, content, true) "
    "FROM unnest(CAST(:names AS text[]), CAST(:contents AS text[])) AS setting (name, content)"
)
_CLOSE_SECONDS, _LOOK_SECONDS = 5.0, 0.02
_NOTHING: Mapping[str, str] = {}
_T = TypeVar("_T")


class Copy(Protocol):
    """A copy of the database that may answer reads."""

    async def read(self, work: Callable[[AsyncConnection], Awaitable[_T]], settings: Mapping[str, str]) -> _T:
        """Do ``work`` there. Raises a CasebookError where it cannot, or should not be asked now."""
        ...


@final
class Session:
    """Transactions of one tenant on one engine, and reads that a copy of the database may answer."""

    def __init__(self, engine: AsyncEngine, tenant: str) -> None:
        self._engine = engine
        self.tenant = tenant
        self.copy: Copy | None = None
        """Who may answer reads. Whoever writes, and reads what it has just written, has none."""

    @property
    def url(self) -> URL:
        """Where the database is, with the password."""
        return self._engine.url

    @asynccontextmanager
    async def transaction(
        self, *, snapshot: bool = False, settings: Mapping[str, str] = _NOTHING
    ) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees this tenant's rows only, also when a query forgets to ask for them.

        Args:
            snapshot: Whether all statements see the rows as they were at the first one (``REPEATABLE READ``).
            settings: PostgreSQL's settings by name. They end with the transaction: a pooled connection keeps none.

        Raises:
            DatabaseUnavailableError: The database does not answer, or lost the transaction to a conflict.
            SchemaMismatchError: A table or column is not there.
            ConfigurationError: The role lacks a right, or the connection string is wrong.
            CasebookError: PostgreSQL refused a statement for another reason.
        """
        engine = self._engine.execution_options(isolation_level="REPEATABLE READ") if snapshot else self._engine
        bound = {TENANT_SETTING: self.tenant, "role": APP_ROLE, **settings}
        with translated(self.url):
            async with engine.begin() as connection:
                await connection.execute(_SET, {"names": list(bound), "contents": list(bound.values())})
                yield connection

    async def read(
        self, work: Callable[[AsyncConnection], Awaitable[_T]], *, settings: Mapping[str, str] = _NOTHING
    ) -> _T:
        """What ``work`` reads in a transaction, where there is a copy there. It writes nothing, and may be run twice.

        Raises:
            CasebookError: What ``transaction`` raises.
        """
        if self.copy is not None:
            with suppress(CasebookError):  # which is in the log of whoever looks after the copy
                return await self.copy.read(work, settings)
        async with self.transaction(settings=settings) as connection:
            return await work(connection)

    async def find(self, work: Callable[[AsyncConnection], Awaitable[_T | None]]) -> _T | None:
        """The same for one thing: what a copy lacks may be new, and is looked for at the primary.

        Raises:
            CasebookError: What ``transaction`` raises.
        """
        found = await self.read(work)
        if found is not None or self.copy is None:
            return found
        async with self.transaction() as connection:
            return await work(connection)

    @asynccontextmanager
    async def unbound(self) -> AsyncIterator[AsyncConnection]:
        """A connection in autocommit that keeps the rights of whoever logged in, for what needs a table's owner.

        Row-level security may not hold on it.

        Raises:
            CasebookError: What ``transaction`` raises.
        """
        with translated(self.url):
            async with self._engine.connect() as connection:
                yield await connection.execution_options(isolation_level="AUTOCOMMIT")

    async def check(self) -> None:
        """Make sure that the database may be used.

        Raises:
            DatabaseUnavailableError: It does not answer.
            SchemaMismatchError: It has another schema than this code needs, or no pgvector that can be trusted.
            ConfigurationError: Row-level security would not bind the role of the application, or this login belongs to
                another cluster than the tenant, or to none.
        """
        with translated(self.url):
            async with self._engine.connect() as connection:
                require_current(await connection.run_sync(read_status), self.url)
                await connection.run_sync(require_vector, self.url)
        async with self.transaction() as connection:
            await connection.run_sync(require_bound, self.url)
            await connection.run_sync(require_tenant, self.url, self.tenant)

    async def close(self) -> None:
        """Close all connections, once those that are in use have been given back, at most :data:`_CLOSE_SECONDS` later.

        Whoever was cancelled in the midst of a transaction rolls it back first; a connection that comes back to a pool
        that is closed stays open until it is collected as garbage.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                while self._engine.pool.checkedout():  # type: ignore[attr-defined]  # noqa: ASYNC110 - it tells nobody
                    await asyncio.sleep(_LOOK_SECONDS)
        await self._engine.dispose()
