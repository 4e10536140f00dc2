"""Which episodes a failure had, and which of them have ended."""

import msgspec

from casebook_analyzer.memory import Memory
from tests.analyzer.memory.incidents import make_incident, make_resolution

KEY = "0123456789"


async def test_the_last_episode_is_the_highest_of_its_subject_and_key(memory: Memory) -> None:
    one = make_incident()
    subject = str(one.bundle.subject)
    for number in (1, 7, 3):
        again = msgspec.structs.replace(one, id=f"i{number}", name=f"checkout-{KEY}-{number}", episode=number)
        await memory.record(again)
    await memory.record(msgspec.structs.replace(one, id="other", name="checkout-9876543210-9", episode=9))
    assert await memory.last_episode(subject, one.namespace, KEY) == 7
    assert await memory.last_episode(subject, "elsewhere", KEY) == 0
    assert await memory.last_episode("Deployment/shop/other", one.namespace, KEY) == 0


async def test_those_that_have_ended_are_told_apart(memory: Memory) -> None:
    await memory.record(make_incident(resolution=make_resolution()))
    await memory.record(make_incident(number=2))
    ids = [make_incident().id, make_incident(number=2).id, "nothing"]
    assert await memory.ended(ids) == {ids[0]}
    assert await memory.ended([]) == frozenset()
