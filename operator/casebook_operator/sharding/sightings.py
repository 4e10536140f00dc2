"""What was seen of Leases, and when by this process's clock: those of other machines are never compared with it."""

from collections.abc import Iterator

import msgspec

from casebook_operator.sharding.record import LeaseRecord


class Sighting(msgspec.Struct, frozen=True):
    """A version of a Lease, and since when it has been the newest one."""

    record: LeaseRecord
    since: float


class Sightings:
    """By shard. One that says the same for longer than it lasts has a dead holder (client-go: leaderelection.go)."""

    def __init__(self, seconds: float) -> None:
        """``seconds`` is how long a Lease lasts."""
        self._seconds = seconds
        self._seen: dict[int, Sighting] = {}

    def note(self, shard: int, record: LeaseRecord, now: float) -> None:
        """Take in what was just read."""
        known = self._seen.get(shard)
        if known is None or known.record != record:
            self._seen[shard] = Sighting(record, now)

    def record(self, shard: int) -> LeaseRecord:
        return self._seen[shard].record

    def free_for(self, shard: int, now: float) -> float:
        """For how many seconds nobody has held a shard; negative while somebody does."""
        seen = self._seen[shard]
        return now - seen.since - (self._seconds if seen.record.holder else 0.0)

    def alive(self, now: float) -> Iterator[tuple[int, LeaseRecord]]:
        """The shards that somebody holds, of whatever number there are."""
        for shard, seen in self._seen.items():
            if seen.record.holder and self.free_for(shard, now) < 0:
                yield shard, seen.record
