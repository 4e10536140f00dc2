"""Free text in the reports."""

from collections.abc import Callable

import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState
from casebook_analyzer.memory.index import hnsw
from casebook_analyzer.models import Category
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution


async def test_the_best_place_of_each_report_is_shown(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    await lexical_memory.record(make_incident("oom"))
    (hit,) = (await lexical_memory.search("OutOfMemoryError heap")).hits
    assert hit.id == "oom-1"
    assert hit.heading.endswith("Evidence > Facts")
    assert hit.excerpt.startswith("- `F3` java.lang.OutOfMemoryError")
    assert hit.score_permille > 0


async def test_an_exact_identifier_is_found_without_a_model(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident("xid79"))
    await lexical_memory.record(make_incident())
    assert [hit.id for hit in (await lexical_memory.search("Xid 79")).hits] == ["xid79-1"]


async def test_one_word_of_many_is_enough(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    assert (await lexical_memory.search("zebra DATABASE_URL giraffe")).hits


async def test_what_stands_in_no_report_is_not_found(memory: Memory) -> None:
    await memory.record(make_incident())
    assert (await memory.search("zebra")).hits == ()
    assert (await memory.search("")).hits == ()


async def test_chinese_reports_are_found_by_a_part_of_a_sentence(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident(logs=["容器内存不足被终止"]))
    await lexical_memory.record(make_incident("oom"))
    assert [hit.id for hit in (await lexical_memory.search("内存不足")).hits] == ["missing_env-1"]


async def test_no_more_than_the_limit_are_shown_the_best_first(memory: Memory) -> None:
    for number in range(5):
        await memory.record(make_incident(number=number))
    hits = (await memory.search("environment variable", limit=3)).hits
    assert len(hits) == 3
    assert [hit.score_permille for hit in hits] == sorted((hit.score_permille for hit in hits), reverse=True)


async def test_another_tenants_reports_are_not_searched(opened: Callable[..., Memory]) -> None:
    await opened(tenant="cluster-b").record(make_incident(tenant="cluster-b"))
    assert (await opened(tenant="cluster-a").search("environment")).hits == ()


async def _few_of_many(dsn: str) -> None:
    """More others than a retriever proposes, and all of them fit better."""
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        for number in range(60):
            better = ["zebra zebra zebra crossing"] * 3
            await memory.record(
                make_incident(number=number, namespace="bank", workload=f"ledger-{number}", logs=better)
            )
        for number in range(60, 63):
            logs = ["a zebra was seen in the heap dump"]
            await memory.record(make_incident("oom", number=number, workload=f"cart-{number}", logs=logs))
        await memory.embed_pending(limit=100)


@pytest.mark.database(filled_by=_few_of_many)
@pytest.mark.parametrize("indexed", [False, True], ids=["every-row", "by-index"])
async def test_the_few_reports_that_one_may_see_are_found_among_any_number_of_others(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, indexed: bool
) -> None:
    if indexed:
        monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 100)
        await memory.maintain_indexes()
    found = await memory.search("zebra crossing", wanted=IncidentFilter(namespaces=frozenset({"shop"})), limit=10)
    assert {hit.id for hit in found.hits} == {"oom-60", "oom-61", "oom-62"}
    assert found.exact  # three are compared row by row, even where an index would answer for all
    assert (await memory.search("zebra crossing", limit=10)).exact is not indexed


async def test_a_reader_of_most_namespaces_searches_by_index_and_sees_his_only(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        namespace = "bank" if number % 4 == 0 else "shop"
        await memory.record(make_incident(number=number, namespace=namespace, workload=f"ledger-{number}"))
    await memory.embed_pending(limit=100)
    monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 10)
    await memory.maintain_indexes()
    found = await memory.search("DATABASE_URL", wanted=IncidentFilter(namespaces=frozenset({"shop", "web"})), limit=20)
    assert not found.exact
    assert [hit.namespace for hit in found.hits] == ["shop"] * 15


async def _best_of_what_is_filtered(dsn: str) -> None:
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        for number in range(30):
            await memory.record(make_incident("oom", number=number, logs=["zebra crossing zebra"]))
        await memory.record(make_incident("missing_env", number=1, logs=["a zebra"]))
        await memory.record(make_incident("oom", number=40, logs=["one zebra"], resolution=make_resolution()))
        await memory.embed_pending()


@pytest.mark.database(filled_by=_best_of_what_is_filtered)
@pytest.mark.parametrize("by_index", [False, True])
async def test_the_best_of_what_is_filtered_is_found_however_much_is_better(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, by_index: bool
) -> None:
    """Filters act before the best are chosen, not on the first few hundred of them."""
    if by_index:
        monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 1)
        await memory.maintain_indexes()
    of_category = await memory.search("zebra", wanted=IncidentFilter(category=Category.CONFIG_ERROR), limit=3)
    assert [hit.id for hit in of_category.hits] == ["missing_env-1"]
    resolved = await memory.search("zebra", wanted=IncidentFilter(state=IncidentState.RESOLVED), limit=3)
    assert [hit.id for hit in resolved.hits] == ["oom-40"]
    others = IncidentFilter(category=Category.CONFIG_ERROR, state=IncidentState.RESOLVED)
    assert (await memory.search("zebra", wanted=others, limit=3)).hits == ()
    assert of_category.exact is not by_index


async def test_a_reader_of_nothing_finds_nothing(memory: Memory) -> None:
    await memory.record(make_incident())
    assert (await memory.search("DATABASE_URL", wanted=IncidentFilter(namespaces=frozenset()))).hits == ()
