"""What it costs at the API server to find out what a reader may see."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from casebook_operator.settings import LogAudience
from casebook_operator.web.access.permissions import Permissions, Person
from casebook_operator.web.access.reader import Who, listable

NAMESPACES = [f"team-{number:03}" for number in range(200)]
OWN = frozenset(NAMESPACES[:150])


class Reviews:
    """An API server that is asked for reviews, and says yes in some namespaces. The empty one stands for all."""

    def __init__(self, *allowed: str) -> None:
        self.allowed = frozenset(allowed)
        self.asked = self.most = self._now = 0

    async def create(self, _: str, review: Mapping[str, Any]) -> dict[str, Any]:
        self.asked += 1
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        return {"status": {"allowed": review["spec"]["resourceAttributes"]["namespace"] in self.allowed}}


def reader(server: Reviews, log_text: LogAudience = LogAudience.LOG_READERS) -> Person:
    return Person(Who(name="ana"), Permissions(server, log_text))  # type: ignore[arg-type]


@pytest.mark.parametrize(("log_text", "each"), [(LogAudience.LOG_READERS, 2), (LogAudience.INVESTIGATION_READERS, 1)])
async def test_who_may_read_everywhere_costs_one_answer_for_each_right(log_text: LogAudience, each: int) -> None:
    server = Reviews("")
    assert await listable(reader(server, log_text), NAMESPACES) is None
    assert server.asked == each


async def test_who_may_not_costs_one_for_each_namespace_and_another_for_those_that_he_may_sixteen_at_once() -> None:
    server = Reviews(*OWN)
    assert await listable(reader(server), NAMESPACES) == OWN
    assert server.asked == 1 + len(NAMESPACES) + len(OWN)
    assert server.most <= 16


async def test_all_that_he_asks_for_within_seconds_costs_that_once() -> None:
    server = Reviews(*OWN)
    ana = reader(server)
    await asyncio.gather(*(listable(ana, NAMESPACES) for _ in range(20)))
    await listable(ana, NAMESPACES)
    assert server.asked == 1 + len(NAMESPACES) + len(OWN)
