"""Vectors by the content that they were made of."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
import psycopg
import pytest

from casebook_analyzer.memory import Memory, case_text
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.index import vector_cache
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SPACE = Space(model="words", revision="1", dimension=2)


async def _write(memory: Memory, texts: dict[str, list[float]], now: datetime = NOW, space: Space = SPACE) -> None:
    async with memory.session.transaction() as connection:
        await vector_cache.write(connection, memory.session.tenant, space, texts.items(), now)


def _used(dsn: str) -> list[datetime]:
    with psycopg.connect(dsn) as connection:
        found = connection.execute("SELECT used_at FROM embedding_cache ORDER BY 1").fetchall()
    return [used_at.astimezone(UTC) for (used_at,) in found]


async def test_a_crash_that_comes_back_needs_the_model_for_one_text(opened: Callable[..., Memory]) -> None:
    first = opened(embedder=WordEmbedder())
    await first.record(make_incident())
    await first.embed_pending()
    model = WordEmbedder()
    later, again = opened(embedder=model), make_incident(number=2, days=30, workload="payments")
    text = case_text(again.bundle, again.conclusion)
    await later.similar(again.bundle, again.conclusion)
    await later.record(again)
    assert model.embedded == [text]
    assert await later.embed_pending() == 1
    assert model.embedded.count(text) == 1


async def test_a_report_that_is_recorded_again_needs_no_model(opened: Callable[..., Memory]) -> None:
    first = opened(embedder=WordEmbedder())
    await first.record(make_incident())
    await first.embed_pending()
    model = WordEmbedder()
    later = opened(embedder=model)
    await later.record(make_incident())
    assert await later.embed_pending() == 1
    assert model.embedded == []
    assert (await later.backlog()).embedded == 1


async def test_a_vector_from_the_cache_finds_what_the_models_would(opened: Callable[..., Memory]) -> None:
    memory, case = opened(embedder=WordEmbedder()), make_incident(number=2)
    await memory.record(make_incident())
    fresh = await opened(embedder=WordEmbedder(revision="1")).similar(case.bundle, case.conclusion)
    await vector_cache.clear(memory.session)
    assert await memory.similar(case.bundle, case.conclusion) == fresh


async def test_vectors_of_another_space_or_tenant_are_not_known(opened: Callable[..., Memory]) -> None:
    memory = opened(embedder=WordEmbedder())
    await memory.record(make_incident())
    text = case_text(make_incident().bundle, make_incident().conclusion)
    for other in (
        opened(embedder=WordEmbedder(revision="2")),
        opened(embedder=WordEmbedder(dimension=32)),
        opened(embedder=WordEmbedder(model="other")),
        opened(embedder=WordEmbedder(), tenant="cluster-b"),
    ):
        assert await vector_cache.known(other.session, other._encoder, [text]) == {}
    assert set(await vector_cache.known(memory.session, memory._encoder, [text, "never seen"])) == {text}


async def test_a_use_is_noted_once_a_day(memory: Memory, dsn: str) -> None:
    await _write(memory, {"a": [1.0, 2.0]})
    await _write(memory, {"a": [1.0, 2.0]}, NOW + timedelta(hours=23))
    assert _used(dsn) == [NOW]
    await _write(memory, {"a": [1.0, 2.0]}, NOW + timedelta(hours=25))
    assert _used(dsn) == [NOW + timedelta(hours=25)]


async def test_what_was_not_used_for_long_is_forgotten(memory: Memory, dsn: str) -> None:
    await _write(memory, {"old": [1.0, 2.0]})
    await _write(memory, {"new": [1.0, 2.0]}, NOW + timedelta(days=10))
    assert await vector_cache.trim(memory.session, NOW + timedelta(days=91)) == 1
    assert _used(dsn) == [NOW + timedelta(days=10)]


async def test_beyond_its_size_the_least_recently_used_goes(opened: Callable[..., Memory], dsn: str) -> None:
    memory, other = opened(), opened(tenant="cluster-b")
    for hour in range(5):
        await _write(memory, {f"text {hour}": [1.0, 2.0]}, NOW + timedelta(hours=hour))
    await _write(other, {"theirs": [1.0, 2.0]}, NOW - timedelta(hours=1))
    assert await vector_cache.trim(memory.session, NOW, kept_rows=2) == 3
    assert _used(dsn) == [NOW - timedelta(hours=1), NOW + timedelta(hours=3), NOW + timedelta(hours=4)]
    assert await vector_cache.count(memory.session) == 2


async def test_a_vector_that_is_not_of_its_space_is_refused(memory: Memory, dsn: str) -> None:
    with pytest.raises(Exception, match="ck_embedding_cache_dimension"):
        await _write(memory, {"a": [1.0, 2.0, 3.0]})
    assert _used(dsn) == []


async def test_nothing_is_kept_for_a_memory_without_a_model(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    assert (await lexical_memory.stats()).cached_texts == 0


async def test_what_somebody_searched_for_is_not_kept(memory: Memory) -> None:
    await memory.record(msgspec.structs.replace(make_incident(), report=""))
    before = (await memory.stats()).cached_texts
    await memory.search("who am I")
    assert (await memory.stats()).cached_texts == before
