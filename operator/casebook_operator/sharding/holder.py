"""Holds shards for this process, as client-go's leader election holds one Lease, and sees to it that none is nobody's.

Who holds none takes one that is free, and asks a holder of several for one when none is. Who holds some takes another
one only when nobody else has come for it. So each of as many operators as there are shards ends up with one, and when
one dies another has its shard meanwhile.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import structlog

from casebook_analyzer.errors import CasebookError, ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.settings import MOST_SHARDS
from casebook_operator.sharding.leases import Leases
from casebook_operator.sharding.share import Share
from casebook_operator.sharding.sightings import Sightings

log = structlog.get_logger(__name__)

T = TypeVar("T")

DEADLINE, RETRY, PATIENCE = 10 / 15, 2 / 15, 10 / 15
"""Parts of the time for which a Lease lasts. client-go's defaults for 15 s are a ``RenewDeadline`` of 10 s, after which
a holder stops, and a ``RetryPeriod`` of 2 s (component-base/config/v1alpha1/defaults.go). The patience is ours: who
holds shards leaves one that is free to others for so long, for each that it holds; a container is restarted sooner."""


class ShardLostError(ClusterUnavailableError):
    """This process does not hold the shard any more, or cannot know whether it does."""


class ShardHolder:
    """Takes and renews Leases until it is closed. What it holds changes: whoever works with it asks again."""

    def __init__(
        self,
        leases: Leases,
        *,
        home: str,
        count: int,
        identity: str,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``seconds`` is how long a Lease lasts that is not renewed."""
        self._leases = leases
        self._home = home
        self._count = count
        self._identity = identity
        self._seconds = seconds
        self._clock = clock
        self._sightings = Sightings(seconds)
        self._renewed: dict[int, float] = {}
        """When the last renewal was sent that was granted, by shard."""
        self._giving: set[int] = set()
        self._changed = asyncio.Event()
        self._trouble = ""
        metrics.SHARDS.set(count)
        for shard in range(count):
            metrics.SHARD_HELD.labels(shard=shard).set_function(partial(self._holds, shard))

    def _holds(self, shard: int) -> float:
        return float(shard in self.sure)

    @property
    def held(self) -> frozenset[int]:
        """The shards that are this process's as far as it knows."""
        return frozenset(self._renewed) - self._giving

    @property
    def sure(self) -> frozenset[int]:
        """Those of which it knows so well that it may write: nobody else can have taken them since."""
        now, lasts = self._clock(), self._seconds * DEADLINE
        return frozenset(shard for shard, at in self._renewed.items() if now - at < lasts)

    def check(self, share: Share) -> None:
        """Make sure, just before something is written, that the whole share may still be worked for.

        Raises:
            ShardLostError: It may not: this process could not renew a Lease, or was still for too long, or somebody
                else has the shard.
        """
        if not share.held <= self.sure:
            raise ShardLostError("This operator does not hold its shards any more, or cannot know whether it does.")

    async def share(self) -> Share:
        """What is held, once that is anything."""
        while not (held := self.held):
            await self._next_change()
        return Share(home=self._home, count=self._count, held=held)

    async def change(self, share: Share) -> None:
        """Return when something else is held than this.

        That a Lease cannot be renewed is no such change: nothing can be written meanwhile (:meth:`check`), and when the
        API server is back nobody has to begin anew.
        """
        while self.held == share.held:
            await self._next_change()

    async def _next_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    async def settle(self) -> None:
        """Give back what others have asked for. Call it when nobody works for it any more."""
        for shard in list(self._giving):
            await self._give_back(shard)
        self._giving.clear()

    async def close(self) -> None:
        """Give back everything, so that others have it at once."""
        for shard in list(self._renewed):
            await self._give_back(shard)

    def complaints(self) -> tuple[str, ...]:
        """Why this process holds nothing, or may not write for what it holds, in words; empty if all is well."""
        trouble = f": {self._trouble}" if self._trouble else ""
        if not self.held:
            return (f"this operator holds none of {self._count} shards yet{trouble}",)
        unsure = sorted(self.held - self.sure)
        return (f"the Leases of the shards {unsure} could not be renewed{trouble}",) if unsure else ()

    async def run(self) -> None:
        """Take and renew, until cancelled."""
        while True:
            try:
                await self._round()
            except (CasebookError, TimeoutError) as error:
                said = str(error) or "the API server is slow"
                if said != self._trouble:
                    log.warning("the Leases of the shards are looked after later", error=said)
                self._trouble = said
            await asyncio.sleep(self._seconds * RETRY * random.uniform(0.75, 1.25))  # noqa: S311 (so that not all come at once)

    async def _round(self) -> None:
        await asyncio.gather(*(self._renew(shard) for shard in list(self._renewed)))
        if self._giving:
            return
        if await self._look():
            await self._take_or_ask()

    async def _renew(self, shard: int) -> None:
        sent = self._clock()
        record = await self._bounded(self._leases.renew(shard))
        if record is None:
            self._renewed.pop(shard, None)
            self._giving.discard(shard)
            self._tell(f"the shard {shard} is held by somebody else")
            return
        self._renewed[shard] = sent
        if record.wanted in ("", self._identity):
            return
        if len(self._renewed) > 1 and not self._giving:
            self._giving.add(shard)
            self._tell(f"the shard {shard} is given to somebody who has none")
        elif shard not in self._giving:
            await self._bounded(self._leases.decline(shard))

    async def _look(self) -> bool:
        """Read the Leases of others. Says whether one of them may be taken as far as their number of shards goes.

        While that changes, two operators may each know of another number: who holds nothing waits until all are gone
        who know of another one.
        """
        which = range(self._count if self._renewed else MOST_SHARDS)
        others = [shard for shard in which if shard not in self._renewed]
        found = await self._bounded(asyncio.gather(*(self._leases.read(shard) for shard in others)))
        now = self._clock()
        for shard, record in zip(others, found, strict=True):
            self._sightings.note(shard, record, now)
        strangers = sorted({seen.count for _, seen in self._sightings.alive(now) if seen.count != self._count})
        self._trouble = f"others still run who know of {strangers} shards" if strangers else ""
        return bool(self._renewed) or not strangers

    async def _take_or_ask(self) -> None:
        now, patience = self._clock(), self._seconds * PATIENCE * len(self._renewed)
        others = [shard for shard in range(self._count) if shard not in self._renewed]
        free = [shard for shard in others if self._is_mine(shard) or self._sightings.free_for(shard, now) >= patience]
        if free:
            await self._take(random.choice(free))  # noqa: S311 (of those who come together, each takes another one)
        elif not self._renewed and (shard := self._spare(now)) is not None:
            seen = self._sightings.record(shard)
            if seen.wanted != self._identity:
                await self._bounded(self._leases.ask(shard, seen))

    def _is_mine(self, shard: int) -> bool:
        """Whether the API server has granted what this process has not waited for."""
        return self._sightings.record(shard).holder == self._identity

    def _spare(self, now: float) -> int | None:
        """A shard of somebody who holds several."""
        by_holder: dict[str, list[int]] = {}
        for shard, record in self._sightings.alive(now):
            by_holder.setdefault(record.holder, []).append(shard)
        most = max(by_holder.values(), key=len, default=[])
        return max(most) if len(most) > 1 else None

    async def _take(self, shard: int) -> None:
        sent, first = self._clock(), not self._renewed
        record = await self._bounded(self._leases.take(shard, self._sightings.record(shard)))
        if record is None:
            return
        if first and not await self._is_still_alone():
            await self._bounded(self._leases.give_back(shard))
            return
        self._renewed[shard] = sent
        self._tell(f"took the shard {shard}")

    async def _is_still_alone(self) -> bool:
        """Whether nobody who knows of another number of shards has taken one at the same moment.

        Each writes first and looks then, so that one of two at least sees the other.
        """
        return await self._look()

    async def _give_back(self, shard: int) -> None:
        self._renewed.pop(shard, None)
        try:
            await self._bounded(self._leases.give_back(shard))
        except (CasebookError, TimeoutError) as error:
            log.warning("a Lease is not given back, and runs out", shard=shard, error=str(error))

    def _tell(self, what: str) -> None:
        log.info("shards", holds=sorted(self.held), of=self._count, why=what)
        self._changed.set()

    async def _bounded(self, request: "Coroutine[Any, Any, T] | asyncio.Future[T]") -> T:
        """The answer to a request that leaves time for another one."""
        async with asyncio.timeout(self._seconds * DEADLINE / 2):
            return await request
