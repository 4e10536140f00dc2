"""What memory keeps and gives back."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import msgspec
import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write import record
from casebook_analyzer.memory.write.record import PreparedIncident
from casebook_analyzer.models import Incident, ResolutionKind, Withdrawn
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import LyingEmbedder, WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution

_TABLES = ("family", "incident", "chunk", "case_lexical", "case_vector", "chunk_lexical", "chunk_vector")
_STATISTICS = ("corpus_statistics", "term_frequency")


def _rows(dsn: str, *tables: str) -> dict[str, list[str]]:
    """Everything in the tables, in an order of its own."""
    with psycopg.connect(dsn) as connection:
        return {name: sorted(repr(row) for row in connection.execute(f"SELECT * FROM {name}")) for name in tables}


async def test_a_recorded_incident_comes_back_as_it_was(memory: Memory) -> None:
    incident = make_incident(resolution=make_resolution())
    await memory.record(incident)
    assert await memory.by_id(incident.id) == incident
    assert await memory.get(incident.namespace, incident.name) == incident


async def test_what_was_never_recorded_is_not_there(memory: Memory) -> None:
    assert await memory.by_id("nothing") is None
    assert await memory.get("shop", "nothing") is None


async def test_of_two_incidents_of_one_name_the_latest_is_meant(memory: Memory) -> None:
    first = make_incident()
    again = msgspec.structs.replace(first, id="again", opened_at=first.opened_at + timedelta(days=1))
    await memory.record(again)
    await memory.record(first)
    assert await memory.get(first.namespace, first.name) == again


async def test_recording_twice_leaves_the_same_rows(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident("oom"))
    await memory.record(make_incident())
    once = _rows(dsn, *_TABLES, *_STATISTICS)
    assert len(once["incident"]) == 2
    await memory.record(make_incident())
    assert _rows(dsn, *_TABLES, *_STATISTICS) == once


async def test_recording_something_else_under_an_id_leaves_nothing_of_the_first(
    opened: Callable[..., Memory], dsn: str
) -> None:
    memory = opened(embedder=WordEmbedder())
    await memory.record(
        make_incident(logs=[f"line {chr(97 + number)}{chr(98 + number)} failed" for number in range(20)])
    )
    await memory.record(make_incident())
    twice = _rows(dsn, *_TABLES, "term_frequency")
    with psycopg.connect(dsn) as connection:
        connection.execute("TRUNCATE incident, corpus_statistics, term_frequency CASCADE")
    await memory.record(make_incident())
    once = _rows(dsn, *_TABLES, "term_frequency")
    assert once["term_frequency"] == twice["term_frequency"]
    assert once["chunk"] == twice["chunk"]


async def test_what_fails_in_the_middle_leaves_nothing(
    memory: Memory, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_chunks = record._write_chunks

    async def killed(connection: AsyncConnection, prepared: Sequence[PreparedIncident]) -> None:
        await write_chunks(connection, prepared)
        raise KeyboardInterrupt

    monkeypatch.setattr(record, "_write_chunks", killed)
    with pytest.raises(KeyboardInterrupt):
        await memory.record(make_incident())
    monkeypatch.undo()
    assert not any(_rows(dsn, *_TABLES, *_STATISTICS).values())
    await memory.record(make_incident())
    assert (await memory.stats()).incidents == 1


async def test_an_incident_that_ended_says_how(memory: Memory) -> None:
    incident, resolution = make_incident(), make_resolution()
    await memory.record(incident)
    assert await memory.resolve(incident.id, resolution)
    assert await memory.by_id(incident.id) == msgspec.structs.replace(incident, resolution=resolution)


async def test_an_incident_that_memory_does_not_have_cannot_end(memory: Memory) -> None:
    assert not await memory.resolve("nothing", make_resolution())


async def test_recording_again_does_not_reopen(memory: Memory) -> None:
    incident = make_incident()
    await memory.record(incident)
    await memory.resolve(incident.id, make_resolution())
    await memory.record(incident)
    found = await memory.by_id(incident.id)
    assert found is not None
    assert found.resolution == make_resolution()


async def test_a_later_resolution_replaces_the_first(memory: Memory) -> None:
    incident = make_incident(resolution=make_resolution())
    await memory.record(incident)
    await memory.resolve(incident.id, make_resolution("gone", kind=ResolutionKind.SUBJECT_DELETED))
    found = await memory.by_id(incident.id)
    assert found is not None
    assert found.resolution is not None
    assert found.resolution.summary == "gone"


async def test_characters_that_postgres_cannot_store_lose_no_incident(memory: Memory) -> None:
    await memory.record(make_incident(logs=["segment\0fault"]))
    found = await memory.by_id("missing_env-1")
    assert found is not None
    assert "segment\ufffdfault" in found.report
    assert found.bundle.facts[-1].text == "segment\ufffdfault"


async def test_an_incident_of_another_tenant_is_refused(memory: Memory) -> None:
    with pytest.raises(ConfigurationError, match="another tenant"):
        await memory.record(make_incident(tenant="cluster-b"))


async def test_stats_count_what_is_there(memory: Memory) -> None:
    await memory.record(make_incident(resolution=make_resolution()))
    await memory.record(make_incident("oom"))
    assert ((await memory.stats()).embedded, (await memory.stats()).pending) == (0, 2)
    assert await memory.embed_pending() == 2
    stats = await memory.stats()
    assert (stats.incidents, stats.open, stats.embedded, stats.pending) == (2, 1, 2, 0)
    assert (stats.model, stats.revision) == ("words", "1")
    assert stats.database_bytes > 0


async def test_an_incident_without_a_report_can_be_recorded(memory: Memory) -> None:
    incident: Incident = msgspec.structs.replace(make_incident(), report="")
    await memory.record(incident)
    assert await memory.by_id(incident.id) == incident


async def test_an_id_that_postgres_cannot_take_is_a_mistake_and_no_outage(memory: Memory) -> None:
    with pytest.raises(CasebookError, match="PostgreSQL text fields cannot contain NUL") as caught:
        await memory.by_id("checkout\0")
    assert not caught.value.retryable


async def test_no_incident_has_a_nul_in_its_name(memory: Memory) -> None:
    assert await memory.get("shop", "checkout\0") is None


async def test_a_query_may_hold_a_nul(memory: Memory) -> None:
    await memory.record(make_incident())
    assert (await memory.search("DATABASE_URL\0")).hits
    similar = make_incident(number=2, logs=["a\0b"])
    assert (await memory.similar(similar.bundle, similar.conclusion)).searched == 1


async def test_nul_is_replaced_wherever_people_write(memory: Memory) -> None:
    await memory.record(make_incident())
    await memory.resolve("missing_env-1", make_resolution("a\0b", fix="c\0d"))
    found = await memory.by_id("missing_env-1")
    assert found is not None
    assert found.resolution is not None
    assert (found.resolution.summary, found.resolution.fix) == ("a\ufffdb", "c\ufffdd")


async def test_a_model_whose_vectors_have_another_dimension_is_no_model(
    opened: Callable[..., Memory], dsn: str
) -> None:
    memory = opened(embedder=LyingEmbedder())
    await memory.record(make_incident())
    assert await memory.embed_pending() == 0
    assert (await memory.search("DATABASE_URL")).hits
    stats = await memory.stats()
    assert (stats.embedded, stats.pending, stats.failed) == (0, 1, 0)
    assert_consistent(dsn)


@pytest.mark.parametrize("table", ["case_vector", "chunk_vector"])
async def test_the_database_refuses_a_vector_that_is_not_of_its_space(memory: Memory, dsn: str, table: str) -> None:
    await memory.record(make_incident())
    await memory.embed_pending()
    with psycopg.connect(dsn) as connection, pytest.raises(psycopg.errors.CheckViolation, match="dimension"):
        connection.execute(f"UPDATE {table} SET embedding = '[1,2,3]'")


async def test_an_attempt_is_kept_once_and_survives_what_is_recorded_again(memory: Memory) -> None:
    incident = make_incident()
    await memory.record(incident)
    when = incident.opened_at
    tried = Withdrawn(
        kind=ResolutionKind.TEMPLATE_CHANGED, summary="64Mi -> 128Mi", fix="raise", resolved_at=when, relapsed_at=when,
        tried=True,
    )  # fmt: skip
    assert await memory.attempt(incident.id, tried) == (tried,)
    assert await memory.attempt(incident.id, tried) == (tried,)
    await memory.record(incident)
    found = await memory.by_id(incident.id)
    assert found is not None
    assert found.withdrawn == (tried,)
    assert await memory.attempt("nobody", tried) == ()
