"""What people attach: found with the report, kept when the report is written anew, and erased without a trace."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import psycopg
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Kept, Memory, Retention, SearchHit, open_memory, purge
from casebook_analyzer.memory.incidents.exhibits import SHOWN
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.memory.write.exhibits import MOST, MOST_EVER
from tests.analyzer.memory.attacker import LATER
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.exhibits.attached import NOTES, erasure, exhibit
from tests.analyzer.memory.incidents import make_incident

CASE, OTHER = make_incident(), make_incident("oom", namespace="billing")


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=CASE.tenant, embedder=WordEmbedder()) as memory:
        await memory.record(CASE)
        await memory.record(OTHER)
        yield memory
    assert_consistent(dsn)


async def hits(memory: Memory, text: str, **wanted: frozenset[str]) -> tuple[SearchHit, ...]:
    return (await memory.search(text, wanted=IncidentFilter(**wanted))).hits


async def embedded(memory: Memory) -> None:
    while await memory.embed_pending():
        pass


async def test_it_is_found_by_its_words_at_its_incident(memory: Memory) -> None:
    assert await memory.exhibits.attach(CASE.id, exhibit()) is Kept.NEW
    (hit,) = await hits(memory, "quokka")
    assert (hit.id, hit.heading, hit.start_line) == (CASE.id, "Attached: notes.md", 1)
    assert "quokka" in hit.excerpt


async def test_it_is_found_by_its_meaning_once_it_is_embedded(memory: Memory) -> None:
    await embedded(memory)
    await memory.exhibits.attach(CASE.id, exhibit())
    assert (await hits(memory, "quokka"))[0].cosine_permille is None
    await embedded(memory)
    assert ((await hits(memory, "quokka"))[0].cosine_permille or 0) > 0


async def test_who_may_not_see_the_incident_does_not_find_it(memory: Memory) -> None:
    await memory.exhibits.attach(CASE.id, exhibit())
    assert not await hits(memory, "quokka", namespaces=frozenset({"billing"}))
    assert await hits(memory, "quokka", namespaces=frozenset({"shop"}))


async def test_a_report_that_is_written_anew_keeps_it(memory: Memory) -> None:
    await memory.exhibits.attach(CASE.id, exhibit())
    again = msgspec.structs.replace(CASE, report="# Another report\n\nnumbat\n")
    await memory.record(again)
    await memory.judge_again(again)
    assert [hit.id for word in ("quokka", "numbat") for hit in await hits(memory, word)] == [CASE.id, CASE.id]
    async for _ in memory.reindex():
        pass
    await embedded(memory)
    (hit,) = await hits(memory, "quokka")
    assert hit.heading == "Attached: notes.md"


async def test_it_is_kept_whoever_records_the_incident_at_the_same_moment(memory: Memory) -> None:
    texts = [f"{NOTES} {number}" for number in range(4)]
    await asyncio.gather(
        *(memory.exhibits.attach(CASE.id, exhibit(text)) for text in texts), *(memory.record(CASE) for _ in texts)
    )
    assert {one.text for one in await memory.exhibits.of(CASE.id)} == {*texts}
    assert await hits(memory, "quokka")


async def test_the_same_text_is_kept_once_and_no_incident_has_more_than_some(memory: Memory) -> None:
    kept = [await memory.exhibits.attach(CASE.id, exhibit(f"text {number}")) for number in range(MOST)]
    assert kept == [Kept.NEW] * MOST
    assert await memory.exhibits.attach(CASE.id, exhibit("text 3")) is Kept.KNOWN
    assert await memory.exhibits.attach(CASE.id, exhibit("one more")) is Kept.ENOUGH
    assert await memory.exhibits.remove(CASE.id, erasure("text 3"))
    assert await memory.exhibits.attach(CASE.id, exhibit("one more")) is Kept.NEW
    assert (await hits(memory, "one more"))[0].id == CASE.id


async def test_nothing_is_attached_to_what_is_not_there(memory: Memory) -> None:
    assert await memory.exhibits.attach("nothing", exhibit()) is Kept.NO_INCIDENT
    assert not await memory.exhibits.remove(CASE.id, erasure())


async def test_what_is_erased_leaves_neither_words_nor_vectors(memory: Memory, dsn: str) -> None:
    await embedded(memory)
    before = _traces(dsn)
    await memory.exhibits.attach(CASE.id, exhibit())
    await embedded(memory)
    assert _traces(dsn) != before
    assert await memory.exhibits.remove(CASE.id, erasure())
    assert not await hits(memory, "quokka")
    await embedded(memory)
    assert _traces(dsn) == before
    assert not (await memory.past(CASE, View())).exhibits


def _traces(dsn: str) -> dict[str, list[str]]:
    """All that is derived from texts, without when it was written."""
    queries = {
        "chunk": "SELECT incident_id, position, text FROM chunk",
        "lexical": "SELECT incident_id, position, length FROM chunk_lexical",
        "vectors": "SELECT incident_id, position FROM chunk_vector",
        "cache": "SELECT digest FROM embedding_cache",
        "terms": "SELECT corpus, term, documents FROM term_frequency",
        "exhibit": "SELECT text FROM exhibit",
    }
    with psycopg.connect(dsn) as connection:
        return {name: sorted(map(repr, connection.execute(query))) for name, query in queries.items()}


async def test_who_erased_it_stays_with_the_incident_and_nobody_can_have_it_grow(memory: Memory) -> None:
    for _ in range(MOST_EVER):
        assert await memory.exhibits.attach(CASE.id, exhibit()) is Kept.NEW
        assert await memory.exhibits.remove(CASE.id, erasure())
    assert await memory.exhibits.attach(CASE.id, exhibit("another")) is Kept.ENOUGH
    assert not await memory.exhibits.remove(CASE.id, erasure("another"))
    await memory.record(CASE)
    past = await memory.past(CASE, View())
    assert past.erased == (erasure(),) * MOST_EVER == await memory.exhibits.erased_of(CASE.id)
    assert not await memory.exhibits.erased_of(OTHER.id)


async def test_it_goes_with_its_incident(memory: Memory, dsn: str) -> None:
    await memory.exhibits.attach(CASE.id, exhibit())
    await purge(memory.session, Retention(silent_days=1), LATER)
    assert not any(_traces(dsn)[name] for name in ("chunk", "lexical", "terms", "exhibit"))


async def test_reports_have_its_beginning_and_the_rest_is_read_by_its_digest(memory: Memory) -> None:
    long = exhibit("wombat " * SHOWN)
    await memory.exhibits.attach(CASE.id, long)
    (shown,) = (await memory.past(CASE, View())).exhibits
    assert (len(shown.text), shown.left_out) == (SHOWN, len(long.text) - SHOWN)
    for beginning in (long.digest, long.digest[:8]):
        assert await memory.exhibits.called(CASE.id, beginning) == (long,)
    for other in (f"{long.digest}0", "_" * 8, f"%{long.digest[1:8]}", "\0", long.digest[1:]):
        assert await memory.exhibits.called(CASE.id, other) == (), other
    assert await memory.exhibits.called(OTHER.id, long.digest) == ()
