"""Vectors that are made later."""

from collections.abc import Callable

import msgspec
import psycopg

from casebook_analyzer.memory import Memory, pending, record
from casebook_analyzer.memory.encoder import Encoder
from casebook_analyzer.memory.schema import Corpus
from tests.analyzer.memory.embedders import DeadEmbedder, WordEmbedder
from tests.analyzer.memory.incidents import make_incident


async def test_a_model_that_failed_loses_no_incident(opened: Callable[..., Memory]) -> None:
    broken = opened(embedder=DeadEmbedder())
    await broken.record(make_incident())
    stats = await broken.stats()
    assert (stats.incidents, stats.embedded, stats.pending) == (1, 0, 1)
    assert await broken.search("DATABASE_URL")


async def test_what_was_not_embedded_is_embedded_later(opened: Callable[..., Memory]) -> None:
    for number in range(3):
        await opened(embedder=DeadEmbedder()).record(make_incident(number=number))
    repaired = opened(embedder=WordEmbedder())
    assert await repaired.embed_pending(limit=2) == 2
    assert await repaired.embed_pending() == 1
    assert await repaired.embed_pending() == 0
    assert (await repaired.stats()).embedded == 3
    assert (await repaired.search("DATABASE_URL"))[0].cosine_permille is not None


async def test_another_model_embeds_everything_anew(opened: Callable[..., Memory], dsn: str) -> None:
    await opened(embedder=WordEmbedder(revision="1")).record(make_incident())
    newer = opened(embedder=WordEmbedder(revision="2"))
    assert (await newer.stats()).pending == 1
    assert await newer.embed_pending() == 1
    with psycopg.connect(dsn) as connection:
        assert set(connection.execute("SELECT revision FROM case_vector UNION SELECT revision FROM chunk_vector")) == {
            ("2",)
        }


async def test_without_a_model_that_works_nothing_is_embedded(opened: Callable[..., Memory]) -> None:
    await opened().record(make_incident())
    assert await opened().embed_pending() == 0
    assert await opened(embedder=DeadEmbedder()).embed_pending() == 0


async def test_vectors_of_a_text_that_changed_meanwhile_are_not_stored(opened: Callable[..., Memory]) -> None:
    memory, encoder = opened(), Encoder(WordEmbedder())
    await memory.record(make_incident())
    space = await encoder.space()
    assert space is not None
    async with memory._transaction() as connection:
        (found,) = await pending.read_pending(connection, "cluster-a", space, 10)
    vectors = await encoder.vectors(found.texts)
    assert vectors is not None
    await memory.record(msgspec.structs.replace(make_incident(), report="# Another report\n\ntext"))
    async with memory._transaction() as connection:
        await pending.write_pending(connection, "cluster-a", found, vectors)
    assert await opened(embedder=WordEmbedder()).embed_pending() == 1
    await encoder.close()


async def test_recording_embeds_the_case_and_leaves_its_report_for_later(opened: Callable[..., Memory]) -> None:
    incident, encoder = make_incident(), Encoder(WordEmbedder())
    at_once = await record.prepare(incident, encoder)
    await opened(embedder=WordEmbedder()).record(incident)
    assert at_once.space is not None
    async with opened()._transaction() as connection:
        (found,) = await pending.read_pending(connection, "cluster-a", at_once.space, 10)
    later = await encoder.vectors(found.texts)
    assert later is not None
    assert later.rows[:1] == [document.vector for document in at_once.documents[Corpus.CASE]]
    assert len(later.rows) == 1 + len(at_once.chunks)
    assert [document.vector for document in at_once.documents[Corpus.CHUNK]] == [None] * len(at_once.chunks)
    await encoder.close()
