"""Operators that hold shards, without an API server: its Leases are a dictionary, and its time stands still.

For moments that nobody can make a real API server have: tests/operator/sharding/test_leases.py is on one.
"""

import asyncio

import msgspec

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.sharding.holder import ShardHolder
from casebook_operator.sharding.record import LeaseRecord

SECONDS = 15.0


class Server:
    """What the API server has."""

    def __init__(self) -> None:
        self.leases: dict[int, LeaseRecord] = {}
        self.now = 0.0
        self.away: set[str] = set()
        """Who cannot reach it."""
        self._version = 0

    def write(self, shard: int, **changes: object) -> LeaseRecord:
        self._version += 1
        known = self.leases.get(shard, LeaseRecord())
        self.leases[shard] = msgspec.structs.replace(known, version=str(self._version), **changes)
        return self.leases[shard]

    def holders(self) -> dict[int, str]:
        return {shard: record.holder for shard, record in sorted(self.leases.items())}


class Leases:
    """As :class:`casebook_operator.sharding.leases.Leases`, for one operator."""

    def __init__(self, server: Server, holder: str, count: int) -> None:
        self._server = server
        self._holder = holder
        self._count = count

    async def read(self, shard: int) -> LeaseRecord:
        await self._reach()
        return self._server.leases.get(shard, LeaseRecord())

    async def take(self, shard: int, seen: LeaseRecord) -> LeaseRecord | None:
        await self._reach()
        if self._server.leases.get(shard, LeaseRecord()).version != seen.version:
            return None
        return self._server.write(shard, holder=self._holder, count=self._count, wanted="")

    async def renew(self, shard: int) -> LeaseRecord | None:
        await self._reach()
        return self._server.write(shard) if self._mine(shard) else None

    async def decline(self, shard: int) -> LeaseRecord | None:
        await self._reach()
        return self._server.write(shard, wanted="") if self._mine(shard) else None

    async def give_back(self, shard: int) -> None:
        await self._reach()
        if self._mine(shard):
            self._server.write(shard, holder="")

    async def ask(self, shard: int, seen: LeaseRecord) -> None:
        await self._reach()
        if self._server.leases[shard].holder == seen.holder:
            self._server.write(shard, wanted=self._holder)

    def _mine(self, shard: int) -> bool:
        record = self._server.leases.get(shard)
        return record is not None and record.holder == self._holder

    async def _reach(self) -> None:
        await asyncio.sleep(0)  # others have their turn before any answer
        if self._holder in self._server.away:
            raise ClusterUnavailableError("nobody answers")


class Room:
    """Some operators and one API server."""

    def __init__(self) -> None:
        self.server = Server()
        self.operators: dict[str, ShardHolder] = {}

    def join(self, name: str, count: int) -> ShardHolder:
        self.operators[name] = holder = ShardHolder(
            Leases(self.server, name, count),  # type: ignore[arg-type]
            home="casebook",
            count=count,
            identity=name,
            seconds=SECONDS,
            clock=lambda: self.server.now,
        )
        return holder

    async def live(self, seconds: float) -> None:
        """Let time pass. Everybody looks after his shards every two seconds, and works for those that he holds."""
        for _ in range(round(seconds / 2)):
            self.server.now += 2
            for holder in list(self.operators.values()):
                await self.round(holder)
            self.none_is_held_twice()

    async def round(self, holder: ShardHolder) -> None:
        try:
            await holder._round()
        except ClusterUnavailableError:
            await asyncio.sleep(0)
        if set(holder.held) != set(holder._renewed):
            await holder.settle()

    def none_is_held_twice(self) -> None:
        held = [shard for holder in self.operators.values() for shard in holder.sure]
        assert len(held) == len(set(held)), {name: holder.sure for name, holder in self.operators.items()}

    def held(self) -> dict[str, int]:
        """How many shards everybody may work for."""
        return {name: len(holder.sure) for name, holder in self.operators.items()}
