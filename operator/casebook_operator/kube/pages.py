"""Pages of a list, as the API server answers with them, decoded as whatever their objects are read as."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Generic, TypeVar

import msgspec

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube.shallow import shallow

T = TypeVar("T")
P = TypeVar("P")


class ListMeta(msgspec.Struct, frozen=True):
    """What a page says of itself (apimachinery pkg/apis/meta/v1/types.go, ``ListMeta``)."""

    continue_token: str | None = msgspec.field(name="continue", default=None)
    """Where the next page begins; nothing on the last one."""
    version: str | None = msgspec.field(name="resourceVersion", default=None)
    """As of when all pages of the list are, and from when on a watch goes on."""


class ListPage(msgspec.Struct, Generic[T], frozen=True):
    """Some objects of a collection."""

    metadata: ListMeta = ListMeta()
    items: list[T] | None = None

    @property
    def objects(self) -> list[T]:
        return self.items or []


def decoded(content: bytes | bytearray | msgspec.Raw, kind: type[T]) -> T:
    """JSON as ``kind``.

    Raises:
        ClusterUnavailableError: It is no JSON, or of another shape: something in between has answered.
    """
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as error:
        raise ClusterUnavailableError(f"The Kubernetes API server sent an answer that is no JSON: {error}") from error


async def at_any_depth(content: bytes, decode: Callable[[bytes], T]) -> T:
    """What ``decode`` makes of JSON. What is nested too deeply for it is taken out first, in a thread.

    Raises:
        Exception: What ``decode`` raises, but no RecursionError.
    """
    try:
        return decode(content)
    except RecursionError:
        return decode(await asyncio.to_thread(shallow, content))


async def one_ahead(pages: AsyncGenerator[P, None]) -> AsyncGenerator[P, None]:
    """The same pages. While one is looked at the next is asked for, so that server and reader work side by side.

    Two pages are in memory at a time. What is asked for in vain is given up when the iterator is closed.
    """
    async with aclosing(pages):
        coming = asyncio.ensure_future(anext(pages))
        try:
            while True:
                try:
                    page = await coming
                except StopAsyncIteration:
                    return
                coming = asyncio.ensure_future(anext(pages))
                await asyncio.sleep(0)  # it is sent before this one is looked at, which may take the loop for itself
                yield page
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
