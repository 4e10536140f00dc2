"""What a picture looks like is found where a model knows pictures, and nothing of it stays when it is erased."""

from collections.abc import AsyncIterator

import psycopg
import pytest

from casebook_analyzer.embedding import Embedder, Pixels
from casebook_analyzer.memory import Kept, Memory, SearchHit, open_memory
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import SeeingEmbedder, WordEmbedder
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import make_incident
from tests.rows import of_every

CASE = make_incident()
RED, BLUE = (Pixels(width=1, height=1, rgb=rgb) for rgb in (b"\xff\0\0", b"\0\0\xff"))
SCREEN = exhibit("quokka", name="screen.png")


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=CASE.tenant, embedder=SeeingEmbedder()) as memory:
        await memory.record(CASE)
        yield memory
    assert_consistent(dsn)


async def seen(memory: Memory) -> list[SearchHit]:
    """Hits of the word for its colour, which no text has, once all has vectors."""
    while await memory.embed_pending():
        pass
    return [hit for hit in (await memory.search("red")).hits if (hit.cosine_permille or 0) > 900]


async def test_a_picture_is_found_by_what_it_looks_like(memory: Memory) -> None:
    assert await memory.exhibits.attach(CASE.id, SCREEN, RED) is Kept.NEW
    (hit,) = await seen(memory)
    assert (hit.id, hit.heading, hit.lexical_permille) == (CASE.id, "Attached: screen.png", 0)
    assert "Picture" in hit.excerpt


async def test_it_is_found_after_the_report_is_written_anew(memory: Memory) -> None:
    await memory.exhibits.attach(CASE.id, SCREEN, RED)
    await memory.record(CASE)
    await memory.judge_again(CASE)
    assert await seen(memory)


async def test_nothing_of_it_stays_when_it_is_erased(memory: Memory, dsn: str) -> None:
    await memory.exhibits.attach(CASE.id, SCREEN, RED)
    assert await seen(memory)
    assert await memory.exhibits.remove(CASE.id, erasure("quokka"))
    assert not await seen(memory)
    with psycopg.connect(dsn) as connection:
        kept = connection.execute("SELECT count(*) FROM embedding_cache").fetchone()
        parts = connection.execute("SELECT count(*) FROM chunk_vector").fetchone()
    assert kept is not None
    assert parts is not None
    assert kept[0] == parts[0] + 1, "the parts of the report, and the case"


@of_every(("embedder", "picture"), [(SeeingEmbedder(), BLUE), (SeeingEmbedder(), None), (WordEmbedder(), RED)])
async def test_without_a_vector_its_text_is_kept(dsn: str, embedder: Embedder, picture: Pixels | None) -> None:
    async with open_memory(dsn, tenant=CASE.tenant, embedder=embedder) as memory:
        await memory.record(CASE)
        assert await memory.exhibits.attach(CASE.id, SCREEN, picture) is Kept.NEW
        assert not await seen(memory)
        assert [hit.heading for hit in (await memory.search("quokka")).hits] == ["Attached: screen.png"]
        assert not [hit for hit in (await memory.search("picture")).hits if hit.lexical_permille]
        assert await memory.exhibits.remove(CASE.id, erasure("quokka"))
