"""Memories of one database."""

from collections.abc import AsyncIterator, Callable

import pytest

from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory import Memory, open_memory
from tests.analyzer.memory.embedders import WordEmbedder


@pytest.fixture
async def opened(dsn: str) -> AsyncIterator[Callable[..., Memory]]:
    """``opened(embedder=..., tenant=...)``: a memory of this test's database, closed at its end."""
    memories: list[Memory] = []

    def opener(*, embedder: Embedder | None = None, tenant: str = "cluster-a") -> Memory:
        memories.append(open_memory(dsn, tenant=tenant, embedder=embedder))
        return memories[-1]

    yield opener
    for memory in memories:
        await memory.close()


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    """A memory with an embedder that knows words only."""
    return opened(embedder=WordEmbedder())


@pytest.fixture
def lexical_memory(opened: Callable[..., Memory]) -> Memory:
    """A memory without an embedder."""
    return opened()
