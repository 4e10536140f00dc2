"""While a page is looked at, the next one is on its way."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube.pages import one_ahead


class Server:
    """Answers with numbers, and says what was asked of it and how it ended."""

    def __init__(self, number: int) -> None:
        self.asked: list[int] = []
        self.ended = False
        self._number = number

    async def pages(self) -> AsyncGenerator[int, None]:
        try:
            for page in range(self._number):
                self.asked.append(page)
                await asyncio.sleep(0)
                yield page
            self.asked.append(self._number)
            raise ClusterUnavailableError("the list has expired")
        finally:
            self.ended = True


async def test_the_next_page_is_asked_for_before_one_is_looked_at() -> None:
    server = Server(3)
    pages = one_ahead(server.pages())
    for page in range(3):
        assert await anext(pages) == page
        assert server.asked[-1] == page + 1
    with pytest.raises(ClusterUnavailableError, match="expired"):
        await anext(pages)


@pytest.mark.parametrize("number", [0, 1, 3])
async def test_all_pages_come_in_their_order(number: int) -> None:
    async def pages() -> AsyncGenerator[int, None]:
        for page in range(number):
            yield page

    assert [page async for page in one_ahead(pages())] == list(range(number))


async def test_what_was_asked_for_in_vain_is_given_up() -> None:
    server = Server(9)
    async with aclosing(one_ahead(server.pages())) as pages:
        async for _ in pages:
            break
    assert server.asked == [0, 1]
    assert server.ended
    assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
