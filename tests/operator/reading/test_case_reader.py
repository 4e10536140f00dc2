"""One case reads each thing once, and nobody's cancellation costs another's answer."""

import asyncio
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube import ApiStatusError, Object
from casebook_operator.reading.case_reader import IN_FLIGHT, CaseReader
from tests.operator.evidence.fakes import FakeKube, obj

PATH = "/api/v1/nodes/n"


async def test_everybody_gets_the_answer_of_one_request() -> None:
    kube = FakeKube(obj("Node", "n"))
    reader = CaseReader(kube)
    found = await asyncio.gather(
        *(reader.get(PATH) for _ in range(5)), reader.list("/api/v1/nodes", limit=500, pages=1)
    )
    assert found[0] is found[4]
    assert [path for path, _ in kube.requests] == [PATH, "/api/v1/nodes"]


async def test_different_questions_are_different() -> None:
    kube = FakeKube(obj("Node", "n"))
    reader = CaseReader(kube)
    await reader.get(PATH)
    await reader.get_metadata(PATH)
    await reader.list("/api/v1/nodes", limit=1, pages=1)
    await reader.list("/api/v1/nodes", limit=2, pages=1)
    assert len(kube.requests) == 4


async def test_what_does_not_exist_stays_so_for_this_case() -> None:
    kube = FakeKube()
    reader = CaseReader(kube)
    for _ in range(2):
        with pytest.raises(ApiStatusError):
            await reader.get(PATH)
    assert len(kube.requests) == 1


async def test_what_fails_for_a_passing_reason_is_asked_again() -> None:
    kube = FakeKube()
    reader = CaseReader(kube)
    kube.answers[PATH] = ClusterUnavailableError("busy")
    with pytest.raises(ClusterUnavailableError):
        await reader.get(PATH)
    kube.answers[PATH] = obj("Node", "n")
    assert await reader.get(PATH)


async def test_when_the_first_asker_is_cancelled_the_next_one_asks() -> None:
    class Slow(FakeKube):
        calls = 0

        async def get(self, path: str, **query: Any) -> Object:
            self.calls += 1
            if self.calls == 1:
                await asyncio.Event().wait()
            return await super().get(path, **query)

    kube = Slow(obj("Node", "n"))
    reader = CaseReader(kube)
    first = asyncio.create_task(reader.get(PATH))
    second = asyncio.create_task(reader.get(PATH))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second)["metadata"]["name"] == "n"


async def test_logs_are_not_remembered() -> None:
    kube = FakeKube()
    kube.answers[PATH] = b"line"
    reader = CaseReader(kube)
    assert [await reader.get_text(PATH), await reader.get_text(PATH)] == [b"line", b"line"]
    assert len(kube.requests) == 2


async def test_one_case_does_not_flood_the_api_server() -> None:
    class Counting(FakeKube):
        now = most = 0

        async def get(self, path: str, **query: Any) -> Object:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.001)
            self.now -= 1
            return obj("Node", path)

    kube = Counting()
    reader = CaseReader(kube)
    await asyncio.gather(*(reader.get(f"{PATH}{number}") for number in range(50)))
    assert kube.most == IN_FLIGHT
