"""Indexes of large memories: who has one, what it is used for, and that nothing is lost by it."""

from collections.abc import Callable

import psycopg
import pytest

from casebook_analyzer.memory import Memory, add_login, open_memory
from casebook_analyzer.memory.index import hnsw
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import RECIPES, make_incident
from tests.databases import as_login


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of incidents is a large memory."""
    monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 3)


async def _fill(memory: Memory, tenant: str = "cluster-a") -> None:
    for recipe in RECIPES:
        await memory.record(make_incident(recipe, tenant=tenant))
    await memory.embed_pending()


def _names(dsn: str) -> list[str]:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT indexname FROM pg_indexes WHERE starts_with(indexname, 'hnsw') ORDER BY 1")
        return [name for (name,) in rows]


async def test_a_small_memory_has_no_index_and_looks_at_every_row(memory: Memory, dsn: str) -> None:
    await _fill(memory)
    assert await memory.maintain_indexes() == []
    assert _names(dsn) == []
    assert (await memory.search("DATABASE_URL")).exact


async def test_a_large_memory_is_indexed_once_and_says_so(memory: Memory, dsn: str, small_limit: None) -> None:
    await _fill(memory)
    built = await memory.maintain_indexes()
    assert [done.partition(" ")[0] for done in built] == ["built"] * 3
    assert len(_names(dsn)) == 3
    assert await memory.maintain_indexes() == []
    found = await memory.search("DATABASE_URL")
    assert not found.exact
    assert "by index" in found.reason
    case = make_incident(number=2)
    similar = await memory.similar(case.bundle, case.conclusion)
    assert not similar.exact
    assert similar.reason == f"1 similar among {len(RECIPES)} incidents, by index"


async def test_the_answers_are_those_of_a_search_through_every_row(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _fill(memory)
    case = make_incident("oom", number=2)
    exact = await memory.similar(case.bundle, case.conclusion), await memory.search("memory limit of the container")
    monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 3)
    await memory.maintain_indexes()
    by_index = await memory.similar(case.bundle, case.conclusion), await memory.search("memory limit of the container")
    assert by_index[0].incidents == exact[0].incidents
    assert by_index[1].hits == exact[1].hits


async def test_an_index_holds_the_rows_of_its_tenant_only(
    opened: Callable[..., Memory], dsn: str, small_limit: None
) -> None:
    big, small = opened(embedder=WordEmbedder()), opened(embedder=WordEmbedder(), tenant="cluster-b")
    await _fill(big)
    await small.record(make_incident(tenant="cluster-b"))
    await big.maintain_indexes()
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT indexdef FROM pg_indexes WHERE starts_with(indexname, 'hnsw')").fetchall()
    assert rows
    assert all("tenant = 'cluster-a'" in definition for (definition,) in rows)
    found = await small.search("DATABASE_URL")
    assert found.exact
    assert [hit.id for hit in found.hits] == ["missing_env-1"]


async def test_a_changed_model_has_its_own_index_and_the_old_one_goes(
    opened: Callable[..., Memory], dsn: str, small_limit: None
) -> None:
    await _fill(opened(embedder=WordEmbedder(revision="1")))
    await opened(embedder=WordEmbedder(revision="1")).maintain_indexes()
    before = set(_names(dsn))
    done = await opened(embedder=WordEmbedder(revision="2")).maintain_indexes()
    assert sorted(one.partition(" ")[0] for one in done) == ["built", "built", "dropped", "dropped"]
    assert len(before & set(_names(dsn))) == 1


async def test_a_build_that_was_interrupted_is_made_anew(memory: Memory, dsn: str, small_limit: None) -> None:
    await _fill(memory)
    await memory.maintain_indexes()
    with psycopg.connect(dsn) as connection:
        connection.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", (_names(dsn)[0],))
    assert (await memory.search("DATABASE_URL")).hits
    done = await memory.maintain_indexes()
    assert [one.partition(" ")[0] for one in done] == ["dropped", "built"]


async def test_lists_are_made_anew_when_there_are_many_more_documents(
    memory: Memory, dsn: str, small_limit: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until they are, the old ones answer; and a number that goes up and down builds nothing."""
    await _fill(memory)
    monkeypatch.setattr(hnsw, "_LEAST_LISTS", 20)
    await memory.maintain_indexes()
    (old,) = (name for name in _names(dsn) if name.endswith("_lists20"))
    for lists in (30, 14, 20):
        monkeypatch.setattr(hnsw, "_LEAST_LISTS", lists)
        assert await memory.maintain_indexes() == []
    monkeypatch.setattr(hnsw, "_LEAST_LISTS", 31)
    assert not (await memory.search("DATABASE_URL")).exact
    new = old.replace("_lists20", "_lists31")
    assert await memory.maintain_indexes() == [f"dropped {old}", f"built {new}"]
    assert not (await memory.search("DATABASE_URL")).exact
    assert {name for name in _names(dsn) if "lists" in name} == {new}


async def test_a_graph_of_pieces_as_it_was_built_before_goes_once_there_are_lists(
    memory: Memory, dsn: str, small_limit: None
) -> None:
    await _fill(memory)
    await memory.maintain_indexes()
    (lists,) = (name for name in _names(dsn) if "_lists" in name)
    graph = lists.partition("_lists")[0]
    with psycopg.connect(dsn) as connection:
        connection.execute(f"ALTER INDEX {lists} RENAME TO {graph}")
    assert (await memory.search("DATABASE_URL")).exact
    assert sorted(await memory.maintain_indexes()) == [f"built {lists}", f"dropped {graph}"]


async def test_a_case_of_very_many_words_fits_an_index(lexical_memory: Memory, small_limit: None) -> None:
    await _fill(lexical_memory)
    await lexical_memory.maintain_indexes()
    lines = ["".join(chr(0x4E00 + 300 * line + place) for place in range(300)) for line in range(12)]
    one = make_incident(number=2, logs=lines)
    await lexical_memory.record(one)
    assert not (await lexical_memory.similar(one.bundle, one.conclusion, exclude_id=one.id)).exact


async def test_a_tenant_may_be_called_anything(opened: Callable[..., Memory], small_limit: None) -> None:
    tenant = 'it\'s 100 % "mine"; \\ :x'
    memory = opened(embedder=WordEmbedder(), tenant=tenant)
    await _fill(memory, tenant)
    assert len(await memory.maintain_indexes()) == 3
    assert not (await memory.search("DATABASE_URL")).exact


async def test_who_does_not_own_the_tables_builds_nothing(memory: Memory, dsn: str, small_limit: None) -> None:
    await _fill(memory)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
    add_login(dsn, "guest", "cluster-a")
    guest = open_memory(as_login(dsn, "guest"), tenant="cluster-a", embedder=WordEmbedder())
    async with guest:
        assert (await guest.search("DATABASE_URL")).hits
        assert await guest.maintain_indexes() == []
