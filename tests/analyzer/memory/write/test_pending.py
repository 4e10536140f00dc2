"""Vectors that are made later."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import psycopg
import pytest

from casebook_analyzer.memory import Backlog, Memory
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.write import pending
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import DeadEmbedder, WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution

NOW = datetime(2126, 1, 1, tzinfo=UTC)
"""After everything that a test writes."""


async def test_a_model_that_failed_loses_no_incident(opened: Callable[..., Memory]) -> None:
    broken = opened(embedder=DeadEmbedder())
    await broken.record(make_incident())
    stats = await broken.stats()
    assert (stats.incidents, stats.embedded, stats.pending) == (1, 0, 1)
    assert (await broken.search("DATABASE_URL")).hits


async def test_what_was_not_embedded_is_embedded_later(opened: Callable[..., Memory]) -> None:
    for number in range(3):
        await opened(embedder=DeadEmbedder()).record(make_incident(number=number))
    repaired = opened(embedder=WordEmbedder())
    assert await repaired.embed_pending(limit=2) == 2
    assert await repaired.embed_pending() == 1
    assert await repaired.embed_pending() == 0
    assert (await repaired.stats()).embedded == 3
    assert (await repaired.search("DATABASE_URL")).hits[0].cosine_permille is not None


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
    async with memory.session.transaction() as connection:
        (found,) = await pending.read_due(connection, "cluster-a", space, 10, NOW)
    vectors = await encoder.vectors(found.texts)
    assert vectors is not None
    await memory.record(msgspec.structs.replace(make_incident(), report="# Another report\n\ntext"))
    async with memory.session.transaction() as connection:
        await pending.write_vectors(connection, "cluster-a", found, vectors, NOW)
    assert await opened(embedder=WordEmbedder()).embed_pending() == 1
    await encoder.close()


async def test_recording_embeds_the_case_and_leaves_its_report_for_later(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident())
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM case_vector").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM chunk_vector").fetchone() == (0,)
        assert connection.execute("SELECT state FROM embedding").fetchone() == ("pending",)
    assert await memory.embed_pending() == 1
    with psycopg.connect(dsn) as connection:
        found = connection.execute("SELECT (SELECT count(*) FROM chunk_vector) = (SELECT count(*) FROM chunk)")
        assert found.fetchone() == (True,)
        row = connection.execute("SELECT state, attempts, model, revision, dimension FROM embedding").fetchone()
    assert row == ("embedded", 0, "words", "1", 64)


async def test_an_incident_that_is_recorded_anew_waits_anew(memory: Memory) -> None:
    await memory.record(make_incident())
    await memory.embed_pending()
    await memory.record(make_incident())
    assert await memory.backlog() == Backlog(embedded=0, pending=1, failed=0, stale=0)


def _embedding(dsn: str, incident_id: str) -> tuple[object, ...] | None:
    with psycopg.connect(dsn) as connection:
        query = "SELECT state, attempts, error FROM embedding WHERE incident_id = %s"
        return connection.execute(query, [incident_id]).fetchone()


async def _poisoned(opened: Callable[..., Memory]) -> Memory:
    """A memory with one incident that its model cannot read, the newest of three."""
    memory = opened(embedder=WordEmbedder(poison="poison"))
    for number in (1, 2):
        await memory.record(make_incident(number=number))
    await memory.record(make_incident("oom", days=1, logs=["poison"]))
    return memory


async def test_a_text_that_the_model_cannot_read_blocks_no_other(opened: Callable[..., Memory], dsn: str) -> None:
    memory = await _poisoned(opened)
    assert await memory.embed_pending(limit=2) == 2
    assert await memory.embed_pending(limit=2) == 1
    assert await memory.embed_pending(limit=2) == 0
    assert await memory.backlog() == Backlog(embedded=2, pending=1, failed=0, stale=0)
    assert _embedding(dsn, "oom-1") == ("pending", 1, "ValueError: cannot read poison")
    assert (await memory.search("poison")).hits[0].id == "oom-1"


async def test_after_some_tries_with_growing_pauses_an_incident_is_given_up(
    opened: Callable[..., Memory], dsn: str
) -> None:
    memory = await _poisoned(opened)
    now, pauses = NOW, []
    for _ in range(pending.ATTEMPTS):
        waited = 0
        while not await pending.embed(memory.session, memory._encoder, limit=10, now=now):
            now += timedelta(seconds=10)
            waited += 10
        pauses.append(waited)
    assert pauses == [0, 30, 60, 120, 240]
    assert _embedding(dsn, "oom-1") == ("failed", 5, "ValueError: cannot read poison")
    assert await memory.backlog() == Backlog(embedded=2, pending=0, failed=1, stale=0)
    assert await pending.embed(memory.session, memory._encoder, limit=10, now=now + timedelta(days=365)) == 0


async def _give_up(memory: Memory) -> None:
    for attempt in range(pending.ATTEMPTS):
        await pending.embed(memory.session, memory._encoder, limit=10, now=NOW + timedelta(hours=attempt))


async def test_another_model_tries_again_what_was_given_up(opened: Callable[..., Memory], dsn: str) -> None:
    await _give_up(await _poisoned(opened))
    newer = opened(embedder=WordEmbedder(revision="2"))
    assert await newer.backlog() == Backlog(embedded=0, pending=3, failed=0, stale=2)
    assert await newer.embed_pending() == 3
    assert _embedding(dsn, "oom-1") == ("embedded", 0, "")


async def test_a_person_can_have_it_tried_again(opened: Callable[..., Memory], dsn: str) -> None:
    memory = await _poisoned(opened)
    await _give_up(memory)
    assert await memory.backlog() == Backlog(embedded=2, pending=0, failed=1, stale=0)
    assert "oom-1" in [incident async for incident in memory.reindex()]
    assert _embedding(dsn, "oom-1") == ("pending", 0, "")
    assert await pending.embed(memory.session, memory._encoder, limit=10, now=NOW) == 3


async def test_a_broken_model_costs_no_incident_an_attempt(opened: Callable[..., Memory], dsn: str) -> None:
    await opened().record(make_incident())
    for _ in range(2 * pending.ATTEMPTS):
        assert await opened(embedder=DeadEmbedder()).embed_pending() == 0
    assert _embedding(dsn, "missing_env-1") == ("pending", 0, "")


async def test_the_error_of_a_model_may_hold_anything(opened: Callable[..., Memory], dsn: str) -> None:
    memory = opened(embedder=WordEmbedder(poison="required"))
    await memory.record(make_incident())
    await memory.embed_pending()
    async with memory.session.transaction() as connection:
        space = await memory._encoder.space()
        assert space is not None
        await pending._put_off(connection, "cluster-a", "missing_env-1", space, "a\0b" * 1000, NOW)
    found = _embedding(dsn, "missing_env-1")
    assert found is not None
    assert found[:2] == ("pending", 2)
    assert len(str(found[2])) == 500


@pytest.mark.parametrize("newer", [{"revision": "2"}, {"dimension": 32}, {"model": "other"}])
async def test_a_change_of_models_mixes_no_spaces_and_stops_no_search(
    opened: Callable[..., Memory], newer: dict[str, Any]
) -> None:
    old = opened(embedder=WordEmbedder())
    for number in (1, 2):
        await old.record(make_incident(number=number, days=number))
    await old.record(make_incident("oom"))
    while await old.embed_pending():
        pass
    case = make_incident("missing_env_worker", number=9)
    memory = opened(embedder=WordEmbedder(**newer))
    seen: list[tuple[int | None, ...]] = []
    backlogs: list[Backlog] = []
    while True:
        similar = await memory.similar(case.bundle, case.conclusion)
        hits = (await memory.search("DATABASE_URL variable")).hits
        assert {hit.id for hit in hits} >= {"missing_env-1", "missing_env-2"}
        assert similar.searched == 3
        seen.append(tuple(hit.cosine_permille for hit in hits))
        backlogs.append(await memory.backlog())
        if not await memory.embed_pending(limit=1):
            break
    assert set(seen[0]) == {None}
    assert None not in seen[-1]
    assert [(one.embedded, one.stale) for one in backlogs] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    stats = await memory.stats()
    assert (stats.embedded, stats.pending, stats.stale) == (3, 0, 0)


async def test_reindexing_makes_everything_anew_and_keeps_what_people_and_time_have_added(
    opened: Callable[..., Memory], dsn: str
) -> None:
    memory = await _poisoned(opened)
    await memory.resolve("missing_env-1", make_resolution())
    await _give_up(memory)
    before = [incident async for incident in memory.history()]
    with psycopg.connect(dsn) as connection:
        connection.execute("UPDATE chunk SET text = 'as an older version cut it'")
        connection.execute("DELETE FROM case_lexical")
        connection.execute("UPDATE corpus_statistics SET documents = 0, terms = 0 WHERE corpus = 'case'")
        connection.execute("DELETE FROM term_frequency WHERE corpus = 'case'")
    repaired = opened(embedder=WordEmbedder())
    assert {incident_id async for incident_id in repaired.reindex()} == {incident.id for incident in before}
    assert [incident async for incident in memory.history()] == before
    assert await repaired.backlog() == Backlog(embedded=0, pending=3, failed=0, stale=0)
    assert await repaired.embed_pending() == 3
    assert_consistent(dsn)
