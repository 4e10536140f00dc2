"""Memory knows who hangs on whom, and shows it to those who may see both."""

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Incident, Outage
from tests.analyzer.memory.incidents import make_incident, make_resolution

HEAD = make_incident(number=1, workload="head")
FOLLOWERS = [make_incident(number=number, workload=f"app-{number}", days=number) for number in range(2, 26)]


async def recorded(memory: Memory) -> None:
    for one in (HEAD, *FOLLOWERS):
        await memory.record(one)
    await memory.hang([one.id for one in FOLLOWERS], HEAD.id)


async def outage(memory: Memory, one: Incident, namespace: str | None = None) -> Outage | None:
    found = await memory.by_id(one.id)
    assert found is not None
    return (await memory.past(found, View(namespaces=frozenset({namespace}) if namespace else None))).outage


async def test_the_head_and_each_follower_show_the_same_drawing(memory: Memory) -> None:
    await recorded(memory)
    found = await outage(memory, HEAD)
    assert found is not None
    assert found.head is not None
    assert found.head.name == HEAD.name
    assert (found.count, found.open, len(found.followers)) == (24, 24, 20)
    assert [one.name for one in found.followers] == [one.name for one in FOLLOWERS[:20]]
    assert await outage(memory, FOLLOWERS[3]) == found


async def test_what_is_over_hangs_on_it_and_is_not_open(memory: Memory) -> None:
    await recorded(memory)
    await memory.resolve(FOLLOWERS[0].id, make_resolution())
    found = await outage(memory, HEAD)
    assert found is not None
    assert (found.count, found.open) == (24, 23)
    assert found.followers[0].resolution


async def test_what_leaves_stands_for_itself_and_safe_to_say_twice(memory: Memory) -> None:
    await recorded(memory)
    for _ in range(2):
        await memory.hang([FOLLOWERS[0].id], "")
    assert await outage(memory, FOLLOWERS[0]) is None
    found = await outage(memory, HEAD)
    assert found is not None
    assert found.count == 23


async def test_recording_it_again_keeps_where_it_hangs(memory: Memory) -> None:
    await recorded(memory)
    await memory.record(FOLLOWERS[0])
    found = await memory.by_id(FOLLOWERS[0].id)
    assert found is not None
    assert found.caused_by == HEAD.id


async def test_readers_of_another_namespace_see_neither_head_nor_followers(memory: Memory) -> None:
    await recorded(memory)
    assert await outage(memory, FOLLOWERS[0], namespace="billing") is None


async def test_a_case_of_no_outage_has_none(memory: Memory) -> None:
    await memory.record(HEAD)
    assert await outage(memory, HEAD) is None
