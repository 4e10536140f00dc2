"""The embedding model in a thread of its own, and what happens when it fails: nothing is lost, only less is known."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, final

import msgspec
import structlog

from casebook_analyzer.embedding import Embedder, PictureEmbedder, Pixels, Splitter, WordSplitter
from casebook_analyzer.errors import EmbedderUnavailableError
from casebook_analyzer.memory.encoding.chunks import Chunk, cut, cut_lines

REMEMBERED = 128
"""Vectors of texts that were embedded last, about 12 KB each: a case is searched for and then recorded."""

_PROBE = "container terminated with exit code 1"
"""A text that every model that works can embed."""

_log = structlog.get_logger(__name__)
_T = TypeVar("_T")


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """What two vectors must have in common to be compared."""

    model: str
    revision: str
    dimension: int


class Vectors(msgspec.Struct, frozen=True):
    """Vectors of some texts, in their order."""

    space: Space
    rows: list[list[float]]


@final
class Encoder:
    """Calls an embedder, if there is one, one call at a time and off the event loop.

    One thread instead of a lock: a call that was cancelled goes on in its thread, and the next one still waits for it.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._space: Space | None = None
        self._remembered: OrderedDict[str, list[float]] = OrderedDict()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="casebook-embedder")

    @property
    def present(self) -> bool:
        """Whether there is a model at all; it may still fail."""
        return self._embedder is not None

    async def works(self) -> bool:
        """Whether the model can embed anything at all: what tells a broken model from a text that it cannot read."""
        return await self._attempt(lambda embedder: _vectors(embedder, [_PROBE])) is not None

    async def space(self) -> Space | None:
        """The space of new vectors, or None when there is no model that works."""
        if self._space is None:
            self._space = await self._attempt(_space)
        return self._space

    async def vectors(self, texts: Sequence[str], known: Mapping[str, list[float]] | None = None) -> Vectors | None:
        """Vectors of the texts, or None when there is no model that works."""
        try:
            return await self.embed(texts, known or {})
        except EmbedderUnavailableError:
            return None

    async def embed(self, texts: Sequence[str], known: Mapping[str, list[float]]) -> Vectors:
        """Vectors of the texts. What is ``known`` (in the same space) is not embedded again.

        Raises:
            EmbedderUnavailableError: There is no model, or it failed at one of these texts.
        """
        have = self._have(texts, known)
        if self._space is not None and all(text in have for text in texts):
            # Without a turn in the thread, where reports may be embedded for seconds.
            return Vectors(self._space, [have[text] for text in texts])
        return await self._call(lambda embedder: self._embed(embedder, texts, known))

    async def picture(self, picture: Pixels) -> Vectors | None:
        """The vector of a picture, or None when there is no model that knows pictures and works."""
        seeing = self._embedder
        if not isinstance(seeing, PictureEmbedder):
            return None
        return await self._attempt(lambda embedder: _checked(_space(embedder), [seeing.embed_picture(picture)], 1))

    async def chunks(self, report: str) -> list[Chunk]:
        """The report cut with the model's tokenizer, or by words when there is no model that works."""
        return await self._cut(lambda splitter: cut(report, splitter))

    async def chunks_below(self, heading: str, text: str) -> list[Chunk]:
        """The same of a text that is no report, below one heading."""
        return await self._cut(lambda splitter: cut_lines(heading, text, splitter))

    async def _cut(self, work: Callable[[Splitter], list[Chunk]]) -> list[Chunk]:
        chunks = await self._attempt(work)
        return await self.run(lambda: work(WordSplitter())) if chunks is None else chunks

    async def close(self) -> None:
        """Wait for the last call. The embedder itself has nothing to close."""
        await asyncio.to_thread(self._thread.shutdown)

    async def run(self, work: Callable[[], _T]) -> _T:
        """Run slow work in the encoder's thread, and wait for it without blocking the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _attempt(self, work: Callable[[Embedder], _T]) -> _T | None:
        try:
            return await self._call(work)
        except EmbedderUnavailableError:
            return None

    async def _call(self, work: Callable[[Embedder], _T]) -> _T:
        embedder = self._embedder
        if embedder is None:
            raise EmbedderUnavailableError("There is no embedding model.")
        return await self.run(lambda: _guarded(embedder, work))

    def _have(self, texts: Sequence[str], known: Mapping[str, list[float]]) -> dict[str, list[float]]:
        return {text: row for text in texts if (row := known.get(text) or self._remembered.get(text)) is not None}

    def _embed(self, embedder: Embedder, texts: Sequence[str], known: Mapping[str, list[float]]) -> Vectors:
        """Embed what is not known. Runs in the encoder's thread, which alone changes ``_remembered``."""
        have = self._have(texts, known)
        if new := [text for text in dict.fromkeys(texts) if text not in have]:
            have.update(zip(new, _vectors(embedder, new).rows, strict=True))
        self._remembered.update(have)
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        self._space = _space(embedder)
        return Vectors(self._space, [have[text] for text in texts])


def _guarded(embedder: Embedder, work: Callable[[Embedder], _T]) -> _T:
    """An embedder is somebody else's code, written in C++ and Rust, and raises anything.

    A panic in Rust is not even an ``Exception``. A case must not be lost for that: without vectors it is stored and
    found by its words. In this thread there is no cancellation and no Ctrl-C that would be swallowed with it.
    """
    try:
        return work(embedder)
    except BaseException as error:
        _log.warning("embedding failed", model=type(embedder).__name__, error=str(error))
        raise EmbedderUnavailableError(f"{type(error).__name__}: {error}") from error


def _space(embedder: Embedder) -> Space:
    return Space(model=embedder.model, revision=embedder.revision, dimension=embedder.dimension)


def _vectors(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    return _checked(_space(embedder), embedder.embed(texts), len(texts))


def _checked(space: Space, rows: list[list[float]], number: int) -> Vectors:
    if len(rows) != number or any(len(row) != space.dimension for row in rows):
        raise ValueError(f"{space.model} returned other vectors than {number} of {space.dimension} numbers")
    return Vectors(space, rows)
