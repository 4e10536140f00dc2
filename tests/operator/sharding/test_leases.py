"""A Lease on a real API server: whoever comes second learns it, and nobody changes what is somebody else's."""

import asyncio
import secrets

import pytest

from casebook_operator.kube import KubeClient, paths
from casebook_operator.sharding.leases import Leases
from casebook_operator.sharding.record import LeaseRecord, record_of

pytestmark = pytest.mark.cluster

SHARD = 1


class Room:
    """Two operators, and the Lease that both want."""

    def __init__(self, kube: KubeClient, namespace: str, prefix: str) -> None:
        self.kube = kube
        self.namespace = namespace
        self.prefix = prefix
        self.path = paths.item("Lease", namespace, f"{prefix}-shard-{SHARD}")
        self.first, self.second = self.operator("first"), self.operator("second")

    def operator(self, holder: str) -> Leases:
        return Leases(self.kube, namespace=self.namespace, prefix=self.prefix, holder=holder, count=3, seconds=15)

    async def taken(self) -> LeaseRecord:
        record = await self.first.take(SHARD, LeaseRecord())
        assert record is not None
        return record


@pytest.fixture
async def room(kube: KubeClient, namespace: str) -> Room:
    return Room(kube, namespace, f"test-{secrets.token_hex(4)}")


async def test_of_two_who_create_it_at_once_one_has_it(room: Room) -> None:
    found = await asyncio.gather(room.first.take(SHARD, LeaseRecord()), room.second.take(SHARD, LeaseRecord()))
    (holder,) = {record.holder for record in found if record}
    assert (await room.first.read(SHARD)).holder == holder


async def test_of_two_who_take_over_the_same_version_one_has_it(room: Room) -> None:
    seen = await room.taken()
    found = await asyncio.gather(room.second.take(SHARD, seen), room.operator("third").take(SHARD, seen))
    (taken,) = [record for record in found if record]
    assert (taken.transitions, taken.count) == (1, 3)
    assert await room.first.renew(SHARD) is None


async def test_a_renewal_between_look_and_take_is_seen(room: Room) -> None:
    seen = await room.taken()
    renewed = await room.first.renew(SHARD)
    assert renewed is not None
    assert renewed.version != seen.version
    assert await room.second.take(SHARD, seen) is None
    assert (await room.second.read(SHARD)).holder == "first"


async def test_only_the_holder_renews_declines_or_gives_back(room: Room) -> None:
    await room.taken()
    assert await room.second.renew(SHARD) is None
    assert await room.second.decline(SHARD) is None
    await room.second.give_back(SHARD)
    assert (await room.first.read(SHARD)).holder == "first"


async def test_what_is_given_back_is_nobodys_and_may_be_taken(room: Room) -> None:
    await room.taken()
    await room.first.give_back(SHARD)
    record = await room.second.read(SHARD)
    assert record.holder == ""
    assert await room.first.renew(SHARD) is None
    assert (await room.second.take(SHARD, record) or LeaseRecord()).holder == "second"


async def test_who_asks_is_heard_at_the_next_renewal_and_forgotten_when_it_is_declined(room: Room) -> None:
    seen = await room.taken()
    await room.second.ask(SHARD, seen)
    renewed = await room.first.renew(SHARD)
    assert renewed is not None
    assert renewed.wanted == "second"
    declined = await room.first.decline(SHARD)
    assert declined is not None
    assert declined.wanted == ""
    await room.second.ask(SHARD, LeaseRecord(holder="somebody else"))
    assert (await room.second.read(SHARD)).wanted == ""


async def test_a_lease_that_somebody_deletes_is_lost_and_made_anew(room: Room) -> None:
    await room.taken()
    await room.kube._request("DELETE", room.path, {})  # type: ignore[arg-type]
    assert await room.first.renew(SHARD) is None
    assert await room.first.read(SHARD) == LeaseRecord()
    assert await room.second.take(SHARD, LeaseRecord())


async def test_what_strangers_write_into_a_lease_is_read_as_nothing(room: Room) -> None:
    await room.taken()
    strange = {"casebook.dev/shards": "many"}
    await room.kube.patch(
        room.path, [{"op": "add", "path": "/metadata/annotations", "value": strange}], field_manager="test"
    )
    record = record_of(await room.kube.get(room.path))
    assert (record.holder, record.count, record.wanted) == ("first", 0, "")
