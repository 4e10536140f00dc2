"""A hot standby: a copy of the database that answers reads, a little later than what it copies.

It is asked only while it is known to be one, to be of this database, and to be near enough; whatever else happens, the
primary is asked instead. Nothing is written through it, and PostgreSQL would refuse that.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar, final

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from casebook_analyzer.errors import CasebookError, ConfigurationError, DatabaseUnavailableError
from casebook_analyzer.memory.database.dsn import describe
from casebook_analyzer.memory.database.patience import Patience
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.wal_history import WalHistory

_T = TypeVar("_T")

_OBSERVE_SECONDS = 2.0
"""How long a server may take to say where it is. One that takes longer is as good as away."""
_READ_SECONDS = 5.0
"""How long the standby may take for a read before the primary is asked: a server can stop without a word."""

_PRIMARY = text(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, (SELECT system_identifier FROM pg_control_system())"
)
_STANDBY = text(
    "SELECT pg_is_in_recovery(), pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint, "
    "(SELECT system_identifier FROM pg_control_system())"
)
_REPLAYED = text(
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END"
)


class StandbyAt(msgspec.Struct, frozen=True, kw_only=True):
    """Where a standby is."""

    dsn: str
    most_lag: float
    """How many seconds it may be behind."""


class StandbyState(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a standby."""

    usable: bool
    """Whether reads are sent to it now."""
    lag_seconds: float | None = None
    """How far it is behind its primary; None when one of the two did not answer."""
    why: str = ""
    """Why it is not read, or what is not known of it. Names hosts and logins: not for strangers."""


@final
class Standby:
    """Answers reads while it may."""

    def __init__(self, engine: AsyncEngine, tenant: str, most_lag: float) -> None:
        self._session = Session(engine, tenant)
        self._most_lag = most_lag
        self._history = WalHistory()
        self._patience = Patience()
        self._least = 0
        self._trusted = False
        self.answered = 0
        """Reads that it has answered."""
        self.left_out = 0
        """Reads that the primary got in its stead."""
        self.state = StandbyState(usable=False, why=f"The standby {self._name} was not looked at yet")

    @property
    def _name(self) -> str:
        return describe(self._session.url)

    async def read(self, work: Callable[[AsyncConnection], Awaitable[_T]], settings: Mapping[str, str]) -> _T:
        """Do ``work`` in a transaction of the standby.

        Raises:
            DatabaseUnavailableError: It is not to be read now, is too far behind, or takes too long.
            CasebookError: What ``Session.transaction`` raises.
        """
        try:
            if not self.state.usable:
                raise DatabaseUnavailableError(self.state.why)
            found = await self._patience.within(_READ_SECONDS, self._read(work, settings), self._name)
        except CasebookError:
            self.left_out += 1
            raise
        self.answered += 1
        return found

    async def _read(self, work: Callable[[AsyncConnection], Awaitable[_T]], settings: Mapping[str, str]) -> _T:
        async with self._session.transaction(settings=settings) as connection:
            # Behind one name may stand several, each as far as it is.
            replayed = (await connection.execute(_REPLAYED)).scalar_one()
            if replayed is None or replayed < self._least:
                raise DatabaseUnavailableError(f"The standby {self._name} is too far behind, or no standby any more.")
            return await work(connection)

    async def observe(self, primary: Session) -> StandbyState:
        """Look where both servers are, and decide whether the standby is read until this is called again."""
        ahead, behind = await asyncio.gather(
            self._patience.within(_OBSERVE_SECONDS, _ask(primary, _PRIMARY), describe(primary.url)),
            self._patience.within(_OBSERVE_SECONDS, self._look(), self._name),
            return_exceptions=True,
        )
        for one in (ahead, behind):
            if isinstance(one, BaseException) and not isinstance(one, CasebookError):
                raise one
        if isinstance(behind, BaseException):
            self._trusted = False
            self.state = StandbyState(usable=False, why=str(behind))
        elif isinstance(ahead, BaseException):
            # While the primary is away, what the standby knows is the newest that can be had.
            self._least = 0
            self.state = StandbyState(usable=True, why=str(ahead))
        else:
            position, system = ahead
            self.state = self._compared(position, system, *behind)
        return self.state

    async def _look(self) -> tuple[int, int]:
        """How far the standby has come, and the identity of the system that it copies."""
        recovering, replayed, system = await _ask(self._session, _STANDBY)
        if not recovering or replayed is None:
            raise ConfigurationError(f"{self._name} is no hot standby: it is not read, and its primary is.")
        if not self._trusted:
            await self._session.check()
            self._trusted = True
        return replayed, system

    def _compared(self, position: int, origin: int, replayed: int, system: int) -> StandbyState:
        if origin != system:
            return StandbyState(usable=False, why=f"{self._name} is the standby of another database.")
        now = time.monotonic()
        self._history.note(now, position)
        self._least = self._history.least(now, self._most_lag)
        lag = self._history.behind(now, replayed)
        if replayed < self._least:
            return StandbyState(usable=False, lag_seconds=lag, why=f"The standby {self._name} is {lag:.0f} s behind.")
        return StandbyState(usable=True, lag_seconds=lag)

    async def close(self) -> None:
        """Close all connections."""
        await self._patience.close()
        await self._session.close()


async def _ask(session: Session, question: object) -> tuple[int, ...]:
    async with session.transaction() as connection:
        return tuple((await connection.execute(question)).one())  # type: ignore[call-overload]
