"""Opinions beside conclusions, and accounts that several operators share."""

import asyncio

from msgspec.structs import replace

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.opinions import (
    Amount,
    SpendingAccount,
    SpendingBounds,
    keep_opinion,
    reserve,
    settle,
    spent,
)
from casebook_analyzer.models import Opinion
from tests.analyzer.memory.attacker import opinion
from tests.analyzer.memory.incidents import make_incident

INCIDENT = make_incident()
SHOP = SpendingAccount(month="2026-03", namespace="shop")
BANK = SpendingAccount(month="2026-03", namespace="bank")
BOUNDS = SpendingBounds(everybody=Amount(100, 1000), namespace=Amount(60, 600))
NOTHING = Amount()


async def kept(memory: Memory) -> Opinion | None:
    found = await memory.by_id(INCIDENT.id)
    assert found is not None
    assert found.conclusion == INCIDENT.conclusion
    return found.opinion


async def test_the_last_opinion_is_kept_beside_the_conclusion(lexical_memory: Memory) -> None:
    await lexical_memory.record(INCIDENT)
    assert await kept(lexical_memory) is None
    for said in (opinion("first"), opinion("second\0")):
        assert await keep_opinion(lexical_memory.session, INCIDENT.id, said)
    assert await kept(lexical_memory) == opinion("second\ufffd")
    assert not await keep_opinion(lexical_memory.session, "another", opinion("third"))


async def test_recording_a_case_again_keeps_its_opinion(lexical_memory: Memory) -> None:
    await lexical_memory.record(INCIDENT)
    await keep_opinion(lexical_memory.session, INCIDENT.id, opinion("said"))
    await lexical_memory.record(INCIDENT)
    await lexical_memory.judge_again(replace(INCIDENT, report="# Judged again"))
    assert await kept(lexical_memory) == opinion("said")


async def test_an_opinion_teaches_memory_nothing(lexical_memory: Memory) -> None:
    """What is similar, and what is known of the family, is the same with it and without."""
    other = make_incident(number=2, days=1)
    for one in (INCIDENT, other):
        await lexical_memory.record(one)

    async def told() -> tuple[object, ...]:
        found = await lexical_memory.similar(other.bundle, other.conclusion, exclude_id=other.id)
        return found, await lexical_memory.search("DATABASE_URL"), (await lexical_memory.stats()).incidents

    before = await told()
    await keep_opinion(lexical_memory.session, INCIDENT.id, opinion("DATABASE_URL " * 20))
    assert await told() == before


async def test_nothing_is_reserved_beyond_what_is_left_for_the_namespace_or_for_all(lexical_memory: Memory) -> None:
    session = lexical_memory.session
    assert await reserve(session, SHOP, Amount(60, 10), BOUNDS)
    assert not await reserve(session, SHOP, Amount(1, 0), BOUNDS)
    assert not await reserve(session, BANK, Amount(41, 0), BOUNDS)
    assert not await reserve(session, BANK, Amount(1, 601), BOUNDS)
    assert await reserve(session, BANK, Amount(40, 0), BOUNDS)
    assert await spent(session, SHOP.month) == Amount(100, 10)
    other_month = SpendingAccount(month="2026-04", namespace="shop")
    assert await reserve(session, other_month, Amount(60, 0), BOUNDS)


async def test_what_was_not_taken_is_given_back(lexical_memory: Memory) -> None:
    session = lexical_memory.session
    assert await reserve(session, SHOP, Amount(60, 100), BOUNDS)
    await settle(session, SHOP, Amount(60, 100), Amount(10, 7))
    assert await spent(session, SHOP.month) == Amount(10, 7)
    assert await reserve(session, SHOP, Amount(50, 0), BOUNDS)


async def test_two_who_reserve_at_once_do_not_share_what_is_left_for_one(lexical_memory: Memory) -> None:
    session = lexical_memory.session
    granted = await asyncio.gather(*(reserve(session, SHOP, Amount(20, 0), BOUNDS) for _ in range(10)))
    assert sum(granted) == 3
    assert (await spent(session, SHOP.month)).tokens == 60


async def test_in_a_month_in_which_nothing_was_asked_nothing_is_spent(lexical_memory: Memory) -> None:
    assert await reserve(lexical_memory.session, SHOP, Amount(60, 0), BOUNDS)
    assert await spent(lexical_memory.session, "2026-04") == NOTHING


async def test_a_bound_of_zero_is_none(lexical_memory: Memory) -> None:
    unbounded = SpendingBounds(everybody=NOTHING, namespace=NOTHING)
    assert await reserve(lexical_memory.session, SHOP, Amount(10**12, 10**12), unbounded)
