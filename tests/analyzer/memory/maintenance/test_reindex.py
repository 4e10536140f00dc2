"""Chunks, words and vectors are made of what memory keeps, again and again."""

from collections.abc import Callable

import msgspec
import psycopg

from casebook_analyzer.memory import Memory
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident


async def _reindexed(memory: Memory) -> list[str]:
    return [incident async for incident in memory.reindex()]


async def test_what_was_lost_is_found_again(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident(logs=["quokka"]))
    with psycopg.connect(dsn) as connection:
        connection.execute("DELETE FROM chunk_lexical")
    assert not (await memory.search("quokka")).hits
    assert await _reindexed(memory) == ["missing_env-1"]
    assert [hit.id for hit in (await memory.search("quokka")).hits] == ["missing_env-1"]


async def test_texts_are_embedded_anew_though_they_are_the_same(opened: Callable[..., Memory]) -> None:
    first, later = WordEmbedder(), WordEmbedder()
    before, after = opened(embedder=first), opened(embedder=later)
    await before.record(make_incident())
    await before.embed_pending()
    await _reindexed(after)
    assert await after.embed_pending() == 1
    assert sorted(later.embedded) == sorted(first.embedded)


async def test_what_was_judged_again_meanwhile_stays_as_it_was_judged(memory: Memory) -> None:
    older, newer = make_incident(), make_incident(number=2, days=1)
    for incident in (older, newer):
        await memory.record(incident)
    again = msgspec.structs.replace(
        older, conclusion=msgspec.structs.replace(older.conclusion, title="Another title than before")
    )
    done = []
    async for incident in memory.reindex():
        if not done:
            await memory.judge_again(again)
        done.append(incident)
    assert done == [newer.id, older.id]
    found = await memory.by_id(older.id)
    assert found is not None
    assert found.conclusion.title == "Another title than before"
