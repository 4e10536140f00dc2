"""What comes round again outlives that database or API server are away, and nothing else."""

import asyncio

import pytest
from structlog.testing import capture_logs

from casebook_analyzer.errors import ClusterUnavailableError, DatabaseUnavailableError
from casebook_operator.rounds import PORTION, come_round, in_portions


async def test_what_fails_is_left_to_the_next_round_and_told() -> None:
    errors = [DatabaseUnavailableError("away"), ClusterUnavailableError("slow"), KeyError("a fault")]

    async def work() -> None:
        raise errors.pop(0)

    with capture_logs() as logged, pytest.raises(KeyError):
        await come_round(work, every=0, left="counted later")
    assert [(line["event"], line["error"]) for line in logged] == [("counted later", "away"), ("counted later", "slow")]


async def test_a_round_begins_with_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def work() -> None:
        raise KeyError

    monkeypatch.setattr("asyncio.sleep", sleep)
    with pytest.raises(KeyError):
        await come_round(work, every=7, left="later")
    assert slept == [7]


async def test_others_have_their_turn_after_each_portion() -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    running = asyncio.ensure_future(other())
    seen = [turns async for _ in in_portions(range(2 * PORTION + 1))]
    running.cancel()
    assert seen == [0] * PORTION + [1] * PORTION + [2]
