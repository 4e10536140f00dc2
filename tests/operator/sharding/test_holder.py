"""Every shard is somebody's, soon after whatever happened, and nobody's who cannot be sure of it."""

import asyncio

import pytest
from prometheus_client import REGISTRY

from casebook_operator.sharding import Share
from casebook_operator.sharding.holder import ShardLostError
from tests.operator.sharding.rooms import SECONDS, Room
from tests.patience import PATIENCE


async def three() -> Room:
    room = Room()
    for name in ("a", "b", "c"):
        room.join(name, 3)
    await room.live(4)
    assert room.held() == {"a": 1, "b": 1, "c": 1}
    return room


async def test_of_as_many_operators_as_shards_each_holds_one() -> None:
    room = await three()
    await room.live(120)
    assert room.held() == {"a": 1, "b": 1, "c": 1}


async def test_one_alone_takes_all_of_them_after_a_while() -> None:
    room = Room()
    room.join("a", 3)
    await room.live(4)
    assert room.held() == {"a": 1}
    await room.live(40)
    assert room.held() == {"a": 3}


async def test_the_metric_tells_which_shards_are_held() -> None:
    def told() -> list[float | None]:
        return [REGISTRY.get_sample_value("casebook_shard_held", {"shard": str(shard)}) for shard in range(3)]

    room = Room()
    room.join("a", 3)
    assert told() == [0, 0, 0]
    await room.live(4)
    assert sorted(told()) == [0, 0, 1]
    await room.live(40)
    assert told() == [1, 1, 1]


async def test_who_comes_later_asks_for_one_of_several() -> None:
    room = Room()
    room.join("a", 3)
    await room.live(60)
    room.join("b", 3)
    await room.live(8)
    room.join("c", 3)
    await room.live(8)
    assert room.held() == {"a": 1, "b": 1, "c": 1}


async def test_the_shard_of_a_dead_operator_is_taken_over_and_given_to_its_successor() -> None:
    room = await three()
    del room.operators["b"]
    await room.live(SECONDS - 2)
    assert sum(room.held().values()) == 2, "a Lease has to run out first"
    await room.live(14)
    assert sorted(room.held().values()) == [1, 2]
    room.join("b again", 3)
    await room.live(8)
    assert room.held() == {"a": 1, "c": 1, "b again": 1}


async def test_a_spare_operator_takes_over_before_anybody_who_has_a_shard() -> None:
    room = await three()
    room.join("spare", 3)
    await room.live(30)
    assert room.held()["spare"] == 0
    del room.operators["a"]
    await room.live(SECONDS + 2)
    assert room.held() == {"b": 1, "c": 1, "spare": 1}


async def test_a_shard_that_is_given_back_is_taken_at_once() -> None:
    room = await three()
    room.join("spare", 3)
    await room.live(30)
    await room.operators.pop("a").close()
    await room.live(2)
    assert room.held() == {"b": 1, "c": 1, "spare": 1}


async def test_who_cannot_renew_stops_before_anybody_else_may_begin() -> None:
    room = await three()
    holder = room.operators["a"]
    share = Share(home="casebook", count=3, held=holder.held)
    room.server.away.add("a")
    await room.live(8)
    holder.check(share)
    await room.live(4)
    assert not holder.sure
    assert holder.complaints()
    with pytest.raises(ShardLostError):
        holder.check(share)
    assert sum(room.held().values()) == 2
    await room.live(16)
    assert sum(room.held().values()) == 3, "another one has it by now"
    room.server.away.clear()
    await room.live(8)
    assert room.held() == {"a": 1, "b": 1, "c": 1}


async def test_who_stood_still_for_long_may_not_write_before_it_has_looked_at_anything() -> None:
    room = await three()
    frozen = room.operators.pop("a")
    share = Share(home="casebook", count=3, held=frozen.held)
    await room.live(60)
    with pytest.raises(ShardLostError):
        frozen.check(share)
    room.operators["a"] = frozen
    await room.round(frozen)
    assert not frozen.held
    with pytest.raises(ShardLostError):
        frozen.check(share)


async def test_an_api_server_that_was_away_finds_everybody_where_they_were() -> None:
    room = await three()
    before = room.server.holders()
    room.server.away.update(room.operators)
    await room.live(60)
    assert room.held() == {"a": 0, "b": 0, "c": 0}
    changes = [
        asyncio.create_task(holder.change(Share(home="casebook", count=3, held=holder.held)))
        for holder in room.operators.values()
    ]
    await asyncio.sleep(0)
    room.server.away.clear()
    await room.live(2)
    assert room.held() == {"a": 1, "b": 1, "c": 1}
    assert room.server.holders() == before
    await asyncio.sleep(0)
    assert not any(change.done() for change in changes), "nobody has to begin anew"
    for change in changes:
        change.cancel()


@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 4)])
async def test_nobody_begins_with_another_count_while_anybody_is_left_with_the_old_one(before: int, after: int) -> None:
    room = Room()
    for name in range(before):
        room.join(f"old-{name}", before)
    await room.live(10)
    for name in range(after):
        room.join(f"new-{name}", after)
    for name in range(before):
        await room.live(30)
        assert not any(room.operators[f"new-{new}"].held for new in range(after))
        await room.operators.pop(f"old-{name}").close()
    await room.live(8)
    assert set(room.held().values()) == {1}
    assert len(room.operators) == after


@pytest.mark.parametrize("ahead", range(12))
async def test_two_counts_that_begin_at_the_same_moment_do_not_both_begin(ahead: int) -> None:
    room = Room()
    two, three_ = room.join("two", 2), room.join("three", 3)
    room.server.now += 2
    first = asyncio.create_task(room.round(two))
    for _ in range(ahead):
        await asyncio.sleep(0)
    await asyncio.gather(first, room.round(three_))
    assert not (two.held and three_.held)
    assert len({room.server.leases[shard].count for shard in two.held | three_.held}) <= 1


async def test_a_lease_that_was_granted_without_the_operator_hearing_of_it_is_its_own() -> None:
    room = Room()
    room.join("a", 1 + 1)
    room.server.write(0, holder="a", count=2)
    room.server.write(1, holder="b", count=2)
    await room.live(2)
    assert room.operators["a"].held == {0}


async def test_a_shard_that_somebody_else_has_taken_is_a_change() -> None:
    room = await three()
    holder = room.operators["a"]
    change = asyncio.create_task(holder.change(await holder.share()))
    await asyncio.sleep(0)
    (shard,) = holder.held
    room.server.write(shard, holder="somebody else")
    await room.round(holder)
    async with asyncio.timeout(PATIENCE):
        await change
    assert not holder.held
    assert holder.complaints()
