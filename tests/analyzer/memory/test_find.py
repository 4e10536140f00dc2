"""Free text in the reports."""

from collections.abc import Callable

from casebook_analyzer.memory import Memory
from tests.analyzer.memory.incidents import make_incident


async def test_the_best_place_of_each_report_is_shown(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    await lexical_memory.record(make_incident("oom"))
    (hit,) = (await lexical_memory.search("OutOfMemoryError heap")).hits
    assert hit.incident_id == "oom-1"
    assert hit.heading.endswith("Evidence > Facts")
    assert hit.excerpt.startswith("- `F3` java.lang.OutOfMemoryError")
    assert hit.score_permille > 0


async def test_an_exact_identifier_is_found_without_a_model(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident("xid79"))
    await lexical_memory.record(make_incident())
    assert [hit.incident_id for hit in (await lexical_memory.search("Xid 79")).hits] == ["xid79-1"]


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
    assert [hit.incident_id for hit in (await lexical_memory.search("内存不足")).hits] == ["missing_env-1"]


async def test_no_more_than_the_limit_are_shown_the_best_first(memory: Memory) -> None:
    for number in range(5):
        await memory.record(make_incident(number=number))
    hits = (await memory.search("environment variable", limit=3)).hits
    assert len(hits) == 3
    assert [hit.score_permille for hit in hits] == sorted((hit.score_permille for hit in hits), reverse=True)


async def test_another_tenants_reports_are_not_searched(opened: Callable[..., Memory]) -> None:
    await opened(tenant="cluster-b").record(make_incident(tenant="cluster-b"))
    assert (await opened(tenant="cluster-a").search("environment")).hits == ()
