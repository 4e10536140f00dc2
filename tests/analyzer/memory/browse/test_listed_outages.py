"""Lists say what is the head of an outage and what hangs on it, and show no more of it than the reader may see."""

from collections.abc import Callable

import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.listed_outages import NO_OUTAGES, Followers, HeadPlace
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState, OutageRole
from tests.analyzer.memory.incidents import make_incident, make_resolution

HEAD, OTHER, OVER = "oom-1", "oom-2", "oom-3"


@pytest.fixture
async def memory(lexical_memory: Memory) -> Memory:
    """A head in ``bank`` with three followers, of which one is over and one lies in ``shop``; one whose only follower
    is over and that is over itself; and one that goes on with a follower in ``shop``."""
    for one in (
        make_incident("oom", namespace="bank", number=1),
        make_incident("oom", namespace="shop", number=2, days=1),
        make_incident("oom", namespace="bank", number=3, days=2, resolution=make_resolution()),
        make_incident(namespace="bank", number=1, days=3),
        make_incident(namespace="bank", number=2, days=4, resolution=make_resolution()),
        make_incident(namespace="shop", number=3, days=5),
        make_incident(namespace="bank", number=4, days=6, resolution=make_resolution()),
        make_incident(namespace="shop", number=5, days=7),
    ):
        await lexical_memory.record(one)
    await lexical_memory.hang(["missing_env-1", "missing_env-2", "missing_env-3"], HEAD)
    await lexical_memory.hang(["missing_env-4"], OVER)
    await lexical_memory.hang(["missing_env-5"], OTHER)
    return lexical_memory


async def ids(memory: Memory, **wanted: object) -> list[str]:
    return [row.id for row in (await memory.browse(IncidentFilter(**wanted))).rows]  # type: ignore[arg-type]


async def test_open_heads_are_found_without_the_others(memory: Memory) -> None:
    async def heads(**wanted: object) -> list[str]:
        return [row.id for row in await memory.open_heads(IncidentFilter(**wanted))]  # type: ignore[arg-type]

    assert await heads() == [OTHER, HEAD]
    assert await heads(namespaces=frozenset({"bank"})) == [HEAD]
    assert await heads(namespaces=frozenset()) == []
    assert await heads(state=IncidentState.RESOLVED) == [OTHER, HEAD], "that they go on is what they are asked for by"
    assert [row.id for row in await memory.open_heads(IncidentFilter(), limit=1)] == [OTHER]


async def test_lists_are_of_heads_of_followers_or_of_what_hangs_on_one(memory: Memory) -> None:
    assert await ids(memory, role=OutageRole.HEAD) == [OVER, OTHER, HEAD]
    assert len(await ids(memory, role=OutageRole.FOLLOWER)) == 5
    assert await ids(memory, caused_by=HEAD) == ["missing_env-3", "missing_env-2", "missing_env-1"]
    assert await ids(memory, caused_by=HEAD, state=IncidentState.RESOLVED) == ["missing_env-2"]
    assert (await memory.counts(IncidentFilter(role=OutageRole.FOLLOWER))).open == 3


async def test_rows_tell_of_their_outages_what_the_reader_may_see(memory: Memory) -> None:
    rows = (await memory.browse(IncidentFilter())).rows
    every = await memory.outages(rows, None)
    assert every.followers == {HEAD: Followers(3, 2), OTHER: Followers(1, 1), OVER: Followers(1, 0)}
    assert every.heads[HEAD] == HeadPlace("bank", "checkout-oom-1", "Deployment/bank/checkout")
    of_shop = await memory.outages(rows, frozenset({"shop"}))
    assert of_shop.followers == {HEAD: Followers(1, 1), OTHER: Followers(1, 1)}
    assert list(of_shop.heads) == [OTHER]
    assert await memory.outages(rows, frozenset()) == NO_OUTAGES
    assert await memory.outages([], None) == NO_OUTAGES


async def test_another_tenant_sees_nothing(memory: Memory, opened: Callable[..., Memory]) -> None:
    other = opened(tenant="cluster-b")
    rows = (await memory.browse(IncidentFilter())).rows
    assert await other.outages(rows, None) == NO_OUTAGES
    assert await other.open_heads(IncidentFilter()) == ()
