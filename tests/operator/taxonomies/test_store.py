"""Taxonomies are read one page after the other: an administrator may have written 60 of half a megabyte."""

from collections.abc import AsyncGenerator
from typing import Any, TypeVar

import msgspec
import pytest

from casebook_operator.kube import ApiStatusError, KubeClient, paths
from casebook_operator.kube.client import ANSWER_BYTES, LIST_PAGES
from casebook_operator.kube.pages import ListPage
from casebook_operator.scope import Scope
from casebook_operator.taxonomies import TaxonomyStore
from casebook_operator.taxonomies.resource import KIND
from tests.operator.taxonomies.bodies import good

T = TypeVar("T")


class Kube(KubeClient):
    """Two Taxonomies a page, without end, and which pages were asked for."""

    def __init__(self, size: int = 1, refused: int = 0) -> None:
        self.size, self.refused, self.asked = size, refused, 0

    async def pages(self, path: str, kind: type[T], **_: Any) -> AsyncGenerator[tuple[ListPage[T], int], None]:
        assert path == paths.collection(KIND)
        if self.refused:
            raise ApiStatusError(self.refused, "", "refused")
        while True:
            self.asked += 1
            objects = [good(name=f"{self.asked}-{place}") for place in "ab"]
            yield msgspec.json.decode(msgspec.json.encode({"items": objects}), type=ListPage[kind]), self.size  # type: ignore[valid-type]


def store(kube: KubeClient) -> TaxonomyStore:
    return TaxonomyStore(kube, Scope())


async def test_a_page_is_asked_for_when_those_before_were_taken_in() -> None:
    kube = Kube()
    asked = []
    async for body in store(kube).bodies():
        asked.append((body["metadata"]["name"], kube.asked))
        if len(asked) == 3:
            break
    assert asked == [("1-a", 1), ("1-b", 1), ("2-a", 2)]


async def test_no_more_is_read_than_of_any_list() -> None:
    kube = Kube(size=ANSWER_BYTES)
    assert len([body async for body in store(kube).bodies()]) == 2 * LIST_PAGES


async def test_none_where_they_are_not_installed_or_may_not_be_read_and_an_error_where_the_server_is_ill() -> None:
    for status in (403, 404):
        assert [body async for body in store(Kube(refused=status)).bodies()] == []
    with pytest.raises(ApiStatusError):
        _ = [body async for body in store(Kube(refused=400)).bodies()]
