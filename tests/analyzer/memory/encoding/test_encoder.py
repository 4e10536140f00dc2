"""The embedding model in its thread."""

import asyncio
import threading
import time
from collections.abc import Sequence
from typing import final

import pytest

from casebook_analyzer.memory.encoding.encoder import Encoder
from tests.analyzer.memory.embedders import DeadEmbedder, LyingEmbedder, WordEmbedder


@final
class _Slow:
    """Notes in which threads it is called, and whether two calls ever overlap."""

    model = "slow"
    revision = "1"
    dimension = 1

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.overlapped = False
        self._busy = threading.Lock()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.threads.add(threading.get_ident())
        self.overlapped |= not self._busy.acquire(blocking=False)
        time.sleep(0.02)
        self._busy.release()
        return [[1.0] for _ in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [1 for _ in texts]

    def split(self, text: str, size: int) -> list[str]:
        return [text[:size]]


async def test_a_model_is_called_in_one_other_thread_and_never_twice_at_once() -> None:
    model = _Slow()
    encoder = Encoder(model)
    await asyncio.gather(*(encoder.vectors(["text"]) for _ in range(5)))
    await encoder.close()
    assert not model.overlapped
    assert model.threads != {threading.get_ident()}
    assert len(model.threads) == 1


async def test_a_text_that_was_embedded_lately_does_not_wait_for_others() -> None:
    encoder = Encoder(_Slow())
    await encoder.vectors(["text"])
    slow = asyncio.create_task(encoder.vectors(["another"]))
    await asyncio.sleep(0)
    assert await encoder.vectors(["text"]) is not None
    assert not slow.done()
    await slow
    await encoder.close()


async def test_a_call_that_was_cancelled_does_not_run_beside_the_next() -> None:
    model = _Slow()
    encoder = Encoder(model)
    call = asyncio.create_task(encoder.vectors(["text"]))
    await asyncio.sleep(0.005)
    call.cancel()
    assert await encoder.vectors(["text"]) is not None
    await encoder.close()
    assert not model.overlapped


class _Panic(BaseException):
    """What PyO3 raises when Rust panics is no ``Exception``."""


@pytest.mark.parametrize("error", [RuntimeError, _Panic])
async def test_a_model_that_raises_or_panics_is_no_model_and_ends_nothing(error: type[BaseException]) -> None:
    encoder = Encoder(DeadEmbedder(error))
    assert await encoder.vectors(["text"]) is None
    assert await encoder.chunks("# Heading\n\ntext")
    await encoder.close()


async def test_vectors_of_a_wrong_dimension_are_refused() -> None:
    encoder = Encoder(LyingEmbedder())
    assert await encoder.vectors(["text"]) is None
    await encoder.close()


async def test_a_text_that_was_embedded_just_now_is_not_embedded_again() -> None:
    model = WordEmbedder()
    encoder = Encoder(model)
    first = await encoder.vectors(["the case"])
    both = await encoder.vectors(["the case", "its report"])
    assert first is not None
    assert both is not None
    assert both.rows[0] == first.rows[0]
    assert model.calls == 2
    assert await encoder.vectors(["the case", "its report"]) == both
    assert model.calls == 2
    await encoder.close()


async def test_known_vectors_need_neither_the_model_nor_its_thread() -> None:
    model = WordEmbedder()
    encoder = Encoder(model)
    assert await encoder.space() is not None
    await encoder.close()
    found = await encoder.embed(["a", "b"], {"a": [1.0], "b": [2.0]})
    assert found.rows == [[1.0], [2.0]]
    assert model.calls == 0


async def test_a_text_that_a_model_cannot_read_is_told_from_a_broken_model() -> None:
    poisoned, broken, none = Encoder(WordEmbedder(poison="bad")), Encoder(DeadEmbedder()), Encoder(None)
    assert await poisoned.vectors(["bad"]) is None
    assert await poisoned.works()
    assert not await broken.works()
    assert not await none.works()
    for encoder in (poisoned, broken, none):
        await encoder.close()
