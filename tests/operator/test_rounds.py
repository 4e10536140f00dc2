"""What comes round again outlives that database or API server are away, and nothing else."""

import pytest
from structlog.testing import capture_logs

from casebook_analyzer.errors import ClusterUnavailableError, DatabaseUnavailableError
from casebook_operator.rounds import come_round


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
