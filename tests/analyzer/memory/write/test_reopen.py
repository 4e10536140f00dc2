"""An end that did not last is taken back, once, and what was done then counts against it."""

from datetime import timedelta

import msgspec

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from tests.analyzer.memory.incidents import make_incident, make_resolution

END = make_resolution()
BACK = END.resolved_at + timedelta(minutes=20)
SEEN_BEFORE = END.resolved_at - timedelta(seconds=1)


async def test_an_end_is_taken_back_and_remembered_as_one_that_did_not_last(memory: Memory) -> None:
    one = make_incident(resolution=END)
    await memory.record(one)
    assert await memory.reopen(one.id, BACK)
    found = await memory.by_id(one.id)
    assert found is not None
    assert found.resolution is None
    (withdrawn,) = found.withdrawn
    assert (withdrawn.fix, withdrawn.relapsed_at, withdrawn.times) == (END.fix, BACK, 1)
    assert (await memory.counts(IncidentFilter())).open == 1


async def test_it_is_safe_to_say_it_twice_and_a_later_end_stands(memory: Memory) -> None:
    one = make_incident(resolution=END)
    await memory.record(one)
    assert not await memory.reopen(one.id, SEEN_BEFORE)
    assert [await memory.reopen(one.id, BACK) for _ in range(3)] == [True, False, False]
    later = msgspec.structs.replace(END, resolved_at=BACK)
    assert await memory.resolve(one.id, later)
    assert not await memory.reopen(one.id, BACK)
    found = await memory.by_id(one.id)
    assert found is not None
    assert found.resolution == later
    assert [end.times for end in found.withdrawn] == [1]


async def test_what_is_not_there_or_never_ended_has_no_end_to_take_back(memory: Memory) -> None:
    one = make_incident()
    await memory.record(one)
    assert not await memory.reopen(one.id, BACK)
    assert not await memory.reopen("nothing", BACK)


async def test_recording_it_again_keeps_what_did_not_last(memory: Memory) -> None:
    one = make_incident(resolution=END)
    await memory.record(one)
    await memory.reopen(one.id, BACK)
    await memory.record(make_incident())
    found = await memory.by_id(one.id)
    assert found is not None
    assert len(found.withdrawn) == 1


async def test_trust_in_a_fix_falls_when_the_failure_is_back_in_its_own_episode(memory: Memory) -> None:
    held = make_incident(number=2, workload="orders", resolution=END)
    one = make_incident(resolution=END)
    for incident in (held, one):
        await memory.record(incident)
    key = one.conclusion.signature.key
    before = await memory.family(key, View())
    await memory.reopen(one.id, BACK)
    after = await memory.family(key, View())
    assert before is not None
    assert after is not None
    assert [(fix.succeeded, fix.tried) for fix in before.fixes] == [(2, 2)]
    assert [(fix.succeeded, fix.tried) for fix in after.fixes] == [(1, 2)]
    assert after.fixes[0].bound_percent < before.fixes[0].bound_percent
    assert (after.open, after.resolved) == (1, 1)
