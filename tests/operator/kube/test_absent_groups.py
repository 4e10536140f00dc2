"""An API group that is not there is asked for once a minute."""

import pytest

from casebook_operator.kube import ApiStatusError, Object, paths
from casebook_operator.kube.absent_groups import ASK_AGAIN_SECONDS, AbsentGroups
from tests.operator.kube.test_known_objects import Server

USE = paths.item("PodMetrics", "shop", "web-0")
OF_ALL = paths.collection("NodeMetrics")


class WithoutMetrics(Server):
    async def get(self, path: str, **_: str | int) -> Object:
        self.asked.append(path)
        raise ApiStatusError(404, "", "404 page not found")


class Answers:
    """How a reader answers now, and what its server was asked for."""

    def __init__(self, server: Server) -> None:
        self.server, self.now = server, 0.0
        self.reader = AbsentGroups(server, clock=lambda: self.now)

    async def refuses(self, path: str) -> str:
        with pytest.raises(ApiStatusError) as refused:
            await self.reader.get(path)
        assert refused.value.not_found
        return str(refused.value)


async def test_a_group_that_is_absent_is_asked_for_once_a_minute() -> None:
    answers = Answers(WithoutMetrics())
    assert await answers.refuses(USE) == "404 page not found"
    answers.now = ASK_AGAIN_SECONDS - 1
    assert await answers.refuses(paths.item("PodMetrics", "shop", "web-1")) == "404 page not found"
    with pytest.raises(ApiStatusError):
        await answers.reader.list(OF_ALL)
    assert answers.server.asked == [USE]
    answers.now = ASK_AGAIN_SECONDS
    await answers.refuses(USE)
    assert answers.server.asked == [USE, USE]


async def test_an_object_that_is_absent_says_nothing_of_its_group() -> None:
    answers = Answers(Server())
    await answers.refuses(USE)
    await answers.refuses(USE)
    assert answers.server.asked == [USE, USE]


async def test_other_groups_are_asked_for() -> None:
    answers = Answers(WithoutMetrics())
    await answers.refuses(USE)
    await answers.refuses(paths.item("Deployment", "shop", "web"))
    await answers.refuses(paths.item("Pod", "shop", "web-0"))
    await answers.refuses(paths.item("Pod", "shop", "web-0"))
    assert len(answers.server.asked) == 4
